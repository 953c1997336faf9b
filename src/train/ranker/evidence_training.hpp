#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_TRAINING_HPP

/// Learns how to weigh evidence on questions about many catalogs of unlike shape.

#include <span>

#include "evidence_questions.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// The result does not depend on the number of threads.
EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
