#ifndef SLUICE_ROUTE_ALTERNATIVES_HPP
#define SLUICE_ROUTE_ALTERNATIVES_HPP

/// What may be right in place of an answer, or in addition to it, and whether an answer is sure.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {

class Catalog;
struct RankerAnswer;

struct Alternatives {
  /// Databases that the answer does not use, best first. Scores are probabilities.
  std::vector<Scored<DatabaseId>> databases;
  /// Tables that the answer does not use, in its databases, best first.
  std::vector<Scored<TableId>> tables;
};

/// The ranked ones about as likely as the first: those with at least a twentieth of its score, at
/// most nine, except those that `is_used` returns true for. A ranking with a first score of 0 or
/// less has none. `ranked`: best first.
///
/// Chosen on the held-out questions of training/ and on near copies of its databases: with a tenth
/// and at most five, the right database would not be named for 1 to 5 % more of the questions.
template <class Id, class IsUsed>
std::vector<Scored<Id>> about_as_likely(std::span<const Scored<Id>> ranked, const IsUsed &is_used) {
  constexpr float share = 0.05F;
  constexpr std::size_t most = 9;
  std::vector<Scored<Id>> found;
  if (ranked.empty() || !(ranked.front().score > 0)) return found;
  for (const Scored<Id> &of : ranked) {
    if (found.size() == most || of.score < share * ranked.front().score) break;
    if (!is_used(of.id)) found.push_back(of);
  }
  return found;
}

/// How likely the first of each ranking is to be right.
struct AnswerLikelihood {
  float database = 0;  ///< Probability of the first database; 0 if there is none.
  /// Probability that a query reads the first table; nullopt: not known.
  std::optional<float> table = std::nullopt;
  std::optional<float> fits = std::nullopt;  ///< RankerAnswer::fits.
  float fits_threshold = 0;                  ///< Ranker::fits_threshold, or the caller's.
};

/// Whether the answer is more likely wrong than right: the first database or the first table is, or
/// perhaps no database fits.
bool is_unsure(const AnswerLikelihood &of) noexcept;

/// The same for a ranking, whose answer is its first database.
bool is_unsure(const RankerAnswer &answer, float fits_threshold) noexcept;

/// Alternatives to the first database of a ranking and to the first `tables` tables.
Alternatives alternatives_of(const RankerAnswer &answer, std::size_t tables,
                             const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
