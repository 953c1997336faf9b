#ifndef SLUICE_RETRIEVE_PROBE_HPP
#define SLUICE_RETRIEVE_PROBE_HPP

/// What is searched for: one probe a hallucinated column.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/retrieve/hallucination.hpp"

namespace sluice::inline v0 {

/// The probes of one question, each a text such as "singer age", and the question they come from.
struct ProbeSet {
  std::string question;
  std::vector<std::string> probes;
};

/// "table column" for each column, "table" for a table without any; each once, in order, at most
/// `max_probes`. Without a schema the question itself is the only probe.
ProbeSet make_probes(std::string_view question, const HallucinatedSchema &schema,
                     std::size_t max_probes = 64);

/// The probes as people would write them, for embedders; one that is the question stays as it is.
std::vector<std::string> probe_texts(const ProbeSet &probes);

}  // namespace sluice::inline v0

#endif
