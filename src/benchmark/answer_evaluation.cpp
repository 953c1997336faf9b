#include "sluice/benchmark/answer_evaluation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "sluice/core/completer.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/llm/schema_choice.hpp"
#include "sluice/llm/sql_generator.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/rank/approximator.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/retrieve/subset.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t several = 5;

constexpr std::array<std::string_view, 11> schema_names{
    "gold-columns", "gold-tables", "gold-database", "pruned", "needed", "five-databases",
    "top1",         "top5",        "cot",           "human",  "subset"};

/// Counts the requests and tokens of one question. Models Completer.
class CountingCompleter {
 public:
  explicit CountingCompleter(AnyCompleter completer) : completer_(std::move(completer)) {}

  Completion complete(const CompletionRequest &request, const CancellationToken &token) const {
    Completion completion = completer_.complete(request, token);
    ++counts_->requests;
    counts_->uncounted += completion.prompt_tokens && completion.answer_tokens ? 0 : 1;
    counts_->prompt_tokens += completion.prompt_tokens.value_or(0);
    counts_->answer_tokens += completion.answer_tokens.value_or(0);
    return completion;
  }
  const AnsweredTask &counts() const noexcept { return *counts_; }

 private:
  AnyCompleter completer_;
  std::shared_ptr<AnsweredTask> counts_ = std::make_shared<AnsweredTask>();
};

Subset subset_of(const std::shared_ptr<const Catalog> &catalog,
                 const std::vector<ColumnId> &columns) {
  Subset subset{catalog, {}};
  for (const ColumnId column : columns) subset.columns.push_back({column, 0, {}});
  return subset;
}

/// Returns the columns; tables without one contribute their primary key, or else their first
/// column.
std::vector<ColumnId> with_tables(std::vector<ColumnId> columns, const std::vector<TableId> &tables,
                                  const Catalog &catalog) {
  for (const TableId table : tables) {
    const auto is_of = [&](ColumnId column) { return catalog.table_of(column) == table; };
    const auto &of = catalog.table(table);
    if (std::ranges::any_of(columns, is_of) || of.columns.empty()) continue;
    for (const std::uint32_t column : of.primary_key)
      columns.push_back(catalog.columns(table)[column]);
    if (of.primary_key.empty()) columns.push_back(catalog.columns(table)[0]);
  }
  return columns;
}

std::vector<ColumnId> all_columns(const Catalog &catalog, DatabaseId database) {
  std::vector<ColumnId> columns;
  for (const ColumnId column : catalog.columns(database)) columns.push_back(column);
  return columns;
}

/// Splits a subset by database, in the order of first occurrence.
std::vector<Subset> by_database(const Subset &subset) {
  std::vector<Subset> parts;
  std::vector<DatabaseId> databases;
  for (const SubsetColumn &column : subset.columns) {
    const DatabaseId database = subset.catalog->database_of(column.id);
    const auto at = std::ranges::find(databases, database) - databases.begin();
    if (static_cast<std::size_t>(at) == databases.size()) {
      databases.push_back(database);
      parts.push_back({subset.catalog, {}});
    }
    parts[static_cast<std::size_t>(at)].columns.push_back(column);
  }
  return parts;
}

/// Answers questions, each with the schema of the setting. Thread-safe.
class TaskAnswerer {
 public:
  TaskAnswerer(const AnswererParts &parts, std::span<const BenchmarkTask> tasks,
               const AnswerEvaluationOptions &options)
      : parts_(parts), options_(options), catalog_(parts.retriever->catalog()) {
    if (!parts_.completer)
      throw Error(ErrorCode::invalid_argument, "the parts have no language model to evaluate");
    if (options_.schema == ProvidedSchema::needed && !parts_.labels)
      throw Error(ErrorCode::invalid_argument, "the setting needs a label model");
    if (options_.schema != ProvidedSchema::pruned && options_.schema != ProvidedSchema::needed)
      return;
    for (const BenchmarkTask &task : tasks) {
      auto &pruner = pruners_[task.asked.database];
      if (pruner == nullptr)
        pruner = std::make_unique<SchemaPruner>(catalog_->share(task.asked.database));
    }
  }

