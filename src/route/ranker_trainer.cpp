#include "sluice/route/ranker_trainer.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "adapter_trainer.hpp"
#include "example_version.hpp"
#include "sluice/core/error.hpp"
#include "sluice/learn/folds.hpp"
#include "sluice/route/ranker.hpp"
#include "training_rows.hpp"

namespace sluice {
namespace {

using detail::ExampleVersion;
using detail::rows_without;
using detail::TrainingRows;

constexpr std::size_t no_fold = SIZE_MAX;

std::uint64_t fingerprint_of(const std::optional<AnyEmbedder> &embedder) {
  return embedder ? embedder->fingerprint() : 0;
}

/// Weights that judge what was held back are fitted without two folds or so at once: each fit
/// takes seconds.
std::size_t part_count(const RankerTrainerOptions &options) {
  return std::max<std::size_t>(2, (options.folds + 1) / 2);
}

std::vector<std::string> names_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

void check(std::span<const RankerTrainingSet> sets, const RankerTrainerOptions &options) {
  if (sets.empty() || options.folds < 2 || options.per_database == 0 || options.fusion_every == 0 ||
      options.judged_every == 0 || options.contenders_every == 0 || options.candidates == 0 ||
      options.adapter_databases == 0) {
    throw Error(ErrorCode::invalid_argument,
                "training needs two folds, some examples, some candidates and some databases");
  }
  const RankerEmbedders &by = sets.front().schema.embedders();
  for (const RankerTrainingSet &set : sets) {
    const RankerEmbedders &also = set.schema.embedders();
    if (also.words.fingerprint() != by.words.fingerprint() ||
        fingerprint_of(also.sentences) != fingerprint_of(by.sentences)) {
      throw Error(ErrorCode::mismatch, "what is trained on together was embedded differently");
    }
    for (const auto *examples : {&set.examples, &set.reworded}) {
      for (const RankerExample &example : *examples) {
        if (example.tables.empty()) {
          throw Error(ErrorCode::invalid_argument,
                      "an example has no gold table: " + example.question);
        }
      }
    }
  }
}

/// The set that says how sure the model may be: the first with questions, and with values if they
/// are asked for. What further sets ask may be harder or easier than what people ask. As many as
/// there are sets: none is.
std::size_t judge_of(std::span<const RankerTrainingSet> sets, bool with_content) {
  const auto found = std::ranges::find_if(sets, [&](const RankerTrainingSet &set) {
    return !set.examples.empty() && (!with_content || set.schema.values() != nullptr);
  });
  return static_cast<std::size_t>(found - sets.begin());
}

/// The folds of a set's questions.
struct SetFolds {
  std::vector<std::size_t> examples, reworded;
};

/// By set: databases of all sets are parted together.
std::vector<SetFolds> folds_of(std::span<const RankerTrainingSet> sets,
                               const RankerTrainerOptions &options) {
  std::vector<std::uint32_t> databases;
  std::uint32_t before = 0;
  for (const RankerTrainingSet &set : sets) {
    for (const auto *examples : {&set.examples, &set.reworded}) {
      for (const RankerExample &of : *examples) databases.push_back(before + of.database.value);
    }
    before += static_cast<std::uint32_t>(set.schema.catalog().database_count());
  }
  const std::vector<std::size_t> all = folds_by_group(databases, options.folds, options.seed);
  auto next = all.begin();
  const auto take = [&](std::size_t count) {
    const auto first = std::exchange(next, next + static_cast<std::ptrdiff_t>(count));
    return std::vector(first, next);
  };
  std::vector<SetFolds> folds(sets.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    folds[s].examples = take(sets[s].examples.size());
    folds[s].reworded = take(sets[s].reworded.size());
  }
  return folds;
}

/// Positions of the examples that are learned from: so many of a database, evenly spread.
std::vector<std::size_t> chosen_of(std::span<const RankerExample> examples,
                                   std::size_t per_database) {
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t i = 0; i < examples.size(); ++i) by_database[examples[i].database].push_back(i);
  std::vector<std::size_t> chosen;
  for (const auto &[database, all] : by_database) {
    const std::size_t kept = std::min(all.size(), per_database);
    for (std::size_t k = 0; k < kept; ++k) chosen.push_back(all[k * all.size() / kept]);
  }
  std::ranges::sort(chosen);
  return chosen;
}

/// Rows with the named features only, in that order.
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

/// The same rows as features that know less would have made them.
RankerRows reduced_to(const RankerFeatures &fewer, const RankerFeatures &features,
                      const RankerRows &rows) {
  RankerRows reduced = rows;
  reduced.databases =
      with_features(rows.databases, features.database_features(), fewer.database_features());
  reduced.tables = with_features(rows.tables, features.table_features(), fewer.table_features());
  reduced.columns =
      with_features(rows.columns, features.column_features(), fewer.column_features());
  return reduced;
}

/// What all folds were asked, and the translation model that did not see a fold.
struct Trial {
  std::span<const RankerTrainingSet> sets;
  std::vector<SetFolds> folds;  // by set
  std::vector<std::shared_ptr<const TranslationModel>> translations;
  std::vector<std::shared_ptr<const SentenceAdapters>> adapters;
};

/// What the rankings of questions with (1) and without (0) their database had to go by.
struct FitRows {
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;
  std::vector<std::size_t> folds;

