#ifndef SLUICE_RANK_SHAPE_RANKERS_HPP
#define SLUICE_RANK_SHAPE_RANKERS_HPP

/// Rankers that have a similarity to go by and nothing to learn.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "sluice/rank/example_ranker.hpp"

namespace sluice::inline v0 {

/// Models ExampleRanker: examples with similar questions first; approximations count for nothing.
/// The score is the similarity, 0 where it is negative. O(examples × dimensions).
class QuestionRanker {
 public:
  explicit QuestionRanker(std::shared_ptr<const ExampleStore> store) : store_(std::move(store)) {}
  ExampleRanking rank(const ExampleQuery &query) const;

 private:
  std::shared_ptr<const ExampleStore> store_;
};

/// Models ExampleRanker: DAIL-SQL's rule. Examples whose skeleton is alike come first, then the
/// others, both by the similarity of their questions. The score is the skeletons' Jaccard.
/// Source: Gao et al. 2023, section 3.3; threshold as in the program.
class SkeletonRanker {
 public:
  explicit SkeletonRanker(std::shared_ptr<const ExampleStore> store, double threshold = 0.85)
      : store_(std::move(store)), threshold_(threshold) {}
  ExampleRanking rank(const ExampleQuery &query) const;

 private:
  std::shared_ptr<const ExampleStore> store_;
  double threshold_;
};

enum class ShapeSimilarity : std::uint8_t {
  change_distilling,            ///< From the approximation to the example; not symmetric.
  change_distilling_symmetric,  ///< The mean of both directions.
  tree_edit_distance,           ///< 1 - distance / nodes of the larger tree.
};

struct ShapeRankerOptions {
  ShapeSimilarity similarity = ShapeSimilarity::change_distilling;
  /// At most so many examples of one shape, as long as there are others: another bet in case the
  /// approximation is wrong. 0: as many as there are.
  std::size_t max_of_a_shape = 0;
};

/// Models ExampleRanker: examples by how alike their shape is to the approximated query's, of
/// several the best by similarity times weight. The rules of change distilling are the store's.
/// Answers are kept by shape, so that it is compared with the store once: at most 256 of them.
///
/// O(examples × dimensions) and one comparison for each shape that an upper bound does not rule
/// out.
class ShapeRanker {
 public:
  explicit ShapeRanker(std::shared_ptr<const ExampleStore> store, ShapeRankerOptions options = {});
  ~ShapeRanker();
  ShapeRanker(ShapeRanker &&) noexcept;
  ShapeRanker &operator=(ShapeRanker &&) noexcept;

  ExampleRanking rank(const ExampleQuery &query) const;
  /// Forgets the answers, so that a measurement starts cold.
  void forget() const;

 private:
  struct Cache;
  std::shared_ptr<const ExampleStore> store_;
  ShapeRankerOptions options_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace sluice::inline v0

#endif
