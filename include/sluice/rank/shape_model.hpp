#ifndef SLUICE_RANK_SHAPE_MODEL_HPP
#define SLUICE_RANK_SHAPE_MODEL_HPP

/// Predicts the shape of a question's query. Embeds questions and shapes in one space, in which a
/// question is close to its query's shape. Unseen shapes have a vector too: the sum of the vectors
/// of their parts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/rank/hashed_model.hpp"

namespace sluice::inline v0 {

class QueryShape;
class SegmentFile;
class SegmentWriter;

inline constexpr std::size_t shape_dimensions = 96;
using ShapeVector = std::array<float, shape_dimensions>;

/// log P(shape | question) is the dot product of their vectors, up to a constant. Plain data.
struct ShapeModel {
  /// Number of hashed features of a question; a power of two.
  static constexpr std::size_t question_features = 1 << 15;

  HashedModel of_questions;  ///< By feature of the question; the same features as for clauses.
  std::vector<std::uint64_t> parts;  ///< Known profile features, ascending.
  std::vector<float> rarities;       ///< Weight of each part, above 0.
  HashedModel of_shapes;             ///< By part, then clause.

  /// O(features).
  ShapeVector vector_of(std::span<const std::uint32_t> question) const;
  /// `clauses`: those of the query, as in QueryLabels. O(profile · log parts).
  ShapeVector vector_of(const QueryShape &shape, std::uint64_t clauses) const;

  /// Adds the model's sections to a file. `read` reads them and fails with SegmentFile::fail.
  void write(SegmentWriter &writer) const;
  static ShapeModel read(const SegmentFile &file);
};

/// A question's vector by a shape model.
struct QuestionForm {
  std::shared_ptr<const ShapeModel> model;  ///< nullptr: unknown.
  ShapeVector vector{};
};

/// The most frequent clauses among the queries of one shape, which can differ because clauses
/// depend on values: LIMIT 1 is not LIMIT 3. Ties: the smallest; 0 for no queries. O(n log n).
std::uint64_t usual_clauses(std::vector<std::uint64_t> clauses);

}  // namespace sluice::inline v0

#endif
