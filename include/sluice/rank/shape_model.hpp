#ifndef SLUICE_RANK_SHAPE_MODEL_HPP
#define SLUICE_RANK_SHAPE_MODEL_HPP

/// Which shape a question's query has: questions and shapes as places in one space, in which a
/// question lies in the direction of its query's shape. Shapes that were never seen have a place,
/// too: it is made of their parts.

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
using ShapePlace = std::array<float, shape_dimensions>;

/// log P(shape | question) is, but for a constant, the product of their places. Plain data.
struct ShapeModel {
  /// Features of a question; a power of two.
  static constexpr std::size_t question_features = 1 << 15;

  HashedModel of_questions;          ///< By feature of the question, as of a query's clauses.
  std::vector<std::uint64_t> parts;  ///< Features of profiles that are known, ascending.
  std::vector<float> rarities;       ///< Of each of them, above 0.
  HashedModel of_shapes;             ///< By part, then clause.

  /// O(features).
  ShapePlace place_of(std::span<const std::uint32_t> question) const;
  /// `clauses`: the query's, as in QueryLabels. O(profile · log parts).
  ShapePlace place_of(const QueryShape &shape, std::uint64_t clauses) const;

  /// Adds its sections to a file, and reads them again; fails as SegmentFile::fail does.
  void write(SegmentWriter &writer) const;
  static ShapeModel read(const SegmentFile &file);
};

/// A question, as a model sees it.
struct QuestionForm {
  std::shared_ptr<const ShapeModel> model;  ///< Null: nothing is known.
  ShapePlace place{};
};

/// What most queries of one shape have for clauses, which values decide: LIMIT 1 is not LIMIT 3.
/// The smallest of those that are as frequent; 0 of none. O(n log n).
std::uint64_t usual_clauses(std::vector<std::uint64_t> clauses);

}  // namespace sluice::inline v0

#endif
