#ifndef SLUICE_TRAIN_LABEL_TRAINER_HPP
#define SLUICE_TRAIN_LABEL_TRAINER_HPP

/// Trains a LabelModel on questions whose evidence and gold labels are known.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sluice/core/progress.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice {

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

/// A question, what is known of it, and its gold query's labels. Views, as in LabelEvidence.
struct LabelExample {
  const LabelSchema *schema = nullptr;
  LabelEvidence evidence;
  QueryLabels labels;
  std::shared_ptr<const QueryShape> shape;  ///< Of the gold query.
};

/// Chosen by training on two thirds of Spider's train databases and asking about the third.
struct LabelTrainerOptions {
  std::size_t columns_per_split = 64;
  std::size_t rounds = 6;  ///< Times over all examples.
  /// Features that are set less often in all examples are passed over.
  std::size_t min_questions = 3;
  std::size_t min_columns = 8;
  double rate = 0.02;  ///< AdaGrad's (Duchi et al. 2011).
  double l2 = 1e-5;
  std::uint64_t seed = 1;  ///< Of the order.
  ShapeTrainerOptions shapes;
};

/// Logistic regression, softmax for each group of clauses, on one thread: the same examples and
/// options give the same model, bit for bit, with one compiler. Each split is an example of its
/// own. Throws Error: invalid_argument (no examples, no shape),
/// mismatch, cancelled. O(rounds · features ·
/// labels).
LabelModel train_labels(std::span<const LabelExample> examples,
                        const LabelTrainerOptions &options = {}, const Progress &progress = {});

}  // namespace sluice

#endif
