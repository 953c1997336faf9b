/// A suite from gold queries to a file.

#include <string>
#include <utility>
#include <vector>

#include "callback_hold.hpp"
#include "golds.hpp"
#include "internal.hpp"
#include "progress.hpp"
#include "sluice/pipeline/suite_run.hpp"

using namespace sluice::capi;

namespace {

sluice::MutatorSet mutator_set_of(sluice_mutators mutators) {
  switch (mutators) {
    case SLUICE_MUTATORS_ALL: return sluice::MutatorSet::all;
    case SLUICE_MUTATORS_PAPER: return sluice::MutatorSet::paper;
    case SLUICE_MUTATORS_TREE: return sluice::MutatorSet::tree;
    default:
      refuse("mutators is " + std::to_string(mutators) +
             ", expected SLUICE_MUTATORS_ALL, _PAPER or _TREE");
  }
}

void choose_data(sluice_suite_data data, sluice::DistillOptions &options) {
  if (data < SLUICE_SUITE_DATA_ALL || data > SLUICE_SUITE_DATA_RANDOM) {
    refuse("data is " + std::to_string(data) +
           ", expected SLUICE_SUITE_DATA_ALL, _DIRECTED or _RANDOM");
  }
  options.directed = data != SLUICE_SUITE_DATA_RANDOM;
  options.random = data != SLUICE_SUITE_DATA_DIRECTED;
}

sluice::SuiteOptions building_of(const sluice_suite_run_options &given) {
  if (given.jobs == 0) refuse("the options ask for 0 jobs, expected at least 1");
  if (given.shard >= given.shards) {
    refuse("the options ask for shard " + std::to_string(given.shard) + ", counted from 0, of " +
           std::to_string(given.shards));
  }
  if (given.reserved != 0) {
    throw sluice::Error(sluice::ErrorCode::unsupported, "the options set a reserved field");
  }
  sluice::SuiteOptions building;
  building.mutators = mutator_set_of(given.mutators);
  choose_data(given.data, building.distill);
  building.distill.seed = given.seed;
  building.infer_keys = given.infer_keys != 0;
  building.jobs = given.jobs;
  building.shard = given.shard;
  building.shards = given.shards;
  return building;
}

}  // namespace

sluice_status sluice_suite_run(const char *gold, size_t gold_size, const char *databases,
                               size_t databases_size, const char *file, size_t file_size,
                               const sluice_suite_run_options *options, sluice_text **out,
                               sluice_error **error) noexcept {
  const CallbackHold hold(options, &sluice_suite_run_options::progress);
  return guarded(error, [&] {
    require(out, "out");
    const auto chosen =
        options_in(options, sluice_suite_run_options SLUICE_SUITE_RUN_OPTIONS_INIT, "options");
    if (chosen.golds == nullptr) require(gold, "gold");
    sluice::SuiteRunOptions running;
    if (gold != nullptr) running.gold.name = path_in(gold, gold_size, "gold");
    running.golds = golds_in(chosen.golds, chosen.gold_count, "options->golds");
    running.databases = path_in(databases, databases_size, "databases");
    running.tables = optional_path_in(chosen.tables, "options->tables");
    running.out = path_in(file, file_size, "file");
    running.building = building_of(chosen);
    running.resume = chosen.resume != 0;
    running.save_every = chosen.save_every;
    Reporter reporter(chosen.progress);
    const sluice::SuiteRunResult result =
        sluice::SuiteRun(std::move(running))
            .run(sluice::Progress(reporter), token_of(chosen.cancellation));
    *out = new sluice_text{to_json(result)};
  });
}
