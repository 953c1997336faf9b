#ifndef SLUICE_SUITE_PROOF_HPP
#define SLUICE_SUITE_PROOF_HPP

/// What a proof that two queries are one leans on: a few of a schema's constraints, each with who
/// says so, as VeriEQL states the constraints under which it answers.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice {

struct ProofConstraint {
  /// Such as "singer.id is a key", "singer.id is never NULL" or "concert.singer_id refers to
  /// singer.id".
  std::string statement;
  Origin origin = Origin::declared;
  friend bool operator==(const ProofConstraint &, const ProofConstraint &) = default;
};

/// "singer.id is a key (declared)".
std::string text_of(const ProofConstraint &constraint);

/// A few constraints under which the two have one normal form, without those that turn out not to
/// be needed, in a fixed order: the same for the same queries. Empty where none is needed, or where
/// the forms are not one to begin with. About 0.1 ms for each that is needed.
std::vector<ProofConstraint> proof_constraints(std::string_view gold, std::string_view predicted,
                                               const Constraints &constraints,
                                               const NormalFormOptions &options = {});

}  // namespace sluice

#endif
