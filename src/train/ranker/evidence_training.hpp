#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP

/// Learns how to weigh evidence on questions about many catalogs of unlike shape.

#include <span>
#include <vector>

#include "evidence_questions.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// `ablations`, if not nullptr, receives the model without each feature, in the order of
/// evidence_features. The results do not depend on the number of threads.
EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress,
                           std::vector<EvidenceAblation> *ablations);

}  // namespace sluice::inline v0::train_detail

#endif
