#ifndef SLUICE_RANK_LIKELY_SHAPE_RANKER_HPP
#define SLUICE_RANK_LIKELY_SHAPE_RANKER_HPP

/// Ranks examples by the probability that their shape is that of the question's query. Both the
/// approximated query, which may be wrong, and the question are evidence.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/rank/example_ranker.hpp"

namespace sluice::inline v0 {

/// Names of the evidence for a shape, given one question and one approximation; each value is in
/// [0, 1].
struct ShapeEvidence {
  static constexpr std::size_t size = 7;
  static constexpr std::array<std::string_view, size> names{
      "change distilling", "profile", "equal", "skeleton", "question", "neighbors", "form"};
};

/// Log-odds per unit of evidence.
using ShapeWeights = std::array<double, ShapeEvidence::size>;

struct LikelyShapeOptions {
  /// Fitted by `sluice_rank_bench` to Spider's train questions, each without its own database. The
  /// guesses are perturbed gold queries and, for 15 % of them, queries of similar questions. The
  /// fitted weight of an equal shape is 4. It is raised to 16 without forms and to 6 with forms:
  /// the smallest weights at which right guesses lose at most .05 points of hits and precision to
  /// other shapes, on databases that the weights were not fitted to. Wrong guesses do worse with
  /// the raised weight.
  ShapeWeights weights;
  /// The same if the question's form is known.
  ShapeWeights weights_with_form;
  /// How much it counts to choose the right shape at least once, rather than as often as possible;
  /// in [0, 1). 0: the most likely shape fills the result as far as it has examples. If there is a
  /// guess, which reduces the uncertainty, five sixths of this are used. On the same databases, the
  /// sum of hits and precision hardly changes near the default: a larger value trades one for the
  /// other.
  double diversity = 0.3;
  std::size_t neighbors = 40;  ///< Number of examples with the most similar questions, which vote.
  double sharpness = 8;        ///< How much more weight the nearest of them have.
  /// Weight of question similarity for these, in [0, 1]; the rest is for skeleton similarity.
  double question_share = 0.5;

  LikelyShapeOptions() noexcept;
};

/// Models ExampleRanker. P(shape) is a softmax over the store's shapes of the weighted sum of
/// - change distilling similarity and the cosine of tree profiles to the approximated query, and
///   whether they are equal;
/// - the most similar skeleton and question among the shape's examples;
/// - the cosine of its profile to the mean profile of the shapes of the nearest questions;
/// - if the question's form is known, log P(shape | form) among the store's shapes, with [-30, 0]
///   mapped to [0, 1].
///
/// For several approximations, the weighted mean of P is used. Examples are chosen greedily by
/// gain: P · (1 - diversity) / count, plus P · diversity for the first example of a shape. Within a
/// shape, examples with similar questions come first. The score is P, so that confidence is the
/// expected share of examples of the right shape. Thread-safe.
class LikelyShapeRanker {
 public:
  /// O(shapes × nodes).
  explicit LikelyShapeRanker(std::shared_ptr<const ExampleStore> store,
                             const LikelyShapeOptions &options = {});
  ~LikelyShapeRanker();
  LikelyShapeRanker(LikelyShapeRanker &&) noexcept;
  LikelyShapeRanker &operator=(LikelyShapeRanker &&) noexcept;

  ExampleRanking rank(const ExampleQuery &query) const;

  /// The evidence that `rank` weighs for the first valid approximation, to fit weights to.
  /// Row-major, shapes × ShapeEvidence::size; empty if no example passes the query's filters. Sets
  /// `available` to the number of examples per shape that pass them.
  std::vector<float> evidence(const ExampleQuery &query,
                              std::vector<std::uint32_t> &available) const;
  /// Clears the cache of approximations (at most 256), so that a measurement starts cold.
  void clear_cache() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
