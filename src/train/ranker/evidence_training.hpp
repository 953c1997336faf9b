#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP

/// Learns how to weigh evidence on questions about many catalogs of unlike shape.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// Questions about one catalog, each with a model that was trained without its database.
struct EvidenceQuestions {
  RankerSchema schema;
  std::vector<const RankerExample *> examples;
  std::shared_ptr<const RankerModel> model;
  /// Whether the model's other training is unlike this catalog; such catalogs count more.
  bool is_unlike = false;
};

/// Every n-th training example as it is written, with a model that was trained without its fold,
/// and all questions about unlike catalogs with the whole model. Reworded examples teach nothing
/// about catalogs of other shapes.
std::vector<EvidenceQuestions> evidence_questions(
    std::span<const ExampleVersion> versions,
    std::span<const std::shared_ptr<const RankerModel>> without_fold,
    const std::shared_ptr<const RankerModel> &whole, std::span<const RankerTrainingSet> unlike,
    const RankerTrainerOptions &options);

/// The result does not depend on the number of threads.
EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
