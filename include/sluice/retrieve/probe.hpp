#ifndef SLUICE_RETRIEVE_PROBE_HPP
#define SLUICE_RETRIEVE_PROBE_HPP

/// The search texts of a question: one probe per hallucinated column.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/retrieve/hallucination.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// A question's wording (see Question) and its probes, which are texts such as "singer age".
struct ProbeSet {
  std::string question;
  std::vector<std::string> probes;
};

/// "table column" for each column, "table" for a table without columns; distinct, in order, at most
/// `max_probes`. If the schema is empty, the question itself is the only probe.
ProbeSet make_probes(const Question &question, const HallucinatedSchema &schema,
                     std::size_t max_probes = 64);

/// The probes as natural text, for embedders. A probe that is the question does not change.
std::vector<std::string> probe_texts(const ProbeSet &probes);

}  // namespace sluice::inline v0

#endif