  AnsweredTask answer(const BenchmarkTask &task, const CancellationToken &token) const {
    const CountingCompleter counting(*parts_.completer);
    AnswererParts parts = parts_;
    parts.completer = counting;
    if (options_.first_pass) parts.approximator = CompletionApproximator(counting, {}, token);
    AnswerOptions options;
    options.ask.budget = options_.columns;
    options.candidates = several;
    options.schema.samples = options_.samples;
    options.examples = options_.examples;
    options.values = options_.values;
    options.token = token;
    std::vector<ApproximatedQuery> guesses;
    if (knows_database() && parts.approximator) {
      guesses = parts.approximator->approximate(task.asked.question,
                                                catalog_->database(task.asked.database));
    }
    if (knows_database()) options.guesses = guesses;
    const std::vector<Subset> given = provided(task.asked, guesses);
    options.given = given;
    options.strategy = strategy();
    const std::string_view gold = catalog_->database(task.asked.database).name();
    const auto choose = [gold](std::span<const SchemaCandidate> candidates) {
      const auto right = std::ranges::find(candidates, gold, &SchemaCandidate::name);
      return right == candidates.end() ? 0 : static_cast<std::size_t>(right - candidates.begin());
    };
    options.choose = choose;
    GeneratedSql generated =
        Answerer(std::move(parts)).answer(task.asked.question, options).generated;
    AnsweredTask answered = counting.counts();
    answered.sql = std::move(generated.sql);
    answered.fault = generated.check.fault;
    answered.message = std::move(generated.check.message);
    return answered;
  }

 private:
  bool knows_database() const { return options_.schema <= ProvidedSchema::needed; }

  SchemaStrategy strategy() const {
    switch (options_.schema) {
      case ProvidedSchema::five_databases:
      case ProvidedSchema::top5:
      case ProvidedSchema::subset: return SchemaStrategy::several;
      case ProvidedSchema::chain: return SchemaStrategy::chain;
      case ProvidedSchema::human: return SchemaStrategy::human;
      default: return SchemaStrategy::best;
    }
  }

  /// Empty: the Answerer chooses the columns.
  std::vector<Subset> provided(const BenchmarkQuestion &asked,
                               std::span<const ApproximatedQuery> guesses) const {
    switch (options_.schema) {
      case ProvidedSchema::gold_columns:
        return {subset_of(catalog_, with_tables(asked.columns, asked.tables, *catalog_))};
      case ProvidedSchema::gold_tables: {
        std::vector<ColumnId> columns;
        for (const TableId table : asked.tables) {
          for (const ColumnId column : catalog_->columns(table)) columns.push_back(column);
        }
        return {subset_of(catalog_, columns)};
      }
      case ProvidedSchema::gold_database:
        return {subset_of(catalog_, all_columns(*catalog_, asked.database))};
      case ProvidedSchema::pruned: return {pruned(asked, guesses)};
      case ProvidedSchema::needed: return {needed(asked)};
      case ProvidedSchema::five_databases: return five_databases(asked);
      case ProvidedSchema::subset: {
        AskOptions ask;
        ask.budget = options_.columns;
        ask.databases = several;
        return by_database(parts_.retriever->ask(asked.question, ask).subset);
      }
      default: return {};
    }
  }

  /// Returns the columns of the question's database of which it contains a whole value that is not
  /// a number.
  std::vector<std::uint32_t> named_columns(const BenchmarkQuestion &asked) const {
    std::vector<std::uint32_t> named;
    if (parts_.values == nullptr) return named;
    Mask alone(catalog_, false);
    alone.show(asked.database);
    const std::size_t first = catalog_->columns(asked.database)[0].index();
    const QuestionValues found = parts_.values->match(asked.question, alone.visibility());
    for (const ValueRun &run : found.runs) {
      if (!run.is_whole || run.is_number) continue;
      for (const ValuePlace &place : run.places)
        named.push_back(static_cast<std::uint32_t>(place.column.index() - first));
    }
    return named;
  }

  Subset pruned(const BenchmarkQuestion &asked, std::span<const ApproximatedQuery> guesses) const {
    PruneQuery query;
    query.question = asked.question;
    query.approximations = guesses;
    const std::vector<std::uint32_t> named = named_columns(asked);
    query.named_columns = named;
    return kept_of(asked, query, options_.prune);
  }

