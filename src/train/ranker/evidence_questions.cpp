#include "evidence_questions.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "recut_catalog.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/random.hpp"
#include "sluice/train/training_schema.hpp"

namespace sluice::inline v0::train_detail {
namespace {

constexpr std::array<Recut, 2> all_recuts{Recut::coded, Recut::merged};

/// The databases of one fold to be recut in one way.
struct RecutJob {
  std::size_t fold;
  Recut how;
  std::vector<RecutSource> sources;
};

/// The training examples by database and fold, at most as many of each as recut catalogs take.
/// Databases to be merged are spelled in other styles, where there is a respelled schema.
std::vector<RecutJob> recut_jobs(std::span<const RankerTrainingSet> sets,
                                 std::span<const ExampleVersion> versions, std::size_t folds,
                                 const RankerTrainerOptions &options) {
  std::vector<RecutJob> jobs;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::map<std::pair<std::size_t, DatabaseId>, std::vector<RankerExample>> examples;
    for (const ExampleVersion &version : versions) {
      if (!version.is_plain) continue;
      for (const std::size_t i : version.chosen) {
        if (version.folds[i] != fold) continue;
        const RankerExample &example = version.examples[i];
        std::vector<RankerExample> &kept = examples[{version.set, example.database}];
        if (kept.size() < options.per_recut_database) kept.push_back(example);
      }
    }
    std::vector<std::pair<std::size_t, DatabaseId>> databases;
    for (const auto &[database, of] : examples) databases.push_back(database);
    Random(options.seed + fold).shuffle(databases);  // so that merged ones are on many subjects
    const std::size_t first = jobs.size();
    for (const Recut how : all_recuts) jobs.push_back({fold, how, {}});
    for (std::size_t d = 0; d < databases.size(); ++d) {
      RecutJob &job = jobs[first + d % all_recuts.size()];
      const RankerTrainingSet &set = sets[databases[d].first];
      const RankerSchema &schema =
          job.how == Recut::merged && set.respelled ? *set.respelled : set.schema;
      job.sources.push_back(
          {&schema.catalog(), databases[d].second, std::move(examples[databases[d]])});
    }
  }
  std::erase_if(jobs, [](const RecutJob &job) { return job.sources.empty(); });
  return jobs;
}

}  // namespace

std::vector<EvidenceQuestions> evidence_questions(
    std::span<const RankerTrainingSet> sets, std::span<const ExampleVersion> versions,
    std::span<const std::shared_ptr<const RankerModel>> without_fold,
    const std::shared_ptr<const RankerModel> &whole, std::span<const RankerTrainingSet> unlike,
    const RankerTrainerOptions &options, const Progress &progress) {
  std::vector<EvidenceQuestions> questions;
  for (const ExampleVersion &version : versions) {
    if (!version.is_plain) continue;
    for (std::size_t fold = 0; fold < without_fold.size(); ++fold) {
      EvidenceQuestions of{version.schema.with_values(nullptr), {}, without_fold[fold]};
      for (std::size_t i = 0; i < version.chosen.size(); i += options.evidence_every) {
        const RankerExample &example = version.examples[version.chosen[i]];
        if (version.folds[version.chosen[i]] == fold) of.examples.push_back(example);
      }
      if (!of.examples.empty()) questions.push_back(std::move(of));
    }
  }
  for (const RankerTrainingSet &set : unlike) {
    if (set.examples.empty()) continue;
    questions.push_back(
        {set.schema.with_values(nullptr), set.examples, whole, CatalogShape::unlike});
  }
  const std::vector<RecutJob> jobs = recut_jobs(sets, versions, without_fold.size(), options);
  const RankerEmbedders &embedders = sets.front().schema.embedders();
  std::vector<std::optional<EvidenceQuestions>> recut(jobs.size());
  run_jobs(
      jobs.size(), options.threads,
      [&](std::size_t j, const Progress &reports) {
        reports.step("recut catalogs", j, jobs.size());
        RecutCatalog made = recut_catalog(jobs[j].sources, jobs[j].how, options.seed + j);
        recut[j] = {training_schema(std::move(made.catalog), embedders), std::move(made.examples),
                    without_fold[jobs[j].fold], CatalogShape::recut};
      },
      progress);
  for (auto &of : recut) questions.push_back(std::move(*of));
  return questions;
}

}  // namespace sluice::inline v0::train_detail
