#ifndef SLUICE_SUITE_PROOF_HPP
#define SLUICE_SUITE_PROOF_HPP

/// The constraints that a proof of equivalence of two queries relies on: a few of a schema's
/// constraints, each with its origin, as VeriEQL states the constraints under which its answer
/// holds.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0 {

struct ProofConstraint {
  /// Such as "singer.id is a key", "singer.id is never NULL" or "concert.singer_id refers to
  /// singer.id".
  std::string statement;
  Origin origin = Origin::declared;
  friend bool operator==(const ProofConstraint &, const ProofConstraint &) = default;
};

/// "singer.id is a key (declared)".
std::string text_of(const ProofConstraint &constraint);

/// A small set of constraints under which the two queries have the same normal form, in a fixed
/// order; constraints that turn out to be unnecessary are removed. Deterministic. Empty if none is
/// needed, or if the normal forms differ anyway. Takes about 0.1 ms per required constraint.
std::vector<ProofConstraint> proof_constraints(std::string_view gold, std::string_view predicted,
                                               const Constraints &constraints,
                                               const NormalFormOptions &options = {});

}  // namespace sluice::inline v0

#endif
