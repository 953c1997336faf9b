#include "sluice/pipeline/answerer.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice {
namespace {

constexpr std::size_t most_places = 3;  // of words that are a value of several columns
constexpr std::size_t most_values = 12;

/// The database that all columns are of.
DatabaseId database_of(const Subset &subset) {
  return subset.catalog->database_of(subset.columns.front().id);
}

SchemaCandidate candidate_of(const Subset &subset) {
  SchemaTextOptions compact;
  compact.form = SchemaForm::compact;
  return {std::string(subset.catalog->database(database_of(subset)).name()),
          schema_text(subset, compact).text};
}

Subset joined(const std::vector<Subset> &subsets) {
  Subset all = subsets.front();
  for (std::size_t s = 1; s < subsets.size(); ++s)
    all.columns.insert(all.columns.end(), subsets[s].columns.begin(), subsets[s].columns.end());
  return all;
}

/// Checks statements on the databases that they may be for, and runs them where that is asked for.
class Trial {
 public:
  Trial(const std::vector<Subset> &subsets, const AnswerOptions &options,
        const DatabaseSource *databases, sql::Dialect dialect)
      : options_(options), databases_(databases) {
    for (const Subset &subset : subsets) {
      const DatabaseId id = database_of(subset);
      checkers_.emplace_back(id, SqlChecker(subset.catalog, id, options.ask.mask, dialect));
    }
    catalog_ = subsets.front().catalog;
  }

  /// The first candidate's fault, if none of them takes it.
  SqlCheck check(const std::string &sql) {
    std::optional<SqlCheck> first;
    for (const auto &of : checkers_) {
      SqlCheck check = of.second.check(sql);
      if (check.passed() && options_.execute) check = run(of.first, sql);
      if (check.passed()) {
        database = of.first;
        return check;
      }
      if (!first) first = std::move(check);
    }
    return *first;
  }

  std::optional<DatabaseId> database;
  Denotation rows;
  bool is_whole = true;

 private:
  SqlCheck run(DatabaseId id, const std::string &sql) {
    const auto found = databases_->find(catalog_->database(id).name());
    AnyExecutor executor = found.front()->open(options_.limits, options_.token);
    rows = {};
    is_whole = true;
    RowReader reader;
    const SqlCheck check = run_checked(executor, sql, [&](Row raw) {
      is_whole = rows.rows() < options_.rows;
      if (is_whole) {
        const Row row = reader.read(raw);
        rows.add(row, reader.hashes());
      }
      return is_whole;
    });
    options_.token.check();  // else it would look like a fault of the query
    return check;
  }

  const AnswerOptions &options_;
  const DatabaseSource *databases_;
  std::shared_ptr<const Catalog> catalog_;
  std::vector<std::pair<DatabaseId, SqlChecker>> checkers_;
};

}  // namespace

Answerer::Answerer(std::shared_ptr<const Retriever> retriever, AnyCompleter completer,
                   std::shared_ptr<const DatabaseSource> databases,
                   std::shared_ptr<const ValueIndex> values, SqlGeneratorOptions generator)
    : retriever_(std::move(retriever)),
      completer_(completer),
      databases_(std::move(databases)),
      values_(std::move(values)),
      generator_(std::move(completer), std::move(generator)) {
  if (values_ && values_->fingerprint() != retriever_->catalog()->fingerprint())
    throw Error(ErrorCode::mismatch, "the values are of another catalog");
}

