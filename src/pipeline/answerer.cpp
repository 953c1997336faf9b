#include "sluice/pipeline/answerer.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <mutex>
#include <set>
#include <utility>

#include "answer_doubts.hpp"
#include "judge/readable_databases.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/schema/visible_catalog.hpp"

namespace sluice::inline v0 {
namespace {

/// The only database of the subset's columns.
DatabaseId database_of(const Subset &subset) {
  return subset.catalog->database_of(subset.columns.front().id);
}

sql::Dialect dialect_of(const Subset &subset) {
  return subset.catalog->database(database_of(subset)).dialect();
}

/// `permissive` if the subsets have several.
sql::Dialect dialect_of(const std::vector<Subset> &subsets) {
  const sql::Dialect first = dialect_of(subsets.front());
  const bool is_only = std::ranges::all_of(
      subsets, [first](const Subset &subset) { return dialect_of(subset) == first; });
  return is_only ? first : sql::Dialect::permissive;
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

/// Adds the visible elements that the guesses read, with the primary keys of tables that have no
/// column in the subset yet.
void add_elements(Subset &subset, std::span<const ApproximatedQuery> guesses,
                  const VisiblePart &part) {
  const Catalog &catalog = *subset.catalog;
  std::set<ColumnId> known;
  std::set<TableId> tables;
  const auto note = [&](ColumnId column) {
    tables.insert(catalog.table_of(column));
    return known.insert(column).second;
  };
  for (const SubsetColumn &column : subset.columns) note(column.id);
  const auto add = [&](ColumnId column, ReasonKind why) {
    if (note(column)) subset.columns.push_back({column, 0, {{why, {}}}});
  };
  for (const ApproximatedQuery &guess : guesses) {
    const PrunedSchema read = elements_of(guess.sql, *part.database);
    for (const std::uint32_t column : read.columns) add(part.columns[column], ReasonKind::guess);
    for (const std::uint32_t table : read.tables) {
      if (tables.contains(part.tables[table])) continue;
      const Table &of = part.database->tables()[table];
      for (const std::uint32_t column : of.primary_key)
        add(part.columns[of.first_column + column], ReasonKind::key);
    }
  }
}

/// Checks statements against the databases that they may be for, and runs them if options say so.
class Trial {
 public:
  /// `dialect`: nullopt for that of each database.
  Trial(const std::vector<Subset> &subsets, const AnswerOptions &options,
        const DatabaseSource *databases, std::optional<sql::Dialect> dialect)
      : options_(options), databases_(databases), dialect_(dialect) {
    for (const Subset &subset : subsets) candidates_.push_back({database_of(subset), {}, {}});
    catalog_ = subsets.front().catalog;
  }

  /// Returns the fault for the first candidate if the statement fits none of them. Candidates whose
  /// database cannot be read are skipped; throws the first one's error if none can be.
  SqlCheck check(const std::string &sql) {
    std::optional<SqlCheck> first;
    judge_detail::UnreadableDatabases unreadable;
    for (Candidate &candidate : candidates_) {
      const std::string name(catalog_->database(candidate.id).name());
      if (options_.execute && !unreadable.try_read(name, [&] { content_of(candidate); })) continue;
      SqlCheck check = checker_of(candidate).check(sql);
      if (check.passed() && options_.execute) check = run(candidate, sql);
      if (check.passed()) {
        database = candidate.id;
        return check;
      }
      if (!first) first = std::move(check);
    }
    if (!first) unreadable.throw_first();
    return *first;
  }

  std::optional<DatabaseId> database;
  Denotation rows;
  std::vector<std::string> column_names;
  bool is_whole = true;

 private:
  struct Candidate {
    DatabaseId id;
    std::shared_ptr<const EvaluationDatabase> content;  ///< Once it is needed, to run queries.
    std::optional<SqlChecker> checker;
  };

  const EvaluationDatabase &content_of(Candidate &candidate) const {
    if (candidate.content == nullptr)
      candidate.content =
          databases_->find(catalog_->database(candidate.id).name()).databases.front();
    return *candidate.content;
  }

  /// A query is checked as the engine reads it that runs it.
  const SqlChecker &checker_of(Candidate &candidate) const {
    if (candidate.checker) return *candidate.checker;
    sql::Dialect dialect = catalog_->database(candidate.id).dialect();
    if (options_.execute) dialect = content_of(candidate).dialect();
    return candidate.checker.emplace(catalog_, candidate.id, options_.ask.mask,
                                     dialect_.value_or(dialect));
  }

  SqlCheck run(Candidate &candidate, const std::string &sql) {
    QueryLimits limits = options_.limits;
    limits.column_names = true;
    AnyExecutor executor = content_of(candidate).open(limits, options_.token);
    rows = {};
    is_whole = true;
    RowReader reader;
    const auto keep = [&](Row raw) {
      is_whole = rows.rows() < options_.rows;
      if (is_whole) {
        const Row row = reader.read(raw);
        rows.add(row, reader.hashes());
      }
      return is_whole;
    };
    const SqlCheck check = run_checked(executor, sql, keep, &column_names);
    options_.token.check();  // otherwise it would look like a fault of the query
    return check;
  }

  const AnswerOptions &options_;
  const DatabaseSource *databases_;
  std::optional<sql::Dialect> dialect_;
  std::shared_ptr<const Catalog> catalog_;
  std::vector<Candidate> candidates_;
};

/// The first guess that passes its check.
GeneratedSql checked_guess(std::span<const ApproximatedQuery> guesses, Trial &trial,
                           double &confidence) {
  GeneratedSql offered;
  offered.check = {SqlFault::missing, "no guess can be made at the query"};
  for (const ApproximatedQuery &guess : guesses) {
    SqlCheck check = trial.check(guess.sql);
    if (offered.sql.empty() || check.passed()) {
      offered.sql = guess.sql;
      offered.check = std::move(check);
      confidence = std::min(guess.weight, 1.0);
    }
    if (offered.check.passed()) break;
  }
  return offered;
}

}  // namespace

/// The examples that a mask shows, with their ranker.
struct Answerer::VisibleExamples {
  VisibleExamples(const ExampleStore &store, const Mask &seen_by)
      : mask(seen_by), seen(store.masked_by(mask)) {}

