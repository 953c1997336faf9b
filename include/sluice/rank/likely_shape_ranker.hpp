#ifndef SLUICE_RANK_LIKELY_SHAPE_RANKER_HPP
#define SLUICE_RANK_LIKELY_SHAPE_RANKER_HPP

/// Examples by how likely their shape is the one that the question asks for: the approximated query
/// is evidence that may be wrong, and the question is evidence too.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/rank/example_ranker.hpp"

namespace sluice::inline v0 {

/// What is known of a shape for one question and one approximation, each in [0, 1].
struct ShapeEvidence {
  static constexpr std::size_t size = 7;
  static constexpr std::array<std::string_view, size> names{
      "change distilling", "profile", "equal", "skeleton", "question", "neighbors", "form"};
};

/// Log-odds a unit of evidence.
using ShapeWeights = std::array<double, ShapeEvidence::size>;

struct LikelyShapeOptions {
  /// Fitted by `sluice_rank_bench` to Spider's train questions, each without its own database,
  /// with guesses that are perturbed golds and near questions' queries (15 % of them). Fitted, the
  /// weight of an equal shape is 4; it is raised, to 16 without forms, and with them to 6: the
  /// least at which guesses that are right lose no more than .05 points of hits and precision to
  /// other shapes, on databases that the weights were not fitted to. Guesses that are wrong lose by
  /// it.
  ShapeWeights weights;
  /// The same where the question's form is known.
  ShapeWeights weights_with_form;
  /// What it is worth to have the right shape among the chosen at all, against having it as often
  /// as can be; in [0, 1). 0: the likeliest shape takes all places that it has examples for. With a
  /// guess, which leaves less in doubt, five sixths of it count. On the same databases the sum of
  /// hits and precision hardly changes around it: more of it trades the one for the other.
  double diversity = 0.3;
  std::size_t neighbors = 40;   ///< Examples whose questions are most alike, which vote.
  double sharpness = 8;         ///< How much more the nearest of them say.
  double question_share = 0.5;  ///< Of question similarity beside skeleton similarity, for these.

  LikelyShapeOptions() noexcept;
};

/// Models ExampleRanker. P(shape) is a softmax over the store's shapes of the weighted sum of
/// - change distilling similarity and the cosine of tree profiles to the approximated query, and
///   whether they are equal;
/// - the most similar skeleton and question among the shape's examples;
/// - the cosine of its profile to the mean profile of the shapes of the nearest questions;
/// - where the question's form is known, log P(shape | form) among the store's shapes, from 0 down
///   to -30 as 1 down to 0;
/// of several approximations, the mean by weight. The places go one by one to where they are worth
/// the most: P · (1 - diversity) / count, and P · diversity for a shape's first. Within a shape, by
/// question. The score is P, so that confidence is the expected share of examples of the right
/// shape.
class LikelyShapeRanker {
 public:
  /// O(shapes × nodes).
  explicit LikelyShapeRanker(std::shared_ptr<const ExampleStore> store,
                             const LikelyShapeOptions &options = {});
  ~LikelyShapeRanker();
  LikelyShapeRanker(LikelyShapeRanker &&) noexcept;
  LikelyShapeRanker &operator=(LikelyShapeRanker &&) noexcept;

  ExampleRanking rank(const ExampleQuery &query) const;

  /// The evidence that `rank` weighs for the first readable approximation: a row of
  /// ShapeEvidence::size a shape; none without examples to choose from. `available` gets how many
  /// examples each shape has under the query's filters. What weights are fitted to.
  std::vector<float> evidence(const ExampleQuery &query,
                              std::vector<std::uint32_t> &available) const;
  /// Forgets what was kept of approximations (at most 256), so that a measurement starts cold.
  void forget() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
