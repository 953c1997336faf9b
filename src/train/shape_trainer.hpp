#ifndef SLUICE_SRC_TRAIN_SHAPE_TRAINER_HPP
#define SLUICE_SRC_TRAIN_SHAPE_TRAINER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "feature_rows.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/shape_model.hpp"
#include "sluice/train/label_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// Distinct shapes, and the shape of each question's query.
struct TrainingShapes {
  std::vector<std::shared_ptr<const QueryShape>> shapes;
  std::vector<std::uint64_t> clauses;  ///< Clauses of each shape.
  std::vector<std::uint32_t> of_rows;  ///< By row of the questions: index of the shape.
};

/// Softmax over all shapes; minimizes the mean of -log P(shape | question) over the weights of both
/// sides. Single-threaded. The same rows give the same model, bit for bit, with the same compiler.
/// O(rounds · (rows · features + rows · shapes + batches · parts of shapes)), each multiplied by
/// the dimensions.
ShapeModel train_shapes(const FeatureRows &questions, const TrainingShapes &shapes,
                        const ShapeTrainerOptions &options, const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
