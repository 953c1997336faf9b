#include "adapter_trainer.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/route/meaning_vectors.hpp"

namespace sluice::detail {
namespace {

template <class Texts>
std::vector<float> embed_all(const AnyEmbedder &model, const Texts &texts) {
  constexpr std::size_t at_once = 64;
  const std::size_t width = model.dimensions();
  std::vector<float> vectors(texts.size() * width);
  for (std::size_t first = 0; first < texts.size(); first += at_once) {
    const std::size_t count = std::min(at_once, texts.size() - first);
    const std::vector<std::string_view> some(texts.data() + first, texts.data() + first + count);
    model.embed(some, std::span(vectors).subspan(first * width, count * width));
  }
  return vectors;
}

/// Tables or columns of some databases, and questions of these to be answered among them.
class Task {
 public:
  Task(const std::vector<float> &questions, const std::vector<float> &documents,
       std::size_t dimensions)
      : questions_(questions), documents_(documents), dimensions_(dimensions) {}

  template <class Ids>
  void add_documents(const Ids &ids) {
    for (const auto id : ids) {
      place_of_.emplace(id.index(), static_cast<std::uint32_t>(place_of_.size()));
      append(task_.documents, documents_, id.index());
    }
  }
  /// What is right and not among the documents is left out; a question without any, too.
  template <class Ids>
  void add_question(std::size_t question, const Ids &right) {
    std::vector<std::uint32_t> places;
    for (const auto id : right) {
      if (const auto found = place_of_.find(id.index()); found != place_of_.end())
        places.push_back(found->second);
    }
    if (places.empty()) return;
    append(task_.queries, questions_, question);
    task_.right.push_back(std::move(places));
  }
  AdapterTask finish() { return std::move(task_); }

 private:
  void append(std::vector<float> &to, const std::vector<float> &from, std::size_t row) const {
    const auto at = from.begin() + static_cast<std::ptrdiff_t>(row * dimensions_);
    to.insert(to.end(), at, at + static_cast<std::ptrdiff_t>(dimensions_));
  }

  const std::vector<float> &questions_;
  const std::vector<float> &documents_;
  std::size_t dimensions_;
  std::map<std::size_t, std::uint32_t> place_of_;
  AdapterTask task_;
};

/// The places among `chosen` of a version's questions, by database, without those of a fold.
std::map<DatabaseId, std::vector<std::size_t>> questions_of(const ExampleVersion &version,
                                                            std::size_t without) {
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t c = 0; c < version.chosen.size(); ++c) {
    const std::size_t example = version.chosen[c];
    if (version.folds[example] != without)
      by_database[version.examples[example].database].push_back(c);
  }
  return by_database;
}

}  // namespace

AdapterTrainer::AdapterTrainer(std::span<const ExampleVersion> versions,
                               const RankerTrainerOptions &options)
    : versions_(versions), options_(options) {
  const RankerEmbedders &by = versions.front().schema.embedders();
  words_ = embedded_by(by.words);
  if (by.sentences) sentences_ = embedded_by(*by.sentences);
}

AdapterTrainer::Embedded AdapterTrainer::embedded_by(const AnyEmbedder &model) const {
  Embedded all{model.dimensions(), {}};
  for (const ExampleVersion &version : versions_) {
    const Catalog &catalog = version.schema.catalog();
    std::vector<std::string> questions, tables, columns;
    for (const std::size_t i : version.chosen) questions.push_back(version.examples[i].question);
    for (const TableId table : catalog.tables())
      tables.push_back(table_text(catalog, table, nullptr));
    for (const ColumnId column : catalog.columns()) columns.push_back(column_text(catalog, column));
    all.versions.push_back(
        {embed_all(model, questions), embed_all(model, tables), embed_all(model, columns)});
  }
  return all;
}

SentenceAdapters AdapterTrainer::without(std::size_t fold) const {
  return {fit(words_, fold), fit(sentences_, fold)};
}

SentenceAdapters::Pair AdapterTrainer::fit(const Embedded &embedded, std::size_t fold) const {
  if (embedded.dimensions == 0) return {};
  std::vector<AdapterTask> for_tables, for_columns;
  for (std::size_t v = 0; v < versions_.size(); ++v) {
    const ExampleVersion &version = versions_[v];
    const Catalog &catalog = version.schema.catalog();
    const auto &[questions, tables, columns] = embedded.versions[v];
    const auto by_database = questions_of(version, fold);

    Task of_tables(questions, tables, embedded.dimensions);
    for (const auto &[database, asked] : by_database)
      of_tables.add_documents(catalog.tables(database));
    for (const auto &[database, asked] : by_database) {
      for (const std::size_t c : asked)
        of_tables.add_question(c, version.examples[version.chosen[c]].tables);
    }
    for_tables.push_back(of_tables.finish());

    // All columns at once would take minutes.
    for (auto next = by_database.begin(); next != by_database.end();) {
      Task of_columns(questions, columns, embedded.dimensions);
      for (std::size_t taken = 0; taken < options_.adapter_databases && next != by_database.end();
           ++taken, ++next) {
        of_columns.add_documents(catalog.columns(next->first));
        for (const std::size_t c : next->second)
          of_columns.add_question(c, version.examples[version.chosen[c]].columns);
      }
      for_columns.push_back(of_columns.finish());
    }
  }
  return {LinearAdapter::fit(for_tables, embedded.dimensions, options_.adapters),
          LinearAdapter::fit(for_columns, embedded.dimensions, options_.adapters)};
}

}  // namespace sluice::detail