  void add(const RankerAnswer &answer, bool fits, std::size_t fold) {
    if (answer.evidence.empty()) return;  // no database is left
    rows.insert(rows.end(), answer.evidence.begin(), answer.evidence.end());
    labels.push_back(fits ? 1 : 0);
    folds.push_back(fold);
  }
};

/// The threshold is chosen on probabilities by a model that did not see the question's database.
FitModel fit_of(const FitRows &all, std::size_t folds, const LinearFitOptions &options) {
  FitModel fit;
  if (std::ranges::find(all.labels, std::uint8_t{0}) == all.labels.end() ||
      std::ranges::find(all.labels, std::uint8_t{1}) == all.labels.end()) {
    return fit;
  }
  const std::size_t columns = all.rows.size() / all.labels.size();
  std::vector<float> answerable;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    if (std::ranges::all_of(all.folds, [fold](std::size_t of) { return of == fold; })) return fit;
    const LinearModel others = rows_without(fold, all.rows, all.labels, all.folds).fit(options);
    for (std::size_t r = 0; r < all.labels.size(); ++r) {
      if (all.folds[r] != fold || all.labels[r] == 0) continue;
      const auto row = std::span(all.rows).subspan(r * columns, columns);
      answerable.push_back(static_cast<float>(sigmoid(others.score(row))));
    }
  }
  std::ranges::sort(answerable);
  const double given_up = (1 - FitModel::kept) * static_cast<double>(answerable.size());
  fit.threshold = answerable[static_cast<std::size_t>(given_up)];
  fit.weights = fit_logistic(all.rows, columns, all.labels, options);
  return fit;
}

/// Weights of databases, tables and columns that did not see a part; TrainingRows::no_part: all.
/// `names`: of the features.
RankerWeights weights_without(std::size_t part, const TrainingRows &rows,
                              const RankerWeights &names, const RankerTrainerOptions &options) {
  RankerWeights weights = names;
  LinearModel &databases = weights.databases.weights;
  databases = rows.fit_databases(part, options.databases);
  weights.contenders =
      rows.fit_contenders(part, databases, options.contenders_every, options.contenders);
  weights.tables.trees = rows.fit_tables(part, options.tables);
  weights.columns.trees = rows.fit_columns(part, options.columns);
  return weights;
}

/// How surely gold's columns are found, and whether anything fits, by weights and translations that
/// did not see their database.
void fit_confidence(bool with_content, std::span<const RankerWeights> others,
                    const NamedModel &fusion, const Trial &trial,
                    const RankerTrainerOptions &options, const Progress &progress,
                    RankerWeights &weights) {
  const std::size_t set = judge_of(trial.sets, with_content);
  const RankerSchema &schema = trial.sets[set].schema;
  std::vector<std::vector<float>> right;
  FitRows fits;
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    progress.step("recall", fold, options.folds);
    auto model = std::make_shared<RankerModel>();
    const RankerEmbedders &by = trial.sets.front().schema.embedders();
    model->info.words = by.words.fingerprint();
    model->info.sentences = fingerprint_of(by.sentences);
    model->translation = *trial.translations[fold];
    model->adapters = *trial.adapters[fold];
    model->fusion = fusion;
    RankerWeights of = others[fold % others.size()];
    of.temperature = weights.temperature;
    if (with_content) {
      model->with_content = std::move(of);
    } else {
      model->schema_only = std::move(of);
    }
    const Ranker ranker(with_content ? schema : schema.with_values(nullptr), model);
    for (std::size_t i = 0; i < trial.sets[set].examples.size(); i += options.judged_every) {
      if (trial.folds[set].examples[i] != fold) continue;
      const RankerExample &example = trial.sets[set].examples[i];
      const RankerAnswer answer = ranker.rank(example.question);
      Mask without(schema.graphs().share_catalog());
      without.hide(example.database);
      fits.add(answer, true, fold);
      fits.add(ranker.rank(example.question, &without), false, fold);
      if (example.columns.empty()) continue;
      std::vector<float> &found = right.emplace_back(example.columns.size(), 0.0F);
      for (const auto &ranked : answer.columns) {
        const auto at = std::ranges::find(example.columns, ranked.id) - example.columns.begin();
        if (static_cast<std::size_t>(at) < found.size())
          found[static_cast<std::size_t>(at)] = ranked.score;
      }
    }
  }
  if (!right.empty()) weights.recall = RecallControl::fit(right);
  weights.fit = fit_of(fits, options.folds, options.fits);
}

