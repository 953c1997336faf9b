#include "sluice/train/ranker_trainer.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "adapter_trainer.hpp"
#include "confidence_training.hpp"
#include "evidence_questions.hpp"
#include "evidence_training.hpp"
#include "example_version.hpp"
#include "route/features/ranker_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/train/linear_fit.hpp"
#include "training_check.hpp"
#include "unseen_rankings.hpp"
#include "weights_trainer.hpp"

namespace sluice::inline v0 {
namespace {

using train_detail::ExampleVersion;
using train_detail::WeightsTrainer;

constexpr std::size_t no_fold = SIZE_MAX;

std::vector<std::string> names_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

/// Returns the set for calibration: the first one with questions, and with values if requested.
/// Questions of other sets may be harder or easier than real ones. Returns the number of sets if
/// there is none.
std::size_t judge_of(std::span<const RankerTrainingSet> sets, bool with_content) {
  const auto found = std::ranges::find_if(sets, [&](const RankerTrainingSet &set) {
    return !set.examples.empty() && (!with_content || set.schema.values() != nullptr);
  });
  return static_cast<std::size_t>(found - sets.begin());
}

/// Returns the rows with only the named features, in that order.
std::vector<float> with_features(std::span<const float> rows, std::span<const std::string> all,
                                 std::span<const std::string> kept) {
  std::vector<std::size_t> positions;
  for (const std::string &name : kept)
    positions.push_back(static_cast<std::size_t>(std::ranges::find(all, name) - all.begin()));
  std::vector<float> selected;
  selected.reserve(rows.size() / all.size() * kept.size());
  for (std::size_t row = 0; row < rows.size(); row += all.size()) {
    for (const std::size_t position : positions) selected.push_back(rows[row + position]);
  }
  return selected;
}

/// Returns the rows as a smaller set of features would have computed them.
RankerRows reduced_to(const RankerFeatures &fewer, const RankerFeatures &features,
                      const RankerRows &rows) {
  RankerRows reduced;
  reduced.candidates = rows.candidates;
  reduced.gold = rows.gold;
  reduced.gold_tables = rows.gold_tables;
  reduced.gold_columns = rows.gold_columns;
  reduced.databases =
      with_features(rows.databases, features.database_features(), fewer.database_features());
  reduced.words.numbers =
      with_features(rows.words.numbers, features.word_features(), fewer.word_features());
  reduced.words.columns = fewer.word_features().size();
  reduced.words.sizes = rows.words.sizes;
  reduced.tables = with_features(rows.tables, features.table_features(), fewer.table_features());
  reduced.columns =
      with_features(rows.columns, features.column_features(), fewer.column_features());
  return reduced;
}

/// The questions of all folds, and the translation models trained without each fold.
struct Trial {
  std::span<const RankerTrainingSet> sets;
  std::vector<train_detail::SetFolds> folds;  // by set
  std::vector<std::shared_ptr<const TranslationModel>> translations;
  std::vector<std::shared_ptr<const SentenceAdapters>> adapters;
};

/// Processes every n-th training example with features trained without its fold: calls
/// `make(features, example)` on several threads, then `take(result, version, fold)`, fold by fold
/// and always in the same order. If `fusion` is nullptr, there is no fusion yet, and no content.
template <class Make, class Take>
void ask_all(const std::vector<ExampleVersion> &versions, const Trial &trial,
             const NamedModel *fusion, std::size_t every, const RankerTrainerOptions &options,
             const Progress &progress, Make make, Take take) {
  struct Asked {
    std::size_t version, example;
  };
  constexpr std::size_t at_once = 256;  // limits the rows that are in memory twice
  std::size_t done = 0, all = 0;
  for (const ExampleVersion &version : versions) all += (version.chosen.size() + every - 1) / every;
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    std::vector<RankerFeatures> features;  // by version
    std::vector<Asked> asked;
    for (std::size_t v = 0; v < versions.size(); ++v) {
      const RankerSchema &schema = versions[v].schema;
      features.emplace_back(fusion != nullptr ? schema : schema.with_values(nullptr),
                            trial.translations[fold], trial.adapters[fold],
                            fusion != nullptr ? &fusion->weights : nullptr);
      const std::vector<std::size_t> &chosen = versions[v].chosen;
      for (std::size_t c = 0; c < chosen.size(); c += every) {
        if (versions[v].folds[chosen[c]] == fold) asked.push_back({v, chosen[c]});
      }
    }
    using Made = decltype(make(features.front(), versions.front().examples.front()));
    std::span<const Asked> before;
    std::vector<Made> made, made_before;
    const auto take_before = [&] {
      for (std::size_t i = 0; i < before.size(); ++i)
        take(std::move(made_before[i]), versions[before[i].version], fold);
    };
    for (std::size_t first = 0; first < asked.size(); first += at_once) {
      const auto some = std::span(asked).subspan(first, std::min(at_once, asked.size() - first));
      made.resize(some.size());
      run_jobs(
          some.size() + 1, options.threads,
          [&](std::size_t job, const Progress &reports) {
            if (job == 0) return take_before();  // while other threads compute the next ones
            reports.step(fusion != nullptr ? "features" : "fusion", done + job - 1, all);
            const auto [version, example] = some[job - 1];
            made[job - 1] = make(features[version], versions[version].examples[example]);
          },
          progress);
      done += some.size();
      before = some;
      made.swap(made_before);
    }
    take_before();
  }
}

/// Fits the fusion of signals without content; all weights use it.
NamedModel fusion_of(const std::vector<ExampleVersion> &versions, const Trial &trial,
                     const RankerTrainerOptions &options, const Progress &progress) {
  const RankerFeatures any(versions.front().schema.with_values(nullptr), trial.translations[0],
                           trial.adapters[0]);
  NamedModel fusion{names_of(any.table_features().first(any.fusible())), {}};
  RankedGroups groups;
  groups.columns = any.fusible();
  ask_all(
      versions, trial, nullptr, options.fusion_every, options, progress,
      [&](const RankerFeatures &features, const RankerExample &example) {
        return table_group(features, example, options.candidates);
      },
      [&](const RankedGroups &group, const ExampleVersion &, std::size_t) {
        groups.append(group);
      });
  if (groups.sizes.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        "no question has its gold database among its candidates; training needs at least one "
        "such question");
  }
  LinearFitOptions fit = options.fusion;
  fit.threads = options.threads;  // all threads, since nothing else can run yet
  fusion.weights = fit_listwise(std::move(groups), fit);
  return fusion;
}