  Subset needed(const BenchmarkQuestion &asked) const {
    const ElementNeeds needs =
        parts_.labels->needs(asked.question, catalog_->database(asked.database));
    PruneQuery query;
    query.question = asked.question;
    query.table_probabilities = needs.tables;
    query.column_probabilities = needs.columns;
    PruneOptions options = options_.prune;
    options.rule = PruneRule::expected;
    return kept_of(asked, query, options);
  }

  Subset kept_of(const BenchmarkQuestion &asked, const PruneQuery &query,
                 const PruneOptions &options) const {
    const PrunedSchema kept = pruners_.at(asked.database)->prune(query, options);
    std::vector<ColumnId> columns;
    for (const std::uint32_t column : kept.columns)
      columns.push_back(catalog_->columns(asked.database)[column]);
    std::vector<TableId> tables;
    for (const std::uint32_t table : kept.tables)
      tables.push_back(catalog_->tables(asked.database)[table]);
    return subset_of(catalog_, with_tables(std::move(columns), tables, *catalog_));
  }

  std::vector<Subset> five_databases(const BenchmarkQuestion &asked) const {
    std::vector<DatabaseId> shown;
    bool has_gold = false;
    for (const auto &ranked : parts_.retriever->ask(asked.question).databases) {
      if (shown.size() == several - (has_gold ? 0 : 1) && ranked.id != asked.database) continue;
      if (shown.size() == several) break;
      has_gold = has_gold || ranked.id == asked.database;
      if (catalog_->columns(ranked.id).size() != 0) shown.push_back(ranked.id);
    }
    if (!has_gold) shown.push_back(asked.database);
    std::vector<Subset> subsets;
    for (const DatabaseId database : shown)
      subsets.push_back(subset_of(catalog_, all_columns(*catalog_, database)));
    return subsets;
  }

  const AnswererParts &parts_;
  const AnswerEvaluationOptions &options_;
  std::shared_ptr<const Catalog> catalog_;
  std::map<DatabaseId, std::unique_ptr<SchemaPruner>> pruners_;
};

/// Whether a retry may succeed: network or server failures.
bool is_trouble(const Error &error) {
  return error.code() == ErrorCode::io || error.code() == ErrorCode::malformed ||
         error.code() == ErrorCode::limit_exceeded;
}

}  // namespace

std::string_view name_of(ProvidedSchema schema) noexcept {
  return schema_names[static_cast<std::size_t>(schema)];
}

std::vector<AnsweredTask> answer_tasks(
    const AnswererParts &parts, std::span<const BenchmarkTask> tasks,
    std::vector<std::optional<AnsweredTask>> known, const AnswerEvaluationOptions &options,
    function_ref<void(std::size_t position, const AnsweredTask &answer)> save,
    const Progress &progress) {
  const TaskAnswerer answerer(parts, tasks, options);
  known.resize(tasks.size());
  std::vector<std::size_t> open;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (!known[t]) open.push_back(t);
  }
  std::mutex saving;
  std::size_t failures = 0;  // consecutive, in order of completion
  std::atomic<std::size_t> done{tasks.size() - open.size()};
  const CancellationToken token;
  const auto work = [&](std::size_t job, const Progress &reports) {
    const std::size_t position = open[job];
    try {
      AnsweredTask answer = answerer.answer(tasks[position], token);
      const std::scoped_lock lock(saving);
      failures = 0;
      save(position, answer);
      known[position] = std::move(answer);
    } catch (const Error &error) {
      if (!is_trouble(error)) throw;
      const std::scoped_lock lock(saving);
      if (++failures >= options.max_failures) throw;
      known[position].emplace().failure = error.what();
    }
    reports.step("answering", ++done, tasks.size());
  };
  progress.step("answering", done, tasks.size());
  run_jobs(open.size(), std::max<std::size_t>(options.jobs, 1), work, progress);
  std::vector<AnsweredTask> answers;
  for (std::optional<AnsweredTask> &answer : known) answers.push_back(*std::move(answer));
  return answers;
}

}  // namespace sluice::inline v0