/// The same values in the same places of another catalog.
std::shared_ptr<const ValueIndex> values_in(const Catalog &catalog, const ValueIndex &values) {
  std::vector<ColumnId> first_columns;
  for (const DatabaseId database : catalog.databases())
    first_columns.push_back(catalog.columns(database)[0]);
  return std::make_shared<const ValueIndex>(values.segments(), std::move(first_columns),
                                            catalog.fingerprint());
}

std::vector<ExampleVersion> versions_of(const Trial &trial, const RankerTrainerOptions &options) {
  std::vector<ExampleVersion> versions;
  for (std::size_t s = 0; s < trial.sets.size(); ++s) {
    const auto &[schema, examples, respelt, reworded] = trial.sets[s];
    const SetFolds &folds = trial.folds[s];
    const std::vector<std::size_t> chosen = chosen_of(examples, options.per_database);
    versions.push_back({s, schema, examples, folds.examples, chosen});
    for (std::size_t copy = 0; copy < options.copies; ++copy) {
      WordReplacement replacement = options.replacement;
      replacement.seed += copy;
      versions.push_back({s, schema, with_replaced_words(schema.catalog(), examples, replacement),
                          folds.examples, chosen});
    }
    if (!reworded.empty()) {
      versions.push_back(
          {s, schema, reworded, folds.reworded, chosen_of(reworded, options.per_database)});
    }
    if (!respelt) continue;
    const Catalog &catalog = respelt->catalog();
    if (catalog.column_count() != schema.catalog().column_count() ||
        catalog.table_count() != schema.catalog().table_count()) {
      throw Error(ErrorCode::mismatch, "what is spelt otherwise has other tables or columns");
    }
    const auto values = schema.values() ? values_in(catalog, *schema.values()) : nullptr;
    versions.push_back({s, respelt->with_values(values), examples, folds.examples, chosen});
  }
  return versions;
}

/// Of signals that know nothing of content: one for all weights.
NamedModel fusion_of(const std::vector<ExampleVersion> &versions, const Trial &trial,
                     const RankerTrainerOptions &options, const Progress &progress) {
  NamedModel fusion;
  RankedGroups groups;
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    progress.step("fusion", fold, options.folds);
    for (const ExampleVersion &version : versions) {
      const RankerFeatures features(version.schema.with_values(nullptr), trial.translations[fold],
                                    trial.adapters[fold]);
      fusion.features = names_of(features.table_features().first(features.fusible()));
      const std::vector<std::size_t> &chosen = version.chosen;
      for (std::size_t c = 0; c < chosen.size(); c += options.fusion_every) {
        if (version.folds[chosen[c]] == fold)
          add_table_group(features, version.examples[chosen[c]], options.candidates, groups);
      }
    }
  }
  if (groups.sizes.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        "no question's own database is among those that its words suggest; there is nothing "
        "to learn from such questions");
  }
  fusion.weights = fit_listwise(std::move(groups), options.fusion);
  return fusion;
}

RankerWeights fit_weights(const RankerFeatures &features, TrainingRows rows,
                          const NamedModel &fusion, const Trial &trial,
                          const RankerTrainerOptions &options, const Progress &progress) {
  RankerWeights names;
  names.databases.features = names_of(features.database_features());
  names.tables.features = names_of(features.table_features());
  names.columns.features = names_of(features.column_features());
  const std::size_t parts = part_count(options);
  std::vector<RankerWeights> others;
  for (std::size_t part = 0; part < parts; ++part) {
    progress.step("weights", part, parts + 1);
    others.push_back(weights_without(part, rows, names, options));
  }
  progress.step("weights", parts, parts + 1);
  RankerWeights weights = weights_without(TrainingRows::no_part, rows, names, options);
  weights.temperature = rows.temperature(others);
  fit_confidence(features.schema().values() != nullptr, others, fusion, trial, options, progress,
                 weights);
  return weights;
}

}  // namespace