/// Returns, by fold, a model trained without it. `others` are weights trained without a part, for
/// content or for schemas alone.
std::vector<std::shared_ptr<const RankerModel>> models_without_folds(
    bool with_content, std::span<const RankerWeights> others, float temperature,
    const NamedModel &fusion, const Trial &trial) {
  const RankerEmbedders &by = trial.sets.front().schema.embedders();
  std::vector<std::shared_ptr<const RankerModel>> models;
  for (std::size_t fold = 0; fold < trial.translations.size(); ++fold) {
    auto model = std::make_shared<RankerModel>();
    model->info.words = by.words.fingerprint();
    model->info.sentences = train_detail::fingerprint_of(by.sentences);
    model->translation = *trial.translations[fold];
    model->adapters = *trial.adapters[fold];
    model->fusion = fusion;
    RankerWeights &weights = with_content ? model->with_content.emplace() : model->schema_only;
    weights = others[fold % others.size()];
    weights.temperature = temperature;
    models.push_back(std::move(model));
  }
  return models;
}

/// Returns the held-out questions to calibrate a ranker with these weights.
train_detail::HeldOutQuestions held_out_for(const RankerFeatures &features,
                                            const NamedModel &fusion, const Trial &trial,
                                            WeightsTrainer &of) {
  const bool with_content = features.schema().values() != nullptr;
  const std::size_t judge = judge_of(trial.sets, with_content);
  const RankerSchema &schema = trial.sets[judge].schema;
  return {with_content ? schema : schema.with_values(nullptr), trial.sets[judge].examples,
          trial.folds[judge].examples,
          models_without_folds(with_content, of.others, of.weights.temperature, fusion, trial),
          &of.weights};
}

void add_keys(const Catalog &catalog, std::span<const RankerExample> examples,
              std::set<std::uint64_t> &keys) {
  for (const RankerExample &example : examples) {
    const std::string_view database = catalog.database(example.database).name();
    keys.insert(RankerModel::question_key(database, example.question));
  }
}

}  // namespace

