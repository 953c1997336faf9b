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

#include "sluice/core/segment_file.hpp"
#include "sluice/rank/hashed_model.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice {

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

/// Chosen by training on two thirds of Spider's train databases and asking about the third.
struct ShapeTrainerOptions {
  std::size_t rounds = 4;
  std::size_t batch = 32;  ///< Above 0.
  float rate = 0.02F;      ///< AdaGrad's (Duchi et al. 2011).
  float start = 0.09F;     ///< The weights of parts begin within.
  /// Of a question's features, anew each time, so that no few of them carry it (dropout, Srivastava
  /// et al. 2014); in [0, 1).
  double dropped = 0.7;
  /// Of the steps, the last, over which the weights are averaged (Polyak and Juditsky 1992); in
  /// [0, 1].
  double averaged = 0.5;
  std::uint64_t seed = 1;
};

/// What most queries of one shape have for clauses, which values decide: LIMIT 1 is not LIMIT 3.
/// The smallest of those that are as frequent; 0 of none. O(n log n).
std::uint64_t usual_clauses(std::vector<std::uint64_t> clauses);

}  // namespace sluice

#endif