std::shared_ptr<const RankerModel> train_ranker(std::span<const RankerTrainingSet> sets,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options,
                                                const Progress &progress) {
  check(sets, options);
  Trial trial{sets, folds_of(sets, options), {}, {}};

  const std::vector<TranslationPair> glossary = translation_pairs(options.glossary);
  std::vector<TranslationPair> pairs;
  std::vector<std::size_t> fold_of;  // by pair
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto add = [&](const std::vector<RankerExample> &examples,
                         const std::vector<std::size_t> &folds) {
      for (const RankerExample &example : examples)
        pairs.push_back(translation_pair(sets[s].schema.catalog(), example));
      fold_of.insert(fold_of.end(), folds.begin(), folds.end());
    };
    add(sets[s].examples, trial.folds[s].examples);
    add(sets[s].reworded, trial.folds[s].reworded);
  }
  const auto translation_without = [&](std::size_t fold) {
    std::vector<TranslationPair> kept;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (fold_of[i] != fold) kept.push_back(pairs[i]);
    }
    return TranslationModel::train(kept, glossary, options.translation);
  };
  auto model = std::make_shared<RankerModel>();
  model->translation = translation_without(no_fold);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    trial.translations.push_back(
        std::make_shared<const TranslationModel>(translation_without(fold)));
  }
  const std::vector<ExampleVersion> versions = versions_of(trial, options);
  const detail::AdapterTrainer adapters_of(versions, options);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    progress.step("adapters", fold, options.folds + 1);
    trial.adapters.push_back(std::make_shared<const SentenceAdapters>(adapters_of.without(fold)));
  }
  progress.step("adapters", options.folds, options.folds + 1);
  model->adapters = adapters_of.without(no_fold);
  model->fusion = fusion_of(versions, trial, options, progress);
  std::size_t done = 0, all = 0;
  for (const ExampleVersion &version : versions) all += version.chosen.size();
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
  TrainingRows rows(schema_only.database_features().size()),
      rows_with_content(with_content.database_features().size());
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const std::size_t part = fold % part_count(options);
    for (const ExampleVersion &version : versions) {
      const RankerFeatures features(version.schema, trial.translations[fold], trial.adapters[fold],
                                    &model->fusion.weights);
      for (const std::size_t i : version.chosen) {
        if (version.folds[i] != fold) continue;
        progress.step("features", done++, all);
        RankerRows made = ranker_rows(features, version.examples[i], options.candidates);
        if (version.schema.values()) {
          rows.add(reduced_to(schema_only, features, made), part, version.set == judge);
          rows_with_content.add(std::move(made), part, version.set == judge_with_content);
        } else {
          rows.add(std::move(made), part, version.set == judge);
        }
      }
    }
  }
  model->schema_only =
      fit_weights(schema_only, std::move(rows), model->fusion, trial, options, progress);
  if (with_values != nullptr) {
    model->with_content = fit_weights(with_content, std::move(rows_with_content), model->fusion,
                                      trial, options, progress);
  }

  const RankerEmbedders &by = any.embedders();
  model->info = {std::move(trained_on),        0, 0, options.copies, by.words.fingerprint(),
                 fingerprint_of(by.sentences), 0};
  for (const RankerTrainingSet &set : sets) {
    std::set<DatabaseId> databases;
    for (const auto *examples : {&set.examples, &set.reworded}) {
      for (const RankerExample &example : *examples) {
        const std::string_view database = set.schema.catalog().database(example.database).name();
        model->seen.push_back(RankerModel::question_key(database, example.question));
        databases.insert(example.database);
      }
      model->info.questions += examples->size();
    }
    model->info.databases += databases.size();
    if (!set.schema.values()) continue;
    for (const auto &segment : set.schema.values()->segments())
      model->info.contents += segment != nullptr && segment->values() > 0 ? 1 : 0;
  }
  std::ranges::sort(model->seen);
  model->seen.erase(std::unique(model->seen.begin(), model->seen.end()), model->seen.end());
  return model;
}

}  // namespace sluice