std::shared_ptr<const RankerModel> train_ranker(std::span<const RankerTrainingSet> sets,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options,
                                                const Progress &progress, UnseenRankings *unseen,
                                                std::span<const RankerTrainingSet> unlike,
                                                std::vector<EvidenceAblation> *ablations) {
  train_detail::check_training(sets, unlike, options);
  Trial trial{sets, train_detail::folds_of(sets, options), {}, {}};

  struct Source {
    const Catalog *catalog;
    const RankerExample *example;
    std::size_t fold;
  };
  std::vector<Source> sources;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto add = [&](const std::vector<RankerExample> &examples,
                         const std::vector<std::size_t> &folds) {
      for (std::size_t i = 0; i < examples.size(); ++i)
        sources.push_back({&sets[s].schema.catalog(), &examples[i], folds[i]});
    };
    add(sets[s].examples, trial.folds[s].examples);
    add(sets[s].reworded, trial.folds[s].reworded);
  }
  std::vector<TranslationPair> pairs(sources.size()), glossary;
  run_jobs(pairs.size() + 1, options.threads, [&](std::size_t job, const Progress &) {
    if (job == 0) {
      glossary = translation_pairs(options.glossary);  // one long job, started first
    } else {
      const Source &of = sources[job - 1];
      pairs[job - 1] = translation_pair(*of.catalog, *of.example);
    }
  });
  const auto translation_without = [&](std::size_t fold) {
    std::vector<TranslationPair> kept;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (sources[i].fold != fold) kept.push_back(pairs[i]);
    }
    return TranslationModel::train(kept, glossary, options.translation);
  };
  auto model = std::make_shared<RankerModel>();
  trial.translations.resize(options.folds);
  run_jobs(
      options.folds + 1, options.threads,
      [&](std::size_t fold, const Progress &reports) {
        reports.step("translations", fold, options.folds + 1);
        if (fold == options.folds) {
          model->translation = translation_without(no_fold);
        } else {
          trial.translations[fold] =
              std::make_shared<const TranslationModel>(translation_without(fold));
        }
      },
      progress);
  const std::vector<ExampleVersion> versions =
      train_detail::versions_of(sets, trial.folds, options, progress);
  std::vector<SentenceAdapters> adapters_without =
      train_detail::AdapterTrainer(versions, options, progress).without_each_fold(progress);
  model->adapters = std::move(adapters_without.back());
  adapters_without.pop_back();
  for (SentenceAdapters &of : adapters_without)
    trial.adapters.push_back(std::make_shared<const SentenceAdapters>(std::move(of)));
  model->fusion = fusion_of(versions, trial, options, progress);
  const std::size_t judge = judge_of(sets, false), judge_with_content = judge_of(sets, true);
  const std::shared_ptr<const TranslationModel> translation{model, &model->translation};
  const RankerSchema &any = sets.front().schema;
  const std::shared_ptr<const SentenceAdapters> adapters{model, &model->adapters};
  const RankerFeatures schema_only(any.with_values(nullptr), translation, adapters,
                                   &model->fusion.weights);
  const RankerSchema *const with_values =
      judge_with_content != sets.size() ? &sets[judge_with_content].schema : nullptr;
  const RankerFeatures with_content(with_values != nullptr ? *with_values : any, translation,
                                    adapters, &model->fusion.weights);
  WeightsTrainer of_schema(schema_only, options), of_content(with_content, options);
  std::vector<WeightsTrainer *> weights{&of_schema};
  if (with_values != nullptr) weights.push_back(&of_content);
  const auto add = [&](RankerRows made, const ExampleVersion &version, std::size_t fold) {
    const std::size_t part = fold % WeightsTrainer::part_count(options);
    if (version.schema.values()) {
      of_schema.rows.add(reduced_to(schema_only, with_content, made), part, version.set == judge);
      of_content.rows.add(std::move(made), part, version.set == judge_with_content);
    } else {
      of_schema.rows.add(std::move(made), part, version.set == judge);
    }
  };
  ask_all(
      versions, trial, &model->fusion, 1, options, progress,
      [&](const RankerFeatures &features, const RankerExample &example) {
        return ranker_rows(features, example, options.candidates);
      },
      add);
  train_detail::fit_weights(weights, options, progress);
  model->schema_only = of_schema.weights;
  EvidenceModel evidence = train_detail::fit_evidence(
      train_detail::evidence_questions(sets, versions,
                                       models_without_folds(false, of_schema.others,
                                                            of_schema.weights.temperature,
                                                            model->fusion, trial),
                                       model, unlike, options, progress),
      options, progress, ablations);
  for (WeightsTrainer *of : weights) {
    for (RankerWeights &without_part : of->others) without_part.evidence = evidence;
    of->weights.evidence = evidence;
  }
  if (unseen != nullptr) {
    train_detail::tell_unseen(versions,
                              models_without_folds(false, of_schema.others,
                                                   of_schema.weights.temperature, model->fusion,
                                                   trial),
                              options, progress, *unseen);
  }
  std::vector<train_detail::HeldOutQuestions> held_out{
      held_out_for(schema_only, model->fusion, trial, of_schema)};
  if (with_values != nullptr)
    held_out.push_back(held_out_for(with_content, model->fusion, trial, of_content));
  train_detail::fit_confidence(held_out, options, progress);
  model->schema_only = std::move(of_schema.weights);
  if (with_values != nullptr) model->with_content = std::move(of_content.weights);

  const RankerEmbedders &by = any.embedders();
  model->info = {std::move(trained_on),
                 0,
                 0,
                 options.copies,
                 by.words.fingerprint(),
                 train_detail::fingerprint_of(by.sentences),
                 0};
  std::set<std::uint64_t> seen, seen_by_evidence;
  for (const RankerTrainingSet &set : sets) {
    std::set<DatabaseId> databases;
    for (const auto *examples : {&set.examples, &set.reworded}) {
      add_keys(set.schema.catalog(), *examples, seen);
      for (const RankerExample &example : *examples) databases.insert(example.database);
      model->info.questions += examples->size();
    }
    model->info.databases += databases.size();
    if (!set.schema.values()) continue;
    for (const auto &segment : set.schema.values()->segments())
      model->info.contents += segment != nullptr && segment->values() > 0 ? 1 : 0;
  }
  for (const RankerTrainingSet &set : unlike)
    add_keys(set.schema.catalog(), set.examples, seen_by_evidence);
  model->seen.assign(seen.begin(), seen.end());
  model->seen_by_evidence.assign(seen_by_evidence.begin(), seen_by_evidence.end());
  return model;
}

}  // namespace sluice::inline v0
