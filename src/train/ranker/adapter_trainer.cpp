#include "adapter_trainer.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "route/features/question_reading.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/train/linear_adapter_fit.hpp"

namespace sluice::inline v0::train_detail {

/// Tables or columns of some databases, and questions about these databases.
class AdapterTrainer::Task {
 public:
  /// `documents` are those of one catalog.
  Task(const Embedded &embedded, const std::vector<float> &documents)
      : embedded_(embedded), documents_(documents) {}

  template <class Ids>
  void add_documents(const Ids &ids) {
    for (const auto id : ids) {
      place_of_.emplace(id.index(), static_cast<std::uint32_t>(place_of_.size()));
      append(task_.documents, documents_, id.index());
    }
  }
  /// Skips gold objects that are not among the documents, and questions without any.
  template <class Ids>
  void add_question(const Asked &question, const Ids &right) {
    std::vector<std::uint32_t> places;
    for (const auto id : right) {
      if (const auto found = place_of_.find(id.index()); found != place_of_.end())
        places.push_back(found->second);
    }
    if (places.empty()) return;
    append(task_.queries, embedded_.questions, question.row);
    task_.right.push_back(std::move(places));
  }
  AdapterTask finish() { return std::move(task_); }

 private:
  void append(std::vector<float> &to, const std::vector<float> &from, std::size_t row) const {
    const auto width = static_cast<std::ptrdiff_t>(embedded_.dimensions);
    const auto at = from.begin() + static_cast<std::ptrdiff_t>(row) * width;
    to.insert(to.end(), at, at + width);
  }

  const Embedded &embedded_;
  const std::vector<float> &documents_;
  std::map<std::size_t, std::uint32_t> place_of_;
  AdapterTask task_;
};

AdapterTrainer::AdapterTrainer(std::span<const ExampleVersion> versions,
                               const RankerTrainerOptions &options, const Progress &progress)
    : versions_(versions), options_(options) {
  for (const ExampleVersion &version : versions) {
    const Catalog *catalog = &version.schema.catalog();
    const auto known = std::ranges::find(catalogs_, catalog);
    catalog_of_.push_back(static_cast<std::size_t>(known - catalogs_.begin()));
    if (known == catalogs_.end()) catalogs_.push_back(catalog);
  }
  const RankerEmbedders &by = versions.front().schema.embedders();
  words_ = embedded_by(by.words, progress);
  if (by.sentences) sentences_ = embedded_by(*by.sentences, progress);
}

AdapterTrainer::Embedded AdapterTrainer::embedded_by(const AnyEmbedder &model,
                                                     const Progress &progress) const {
  std::vector<std::string> questions;
  for (const ExampleVersion &version : versions_) {
    for (const std::size_t i : version.chosen)
      questions.emplace_back(version.examples[i].expanded().text());
  }
  const auto vectors_of = [&](std::span<const std::string> texts, const char *what,
                              std::size_t at_once, auto embed) {
    std::vector<float> vectors(texts.size() * model.dimensions());
    run_jobs((texts.size() + at_once - 1) / at_once, options_.threads,
             [&](std::size_t job, const Progress &reports) {
               const std::size_t first = job * at_once;
               reports.step(what, first, texts.size());
               const auto some = texts.subspan(first, std::min(at_once, texts.size() - first));
               const auto to = static_cast<std::ptrdiff_t>(first * model.dimensions());
               std::ranges::copy(embed(some), vectors.begin() + to);
             },
             progress);
    return vectors;
  };
  constexpr std::size_t many = 64;
  const auto together = [&](std::span<const std::string> some) { return embed_all(model, some); };
  // The encoder's results for a question are cached for the features, which need them again.
  const auto reading = [&](std::span<const std::string> one) {
    return route_detail::QuestionReading(model, one.front()).whole;
  };
  Embedded all{model.dimensions(),
               route_detail::QuestionReading::knows_words(model)
                   ? vectors_of(questions, "questions", 1, reading)
                   : vectors_of(questions, "questions", many, together),
               {}};
  for (const Catalog *catalog : catalogs_) {
    std::vector<std::string> tables, columns;
    for (const TableId table : catalog->tables())
      tables.push_back(table_text(*catalog, table, nullptr));
    for (const ColumnId column : catalog->columns())
      columns.push_back(column_text(*catalog, column));
    all.documents.push_back({vectors_of(tables, "tables", many, together),
                             vectors_of(columns, "columns", many, together)});
  }
  return all;
}

std::vector<SentenceAdapters> AdapterTrainer::without_each_fold(const Progress &progress) const {
  std::vector<SentenceAdapters> fitted(options_.folds + 1);
  // Jobs by fold and kind; for a missing embedder they take no time.
  constexpr std::size_t kinds = 4;
  const std::size_t jobs = kinds * fitted.size();
  run_jobs(
      jobs, options_.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("adapters", job, jobs);
        const std::size_t fold = job / kinds;
        const bool is_of_words = job % 2 == 0, is_for_columns = job % kinds < 2;
        const Embedded &embedded = is_of_words ? words_ : sentences_;
        if (embedded.dimensions == 0) return;
        SentenceAdapters::Pair &pair = is_of_words ? fitted[fold].words : fitted[fold].sentences;
        if (is_for_columns) {
          pair.columns = for_columns(embedded, fold);
        } else {
          pair.tables = for_tables(embedded, fold);
        }
      },
      progress);
  return fitted;
}

AdapterTrainer::AskedDatabases AdapterTrainer::asked(std::size_t catalog,
                                                     std::size_t without) const {
  AskedDatabases asked;
  std::size_t row = 0;
  for (std::size_t v = 0; v < versions_.size(); ++v) {
    const ExampleVersion &version = versions_[v];
    for (const std::size_t i : version.chosen) {
      const RankerExample &example = version.examples[i];
      if (catalog_of_[v] == catalog && version.folds[i] != without)
        asked[example.database].push_back({&example, row});
      ++row;
    }
  }
  return asked;
}

template <class DocumentsOf, class Right>
LinearAdapter AdapterTrainer::fitted(const Embedded &embedded, std::size_t fold,
                                     std::vector<float> Documents::*vectors,
                                     DocumentsOf documents_of, Right right) const {
  std::vector<AdapterTask> tasks;
  for (std::size_t k = 0; k < catalogs_.size(); ++k) {
    const AskedDatabases databases = asked(k, fold);
    for (auto next = databases.begin(); next != databases.end();) {
      Task task(embedded, embedded.documents[k].*vectors);
      for (std::size_t taken = 0; taken < options_.adapter_databases && next != databases.end();
           ++taken, ++next) {
        task.add_documents(documents_of(*catalogs_[k], next->first));
        for (const Asked &of : next->second) task.add_question(of, of.example->*right);
      }
      tasks.push_back(task.finish());
    }
  }
  return fit_linear_adapter(tasks, embedded.dimensions, options_.adapters);
}

LinearAdapter AdapterTrainer::for_tables(const Embedded &embedded, std::size_t fold) const {
  const auto tables_of = [](const Catalog &catalog, DatabaseId database) {
    return catalog.tables(database);
  };
  return fitted(embedded, fold, &Documents::tables, tables_of, &RankerExample::tables);
}

LinearAdapter AdapterTrainer::for_columns(const Embedded &embedded, std::size_t fold) const {
  const auto columns_of = [](const Catalog &catalog, DatabaseId database) {
    return catalog.columns(database);
  };
  return fitted(embedded, fold, &Documents::columns, columns_of, &RankerExample::columns);
}

}  // namespace sluice::inline v0::train_detail