  Mask mask;
  ExampleStore::Visible seen;
  LikelyShapeRanker ranker{std::make_shared<const ExampleStore>(seen.store)};
};

/// A cache for the most recently used masks.
struct Answerer::VisibleCache {
  static constexpr std::size_t max_kept = 8;
  std::mutex mutex;
  std::list<std::shared_ptr<const VisibleExamples>> kept;  // most recently used first
};

Answerer::Answerer(AnswererParts parts)
    : parts_(std::move(parts)), visible_cache_(std::make_shared<VisibleCache>()) {
  if (parts_.retriever == nullptr)
    throw Error(ErrorCode::invalid_argument, "there is no retriever, expected one");
  if (!parts_.completer && !parts_.approximator)
    throw Error(ErrorCode::invalid_argument,
                "there is neither a language model nor an approximator, expected one");
  if (parts_.values && parts_.values->fingerprint() != parts_.retriever->catalog()->fingerprint())
    throw Error(ErrorCode::mismatch, "the values are of another catalog");
  if (parts_.examples != nullptr && !parts_.ranker)
    parts_.ranker.emplace(LikelyShapeRanker(parts_.examples));
}

std::vector<Subset> Answerer::candidates(const Question &question, const AnswerOptions &options,
                                         Answer &retrieved) const {
  if (!options.given.empty()) return {options.given.begin(), options.given.end()};
  AskOptions ask = options.ask;
  ask.databases = 1;
  ask.token = &options.token;
  retrieved = parts_.retriever->ask(question, ask);
  std::vector<Subset> subsets;
  if (retrieved.subset.columns.empty()) return subsets;
  subsets.push_back(retrieved.subset);
  if (options.strategy == SchemaStrategy::best) return subsets;
  for (const auto &ranked : retrieved.databases) {
    if (subsets.size() >= options.candidates) break;
    if (ranked.id == database_of(subsets.front())) continue;
    Mask alone(parts_.retriever->catalog(), false);
    alone.show(ranked.id);
    if (options.ask.mask != nullptr) alone.intersect(*options.ask.mask);
    ask.mask = &alone;
    Subset subset = parts_.retriever->ask(question, ask).subset;
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
  if (options.strategy == SchemaStrategy::chain && !parts_.completer)
    throw Error(ErrorCode::invalid_argument, "there is no language model to choose the schema");
  if (options.strategy == SchemaStrategy::chain) {
    choice = choose_schema(*parts_.completer, question, shown, options.token);
  } else {
    if (!options.choose)
      throw Error(ErrorCode::invalid_argument, "the strategy human needs a chooser");
    choice = (*options.choose)(shown);
    if (choice >= shown.size())
      throw Error(ErrorCode::invalid_argument, "the chosen schema is not one of those offered");
  }
  return {std::move(candidates[choice])};
}

/// Approximators have no mask, and some send the schema elsewhere, so they get its visible part.
std::vector<ApproximatedQuery> Answerer::guesses_at(const Question &question, DatabaseId database,
                                                    const AnswerOptions &options) const {
  if (options.guesses) return {options.guesses->begin(), options.guesses->end()};
  if (!parts_.approximator) return {};
  const VisiblePart part = visible_part(*parts_.retriever->catalog(), database, options.ask.mask);
  return parts_.approximator->approximate(question, *part.database);
}

std::vector<FoundValue> Answerer::values_of(const Question &question, const QuestionAnswer &answer,
                                            DatabaseId guessed,
                                            const AnswerOptions &options) const {
  if (parts_.values == nullptr) return {};
  const auto &catalog = parts_.retriever->catalog();
  std::vector<ColumnId> columns;
  for (const SubsetColumn &column : answer.retrieved.subset.columns) columns.push_back(column.id);
  std::vector<std::string> literals;
  std::vector<ColumnId> preferred;
  const VisiblePart part = visible_part(*catalog, guessed, options.ask.mask);
  for (const ApproximatedQuery &guess : answer.guesses) {
    std::ranges::move(string_literals_of(guess.sql, *part.database), std::back_inserter(literals));
    for (const std::uint32_t column : elements_of(guess.sql, *part.database).columns)
      preferred.push_back(part.columns[column]);
  }
  return choose_values(*parts_.values, catalog,
                       {question, columns, literals, preferred, options.ask.mask}, options.values);
}

std::shared_ptr<const Answerer::VisibleExamples> Answerer::visible_examples(
    const Mask &mask) const {
  const auto find = [&] {
    return std::ranges::find_if(visible_cache_->kept,
                                [&](const auto &of) { return of->mask == mask; });
  };
  {
    const std::lock_guard lock(visible_cache_->mutex);
    if (const auto found = find(); found != visible_cache_->kept.end()) {
      visible_cache_->kept.splice(visible_cache_->kept.begin(), visible_cache_->kept, found);
      return visible_cache_->kept.front();
    }
  }
  auto made = std::make_shared<const VisibleExamples>(*parts_.examples, mask);
  const std::lock_guard lock(visible_cache_->mutex);
  if (const auto found = find(); found != visible_cache_->kept.end())
    return *found;  // added by another thread
  visible_cache_->kept.push_front(made);
  if (visible_cache_->kept.size() > VisibleCache::max_kept) visible_cache_->kept.pop_back();
  return made;
}

ExampleRanking Answerer::examples_for(const Question &question, const QuestionAnswer &answer,
                                      DatabaseId database, const AnswerOptions &options) const {
  if (parts_.examples == nullptr || options.examples == 0) return {};
  const Mask *mask = options.ask.mask;
  const VisiblePart part = visible_part(*parts_.retriever->catalog(), database, mask);
  ExampleQuery query;
  query.question = question;
  query.database = part.database.get();
  query.approximations = answer.guesses;
  query.count = options.examples;
  query.except_database = options.except_database;
  QuestionForm form;
  if (parts_.labels) form = parts_.labels->form(question, *query.database);
  query.form = &form;
  if (mask == nullptr) return parts_.ranker->rank(query);
  const auto seen = visible_examples(*mask);
  ExampleRanking ranking = seen->ranker.rank(query);
  for (RankedExample &of : ranking.examples) of.id = seen->seen.ids[of.id.index()];
  return ranking;
}

std::string Answerer::prompt_of(std::string_view question, const QuestionAnswer &answer,
                                const AnswerOptions &options) const {
  std::vector<PromptValue> values;
  for (const FoundValue &value : answer.values) values.push_back({value.column, value.value});
  std::vector<PromptExample> examples;
  for (const RankedExample &of : answer.examples.examples) {
    const Example &example = (*parts_.examples)[of.id];
    examples.push_back({example.question, example.sql});
  }
  return make_prompt(answer.retrieved.subset, question, options.schema, {examples, values});
}

QuestionAnswer Answerer::answer(std::string_view raw_question, const AnswerOptions &options,
                                const Progress &progress) const {
  if (options.execute && parts_.databases == nullptr)
    throw Error(ErrorCode::invalid_argument, "there are no databases to run queries on");
  constexpr std::size_t stages = 3;
  const std::string written =
      repair_utf8(raw_question);  // not shortened, for the model that writes SQL
  const Question question(written);
  options.token.check();
  progress.step("find columns", 0, stages);
  QuestionAnswer answer;
  std::vector<Subset> subsets =
      chosen(written, candidates(question, options, answer.retrieved), options);
  if (subsets.empty()) {
    answer.generated.check = {SqlFault::missing, "nothing has to do with the question"};
    return answer;
  }
  options.token.check();
  const DatabaseId first = database_of(subsets.front());
  answer.guesses = guesses_at(question, first, options);
  if (options.given.empty()) {
    add_elements(subsets.front(), answer.guesses,
                 visible_part(*subsets.front().catalog, first, options.ask.mask));
  }
  options.token.check();
  answer.retrieved.subset = joined(subsets);
  pipeline_detail::drop_used_alternatives(answer.retrieved);
  Trial trial(subsets, options, parts_.databases.get(), parts_.generator.dialect);
  if (parts_.completer) {
    answer.values = values_of(question, answer, first, options);
    options.token.check();
    answer.examples = examples_for(question, answer, first, options);
    answer.prompt = prompt_of(written, answer, options);
    progress.step("ask for SQL", 1, stages);
    SqlGeneratorOptions generator = parts_.generator;
    if (!generator.dialect) generator.dialect = dialect_of(subsets);
    answer.generated =
        SqlGenerator(*parts_.completer, std::move(generator))
            .generate(
                answer.prompt, [&](const std::string &sql) { return trial.check(sql); },
                options.token);
  } else {
    answer.is_guess = true;
    answer.generated = checked_guess(answer.guesses, trial, answer.confidence);
  }
  progress.step("ask for SQL", stages, stages);
  if (!answer.generated.check.passed()) return answer;
  answer.database = trial.database;
  answer.rows = std::move(trial.rows);
  answer.column_names = std::move(trial.column_names);
  answer.is_whole = trial.is_whole;
  return answer;
}

}  // namespace sluice::inline v0
