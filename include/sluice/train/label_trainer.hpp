#ifndef SLUICE_TRAIN_LABEL_TRAINER_HPP
#define SLUICE_TRAIN_LABEL_TRAINER_HPP

/// Trains a LabelModel on questions with known evidence and gold labels.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sluice/core/progress.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0 {

class QueryShape;

/// Tuned by training on two thirds of Spider's train databases and testing on the rest.
struct ShapeTrainerOptions {
  std::size_t rounds = 4;
  std::size_t batch = 32;  ///< Above 0.
  float rate = 0.02F;      ///< Learning rate of AdaGrad (Duchi et al. 2011).
  float start = 0.09F;     ///< Bound of the parts' initial weights.
  /// Fraction of a question's features dropped in each step (dropout, Srivastava et al. 2014), in
  /// [0, 1).
  double dropped = 0.7;
  /// Fraction of the steps, at the end, over which the weights are averaged (Polyak and Juditsky
  /// 1992), in [0, 1].
  double averaged = 0.5;
  std::uint64_t seed = 1;
};

/// A question, its evidence, and the labels of its gold query. Holds views, like LabelEvidence.
struct LabelExample {
  const LabelSchema *schema = nullptr;
  LabelEvidence evidence;
  QueryLabels labels;
  std::shared_ptr<const QueryShape> shape;  ///< Of the gold query.
};

/// Tuned by training on two thirds of Spider's train databases and testing on the rest.
struct LabelTrainerOptions {
  std::size_t columns_per_split = 64;
  std::size_t rounds = 6;  ///< Epochs over all examples.
  /// Features that are set less often in all examples are ignored.
  std::size_t min_questions = 3;
  std::size_t min_columns = 8;
  double rate = 0.02;  ///< Learning rate of AdaGrad (Duchi et al. 2011).
  double l2 = 1e-5;
  std::uint64_t seed = 1;  ///< Of the order of examples.
  ShapeTrainerOptions shapes;
};

/// Logistic regression, with a softmax per group of clauses. Single-threaded. The same examples and
/// options give the same model, bit for bit, with the same compiler. Each split is a separate
/// example. Throws Error(invalid_argument) if there are no examples or one has no shape,
/// Error(mismatch) and Error(cancelled). O(rounds · features · labels).
LabelModel train_labels(std::span<const LabelExample> examples,
                        const LabelTrainerOptions &options = {}, const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
