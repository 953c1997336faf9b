#include "sluice/train/label_training.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "rank/label_reading.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/need_trainer.hpp"
#include "sluice/train/training_schema.hpp"
#include "train/folds.hpp"

namespace sluice::inline v0 {
namespace {

std::vector<DatabaseFile> files_of(std::span<const DatabaseFile> files, std::string_view name) {
  std::vector<DatabaseFile> found;
  for (const DatabaseFile &file : files) {
    if (same_name(file.name, name)) found.push_back(file);
  }
  return found;
}

bool has_shape(const std::string &sql, const QueryShape &gold, const Database &database) {
  try {
    return QueryShape::of(sql, &database)->text() == gold.text();
  } catch (const Error &) {
    return false;
  }
}

}  // namespace

LabelTrainingSet::LabelTrainingSet(std::shared_ptr<const Catalog> catalog,
                                   std::span<const LabelPair> pairs,
                                   std::span<const DatabaseFile> content,
                                   const LabelTrainingOptions &options, const Progress &progress)
    : pairs_(pairs.begin(), pairs.end()) {
  const auto words = default_embedder();
  if (!words) throw Error(ErrorCode::unsupported, "this build has no static table to train with");
  RankerSchema schema = training_schema(catalog, {*words, {}});
  const RankerSchema respelled = respelled_schema(schema);
  if (!content.empty())
    schema = schema.with_values(read_values(*catalog, content, {}, nullptr, progress).index);
  std::vector<std::uint32_t> databases;
  for (const LabelPair &pair : pairs_) databases.push_back(pair.read.database.value);
  const std::vector<std::size_t> folds = folds_by_group(databases, options.folds, 1);
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t i = 0; i < pairs_.size(); ++i) by_database[pairs_[i].read.database].push_back(i);

  std::size_t done = 0;
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    std::vector<RankerExample> others;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (folds[i] != fold) others.push_back(pairs_[i].read);
    }
    const RankerTrainingSet set{schema, std::move(others), respelled};
    const auto ranker = train_ranker({&set, 1}, "folds", options.ranker, progress);
    for (const auto &of : by_database) {
      if (folds[of.second.front()] != fold) continue;
      const std::shared_ptr<const Database> database = catalog->share(of.first);
      const TableId first_table = *catalog->tables(of.first).begin();
      const ColumnId first_column = *catalog->columns(of.first).begin();
      schemas_.push_back(std::make_unique<const LabelSchema>(database));
      std::vector<LabelGuesser> guessers;
      guessers.emplace_back(database, nullptr, ranker);
      const auto files = files_of(content, database->name());
      if (!files.empty()) {
        guessers.emplace_back(database, read_values(*Catalog::make({database}), files).index,
                              ranker);
      }
      for (const std::size_t i : of.second) {
        progress.step("evidence", done++, pairs_.size());
        QueryLabels labels;
        std::shared_ptr<const QueryShape> shape;
        try {
          labels = labels_of(pairs_[i].sql, *database);
          shape = QueryShape::of(pairs_[i].sql, database.get());
        } catch (const Error &) {
          continue;
        }
        for (std::size_t g = 0; g < guessers.size(); ++g) {
          entries_.push_back({i, fold, first_table, first_column, schemas_.back().get(),
                              std::make_shared<const GatheredEvidence>(
                                  guessers[g].gather(pairs_[i].read.question)),
                              g == 1, labels, shape});
        }
      }
    }
  }
}

LabelModel LabelTrainingSet::train(std::size_t without, const LabelTrainerOptions &options,
                                   const Progress &progress) const {
  std::vector<LabelExample> examples;
  for (const Entry &of : entries_) {
    if (of.fold == without) continue;
    examples.push_back(
        {of.schema, of.evidence->view(pairs_[of.pair].read.question), of.labels, of.shape});
  }
  return train_labels(examples, options, progress);
}

void LabelTrainingSet::add_needs(std::size_t fold, const LabelModel &model,
                                 NeedTrainer &trainer) const {
  for (const Entry &of : entries_) {
    if (of.fold != fold) continue;
    const LabelPair &pair = pairs_[of.pair];
    const LabelEvidence evidence = of.evidence->view(pair.read.question);
    std::vector<std::uint8_t> tables(of.schema->tables().size());
    for (const TableId id : pair.read.tables) tables[id.value - of.first_table.value] = 1;
    std::vector<std::uint8_t> columns(of.schema->columns().size());
    for (const ColumnId id : pair.read.columns) columns[id.value - of.first_column.value] = 1;
    trainer.add({*of.schema, evidence, read_question(model, *of.schema, evidence)}, tables,
                columns);
  }
}

std::shared_ptr<const LabelModel> train_label_model(const LabelTrainingSet &set,
                                                    std::string trained_on,
                                                    const LabelTrainingOptions &options,
                                                    const Progress &progress) {
  const LabelModel partial = set.train(0, options.model, progress);
  std::vector<float> scores;
  std::vector<std::uint8_t> right;
  for (const LabelTrainingSet::Entry &of : set.entries()) {
    if (of.fold != 0) continue;
    const LabelPair &pair = set.pairs()[of.pair];
    const LabelQuery query =
        read_question(partial, *of.schema, of.evidence->view(pair.read.question)).query;
    scores.push_back(static_cast<float>(query.log_probability));
    right.push_back(has_shape(query.sql, *of.shape, of.schema->database()) ? 1 : 0);
  }
  NeedTrainer needs;
  set.add_needs(0, partial, needs);
  for (std::size_t fold = 1; fold < options.folds; ++fold)
    set.add_needs(fold, set.train(fold, options.model, progress), needs);
  auto model = std::make_shared<LabelModel>(set.train(options.folds, options.model, progress));
  progress.step("needs", 0, 1);
  model->of_needs = std::make_shared<const NeedModel>(needs.train(options.needs));
  model->confidence = PlattScaling::fit(scores, right);
  model->trained_on = std::move(trained_on);
  model->embedder_fingerprint = default_embedder()->fingerprint();
  return model;
}

}  // namespace sluice::inline v0
