#ifndef SLUICE_RANK_SHAPE_RANKERS_HPP
#define SLUICE_RANK_SHAPE_RANKERS_HPP

/// Rankers by a similarity, without trained weights.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "sluice/rank/example_ranker.hpp"

namespace sluice::inline v0 {

/// Models ExampleRanker: examples with similar questions first; ignores approximations. The score
/// is the similarity, or 0 if it is negative. Thread-safe. O(examples × dimensions).
class QuestionRanker {
 public:
  explicit QuestionRanker(std::shared_ptr<const ExampleStore> store) : store_(std::move(store)) {}
  ExampleRanking rank(const ExampleQuery &query) const;

 private:
  std::shared_ptr<const ExampleStore> store_;
};

/// Models ExampleRanker: DAIL-SQL's rule. Examples with a skeleton similarity of at least
/// `threshold` come first, then the others, both by the similarity of their questions. The score is
/// the Jaccard similarity of the skeletons. Thread-safe. Source: Gao et al. 2023, section 3.3;
/// threshold as in the program.
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
  change_distilling,            ///< From the approximation to the example; asymmetric.
  change_distilling_symmetric,  ///< The mean of both directions.
  tree_edit_distance,           ///< 1 - distance / nodes of the larger tree.
};

struct ShapeRankerOptions {
  ShapeSimilarity similarity = ShapeSimilarity::change_distilling;
  /// Maximum number of examples of one shape while there are others: hedges against a wrong
  /// approximation. 0: no limit.
  std::size_t max_per_shape = 0;
};

/// Models ExampleRanker: examples by the similarity of their shape to the approximated query's; for
/// several approximations, the maximum of similarity times weight. The rules of change distilling
/// are the store's. Caches the comparison of a shape with the store, for at most 256 shapes.
/// Thread-safe.
///
/// O(examples × dimensions), and one comparison per shape that an upper bound does not rule out.
class ShapeRanker {
 public:
  explicit ShapeRanker(std::shared_ptr<const ExampleStore> store, ShapeRankerOptions options = {});
  ~ShapeRanker();
  ShapeRanker(ShapeRanker &&) noexcept;
  ShapeRanker &operator=(ShapeRanker &&) noexcept;

  ExampleRanking rank(const ExampleQuery &query) const;
  /// Clears the cache, so that a measurement starts cold.
  void clear_cache() const;

 private:
  struct Cache;
  std::shared_ptr<const ExampleStore> store_;
  ShapeRankerOptions options_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace sluice::inline v0

#endif