std::vector<Subset> Answerer::candidates(std::string_view question, const AnswerOptions &options,
                                         Answer &retrieved) const {
  AskOptions ask = options.ask;
  ask.databases = 1;
  retrieved = retriever_->ask(question, ask);
  std::vector<Subset> subsets;
  if (retrieved.subset.columns.empty()) return subsets;
  subsets.push_back(retrieved.subset);
  if (options.strategy == SchemaStrategy::best) return subsets;
  for (const auto &ranked : retrieved.databases) {
    if (subsets.size() >= options.candidates) break;
    if (ranked.id == database_of(subsets.front())) continue;
    Mask alone(retriever_->catalog(), false);
    alone.show(ranked.id);
    if (options.ask.mask != nullptr) alone.intersect(*options.ask.mask);
    ask.mask = &alone;
    Subset subset = retriever_->ask(question, ask).subset;
    if (!subset.columns.empty()) subsets.push_back(std::move(subset));
  }
  return subsets;
}

std::vector<Subset> Answerer::chosen(std::string_view question, std::vector<Subset> candidates,
                                     const AnswerOptions &options) const {
  const bool is_choice =
      options.strategy == SchemaStrategy::chain || options.strategy == SchemaStrategy::human;
  if (!is_choice || candidates.empty()) return candidates;
  std::vector<SchemaCandidate> shown;
  for (const Subset &subset : candidates) shown.push_back(candidate_of(subset));
  std::size_t choice = 0;
  if (options.strategy == SchemaStrategy::chain) {
    choice = choose_schema(completer_, question, shown, options.token);
  } else {
    if (!options.choose)
      throw Error(ErrorCode::invalid_argument, "nobody is there to choose the schema");
    choice = (*options.choose)(shown);
    if (choice >= shown.size())
      throw Error(ErrorCode::invalid_argument, "a schema was chosen that is none of those shown");
  }
  return {std::move(candidates[choice])};
}

std::vector<FoundValue> Answerer::values_of(std::string_view question, const Subset &subset,
                                            const Mask *mask) const {
  std::vector<FoundValue> found;
  if (!values_) return found;
  std::set<TableId> tables;
  for (const SubsetColumn &column : subset.columns)
    tables.insert(subset.catalog->table_of(column.id));
  QuestionValues named =
      values_->match(question, mask != nullptr ? std::optional(mask->visibility()) : std::nullopt);
  std::ranges::stable_sort(named.runs, {}, &ValueRun::first);
  for (const ValueRun &run : named.runs) {
    std::size_t places = 0;
    for (const ValuePlace &place : run.places) {
      if (tables.count(subset.catalog->table_of(place.column)) == 0) continue;
      if (places++ == most_places || found.size() == most_values) break;
      found.push_back({place.column, std::string(place.value)});
    }
  }
  return found;
}

QuestionAnswer Answerer::answer(std::string_view raw_question, const AnswerOptions &options,
                                const Progress &progress) const {
  if (options.execute && databases_ == nullptr)
    throw Error(ErrorCode::invalid_argument, "there are no databases to execute on");
  constexpr std::size_t stages = 3;
  const std::string question = repair_utf8(raw_question);
  options.token.check();
  progress.step("find columns", 0, stages);
  QuestionAnswer answer;
  const std::vector<Subset> subsets =
      chosen(question, candidates(question, options, answer.retrieved), options);
  if (subsets.empty()) {
    answer.generated.check = {SqlFault::missing, "nothing has to do with the question"};
    return answer;
  }
  answer.retrieved.subset = joined(subsets);
  answer.values = values_of(question, answer.retrieved.subset, options.ask.mask);
  std::vector<PromptValue> values;
  for (const FoundValue &value : answer.values) values.push_back({value.column, value.value});
  answer.prompt =
      make_prompt(answer.retrieved.subset, question, options.schema, {options.examples, values});
  progress.step("ask for SQL", 1, stages);
  Trial trial(subsets, options, databases_.get(), generator_.options().dialect);
  answer.generated = generator_.generate(
      answer.prompt, [&](const std::string &sql) { return trial.check(sql); }, options.token);
  progress.step("ask for SQL", stages, stages);
  if (!answer.generated.check.passed()) return answer;
  answer.database = trial.database;
  answer.rows = std::move(trial.rows);
  answer.is_whole = trial.is_whole;
  return answer;
}

}  // namespace sluice
