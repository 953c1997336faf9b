#include "sluice/route/ranker_trainer.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/learn/calibration.hpp"
#include "sluice/learn/folds.hpp"

namespace sluice {
namespace {

constexpr std::size_t no_fold = SIZE_MAX;

/// Rows of all examples together.
struct TrainingRows {
  RankedGroups databases;
  std::vector<std::size_t> fold_of_group;
  std::vector<float> tables, columns;
  std::vector<std::uint8_t> gold_tables, gold_columns;

  void add(RankerRows rows, std::size_t fold) {
    databases.begin_group();
    const std::span<const float> all = rows.databases;
    for (std::size_t c = 0; c < rows.candidates.size(); ++c)
      databases.add(all.subspan(c * databases.columns, databases.columns), c == rows.gold);
    fold_of_group.push_back(fold);
    append(tables, rows.tables);
    append(columns, rows.columns);
    append(gold_tables, rows.gold_tables);
    append(gold_columns, rows.gold_columns);
  }

 private:
  template <class Value>
  static void append(std::vector<Value> &to, const std::vector<Value> &from) {
    to.insert(to.end(), from.begin(), from.end());
  }
};

/// The groups of one fold, or of all others.
RankedGroups part_of(const TrainingRows &rows, std::size_t fold, bool inside) {
  RankedGroups part;
  const std::size_t columns = part.columns = rows.databases.columns;
  std::size_t row = 0;
  for (std::size_t g = 0; g < rows.fold_of_group.size(); row += rows.databases.sizes[g++]) {
    if ((rows.fold_of_group[g] == fold) != inside) continue;
    part.begin_group();
    for (std::size_t r = row; r < row + rows.databases.sizes[g]; ++r) {
      part.add(std::span(rows.databases.rows).subspan(r * columns, columns),
               rows.databases.target[r] != 0);
    }
  }
  return part;
}

float temperature_of(const TrainingRows &rows, const LinearFitOptions &options) {
  const LinearModel model = fit_listwise(part_of(rows, 0, /*inside=*/false), options);
  const RankedGroups held = part_of(rows, 0, /*inside=*/true);
  std::vector<float> scores;
  std::vector<std::size_t> right;
  std::size_t row = 0;
  for (const std::size_t size : held.sizes) {
    for (std::size_t r = 0; r < size; ++r, ++row) {
      if (held.target[row] != 0) right.push_back(r);
      scores.push_back(model.score(std::span(held.rows).subspan(row * held.columns, held.columns)));
    }
  }
  return fit_temperature(scores, held.sizes, right);
}

std::vector<std::string> names_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

void check(std::span<const RankerExample> examples, const RankerTrainerOptions &options) {
  if (options.folds < 2 || options.every == 0 || options.candidates == 0) {
    throw Error(ErrorCode::invalid_argument,
                "training needs two folds, some examples and some candidates");
  }
  for (const RankerExample &example : examples) {
    if (example.tables.empty()) {
      throw Error(ErrorCode::invalid_argument, "an example has no gold table: " + example.question);
    }
  }
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
TrainingRows reduced_to(const RankerFeatures &fewer, const RankerFeatures &features,
                        const TrainingRows &rows) {
  TrainingRows reduced;
  reduced.databases = {
      fewer.database_features().size(),
      with_features(rows.databases.rows, features.database_features(), fewer.database_features()),
      rows.databases.sizes, rows.databases.target};
  reduced.fold_of_group = rows.fold_of_group;
  reduced.tables = with_features(rows.tables, features.table_features(), fewer.table_features());
  reduced.columns =
      with_features(rows.columns, features.column_features(), fewer.column_features());
  reduced.gold_tables = rows.gold_tables;
  reduced.gold_columns = rows.gold_columns;
  return reduced;
}

RankerWeights fit_weights(const RankerFeatures &features, TrainingRows rows,
                          const RankerTrainerOptions &options, const Progress &progress) {
  RankerWeights weights;
  weights.databases.features = names_of(features.database_features());
  weights.tables.features = names_of(features.table_features());
  weights.columns.features = names_of(features.column_features());
  progress.step("calibration", 0, 0);
  weights.temperature = temperature_of(rows, options.databases);
  progress.step("columns", 0, 0);
  weights.columns.weights = fit_logistic(std::move(rows.columns), weights.columns.features.size(),
                                         rows.gold_columns, options.columns);
  progress.step("tables", 0, 0);
  weights.tables.weights = fit_logistic(std::move(rows.tables), weights.tables.features.size(),
                                        rows.gold_tables, options.tables);
  progress.step("databases", 0, 0);
  weights.databases.weights = fit_listwise(std::move(rows.databases), options.databases);
  return weights;
}

}  // namespace

std::shared_ptr<const RankerModel> train_ranker(const RankerSchema &schema,
                                                std::span<const RankerExample> examples,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options,
                                                const Progress &progress) {
  check(examples, options);
  std::vector<std::uint32_t> databases;
  for (const RankerExample &example : examples) databases.push_back(example.database.value);
  const std::vector<std::size_t> folds = folds_by_group(databases, options.folds, options.seed);

  std::vector<TranslationPair> pairs;
  for (const RankerExample &example : examples)
    pairs.push_back(translation_pair(schema.catalog(), example));
  const auto translation_without = [&](std::size_t fold) {
    std::vector<TranslationPair> kept;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (folds[i] != fold) kept.push_back(pairs[i]);
    }
    return TranslationModel::train(kept, options.translation);
  };
  auto model = std::make_shared<RankerModel>();
  model->translation = translation_without(no_fold);
  std::vector<std::vector<RankerExample>> versions;
  versions.emplace_back(examples.begin(), examples.end());
  for (std::size_t copy = 0; copy < options.copies; ++copy) {
    WordReplacement replacement = options.replacement;
    replacement.seed += copy;
    versions.push_back(with_replaced_words(schema.catalog(), examples, replacement));
  }
  const RankerFeatures features(schema, {model, &model->translation});
  TrainingRows rows;
  rows.databases.columns = features.database_features().size();
  std::size_t done = 0;
  const std::size_t all =
      (examples.size() + options.every - 1) / options.every * (options.copies + 1);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const RankerFeatures cross_fitted(
        schema, std::make_shared<const TranslationModel>(translation_without(fold)));
    for (const std::vector<RankerExample> &version : versions) {
      for (std::size_t i = 0; i < examples.size(); i += options.every) {
        if (folds[i] != fold) continue;
        progress.step("features", done++, all);
        rows.add(ranker_rows(cross_fitted, version[i], options.candidates), fold);
      }
    }
  }
  if (schema.values()) {
    const RankerFeatures fewer(schema.with_values(nullptr), {model, &model->translation});
    model->schema_only = fit_weights(fewer, reduced_to(fewer, features, rows), options, progress);
    model->with_content = fit_weights(features, std::move(rows), options, progress);
    for (const auto &segment : schema.values()->segments())
      model->info.contents += segment != nullptr && segment->values() > 0 ? 1 : 0;
  } else {
    model->schema_only = fit_weights(features, std::move(rows), options, progress);
  }

  for (const RankerExample &example : examples) {
    model->seen.push_back(RankerModel::question_key(
        schema.catalog().database(example.database).name(), example.question));
  }
  std::ranges::sort(model->seen);
  model->seen.erase(std::unique(model->seen.begin(), model->seen.end()), model->seen.end());
  std::ranges::sort(databases);
  databases.erase(std::unique(databases.begin(), databases.end()), databases.end());
  model->info = {std::move(trained_on),
                 databases.size(),
                 examples.size(),
                 options.copies,
                 schema.embedders().words.fingerprint(),
                 schema.embedders().sentences ? schema.embedders().sentences->fingerprint() : 0,
                 model->info.contents};
  return model;
}

}  // namespace sluice
