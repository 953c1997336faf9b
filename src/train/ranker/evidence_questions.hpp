#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_QUESTIONS_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_QUESTIONS_HPP

/// The questions that the weights of evidence are learned from.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// How a catalog compares with those that the model's other weights are learned from.
enum class CatalogShape : std::uint8_t {
  alike,
  unlike,
  recut,  ///< Their databases in other shapes.
};

/// Questions about one catalog, with a model that was trained without their databases.
struct EvidenceQuestions {
  RankerSchema schema;
  std::vector<RankerExample> examples;
  std::shared_ptr<const RankerModel> model;
  CatalogShape shape = CatalogShape::alike;
};

/// Every n-th training example as it is written, with a model that was trained without its fold;
/// fewer of them about recut catalogs, each of databases of one fold, with the same model; and all
/// questions about unlike catalogs with the whole model. Reworded examples teach nothing about
/// catalogs of other shapes. `versions`: of `sets`.
std::vector<EvidenceQuestions> evidence_questions(
    std::span<const RankerTrainingSet> sets, std::span<const ExampleVersion> versions,
    std::span<const std::shared_ptr<const RankerModel>> without_fold,
    const std::shared_ptr<const RankerModel> &whole, std::span<const RankerTrainingSet> unlike,
    const RankerTrainerOptions &options, const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
