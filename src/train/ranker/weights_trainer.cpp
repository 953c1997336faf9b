#include "weights_trainer.hpp"

#include <algorithm>
#include <cstddef>

#include "route/features/ranker_features.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/learn/calibration.hpp"

namespace sluice::inline v0::train_detail {
namespace {

enum class Level { columns, tables, databases };
constexpr std::size_t levels = 3;

void fit(const WeightsTrainer &of, std::size_t without, Level level,
         const RankerTrainerOptions &options, RankerWeights &weights) {
  switch (level) {
    case Level::columns:
      weights.columns.trees = of.rows.fit_columns(without, options.columns);
      break;
    case Level::tables: weights.tables.trees = of.rows.fit_tables(without, options.tables); break;
    case Level::databases:
      weights.databases.weights =
          of.rows.fit_databases(without, options.databases_every, options.databases);
      weights.contenders =
          of.rows.fit_contenders(without, weights.databases.weights, of.contenders);
      break;
  }
}

std::vector<std::string> names_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

}  // namespace

std::size_t WeightsTrainer::part_count(const RankerTrainerOptions &options) {
  return std::max<std::size_t>(2, options.folds / 2);
}

WeightsTrainer::WeightsTrainer(const RankerFeatures &features, const RankerTrainerOptions &options)
    : rows(features.database_features().size(), features.word_features().size()),
      contenders(features.schema().embedders().sentences ? options.contenders_by_encoder
                                                         : options.contenders) {
  weights.databases.features = names_of(features.database_features());
  weights.tables.features = names_of(features.table_features());
  weights.columns.features = names_of(features.column_features());
  others.assign(part_count(options), weights);
}

void fit_weights(std::span<WeightsTrainer *const> all, const RankerTrainerOptions &options,
                 const Progress &progress) {
  struct Job {
    WeightsTrainer *trainer;
    std::size_t part;  // the last part means all rows
    Level level;
  };
  const std::size_t parts = WeightsTrainer::part_count(options);
  std::vector<Job> jobs;
  // Fits to all rows take longest, so they start first.
  for (std::size_t part = parts + 1; part-- > 0;) {
    for (std::size_t level = 0; level < levels; ++level) {
      for (WeightsTrainer *const trainer : all)
        jobs.push_back({trainer, part, static_cast<Level>(level)});
    }
  }
  run_jobs(
      jobs.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("weights", job, jobs.size());
        const auto &[trainer, part, level] = jobs[job];
        if (part == parts) {
          fit(*trainer, TrainingRows::no_part, level, options, trainer->weights);
        } else {
          fit(*trainer, part, level, options, trainer->others[part]);
        }
      },
      progress);
  std::vector<ScoredGroups> scored(all.size() * parts);
  run_jobs(scored.size(), options.threads, [&](std::size_t job, const Progress &) {
    const WeightsTrainer &of = *all[job / parts];
    scored[job] = of.rows.scored(job % parts, of.others[job % parts]);
  });
  for (std::size_t t = 0; t < all.size(); ++t) {
    ScoredGroups of_all_parts;
    for (std::size_t part = 0; part < parts; ++part) of_all_parts.append(scored[t * parts + part]);
    const auto &[scores, sizes, right] = of_all_parts;
    all[t]->weights.temperature = fit_temperature(scores, sizes, right);
  }
}

}  // namespace sluice::inline v0::train_detail
