#ifndef SLUICE_BENCHMARK_ANSWER_EVALUATION_HPP
#define SLUICE_BENCHMARK_ANSWER_EVALUATION_HPP

/// How many questions of a benchmark a language model answers rightly, by what it is shown: the
/// end-to-end tables of CRUSH4SQL (table 3), DBCopilot (tables 5 and 8) and the AST-ranking paper
/// (tables 2 to 5, 9 and 10).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/pipeline/answerer.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice {

/// What of the schemas stands in the prompt. Those that begin with the gold database know it.
enum class ProvidedSchema : std::uint8_t {
  gold_columns,    ///< What the gold query reads; of a table without columns, its key.
  gold_tables,     ///< All columns of the tables that it reads.
  gold_database,   ///< All of its database.
  pruned,          ///< Its database, cut by question and guesses (SchemaPruner).
  needed,          ///< Its database, cut to what the label model expects (PruneRule::expected).
  five_databases,  ///< Its database and the four others that rank best, whole, by rank.
  top1,            ///< The best database, its best columns.
  top5,            ///< Those of the five best.
  chain,           ///< The one of these five that the model chooses first.
  human,           ///< The one of these five that a person who knows would choose.
  subset,          ///< The best columns, of whichever databases.
};

/// "gold-columns", "cot", "subset". A static string.
std::string_view name_of(ProvidedSchema schema) noexcept;

struct BenchmarkTask {
  BenchmarkQuestion asked;
  std::string sql;  ///< Gold.
};

/// As `read_benchmark_questions`, with the gold queries of the field "sql" or "query".
std::vector<BenchmarkTask> read_benchmark_tasks(std::string_view json_lines,
                                                const std::string &source, const Catalog &catalog);

struct AnswerEvaluationOptions {
  ProvidedSchema schema = ProvidedSchema::top1;
  std::size_t columns = 20;  ///< Of each database; of all together with `subset`.
  PruneOptions prune;
  /// A pass of the model before, in place of the parts' approximator.
  bool first_pass = false;
  std::size_t examples = 5;
  ValueChoiceOptions values;
  std::size_t samples = 3;  ///< As in SchemaTextOptions.
  std::size_t jobs = 4;     ///< Questions under way at once, at least 1.
  /// So many failures of the endpoint in a row end the work.
  std::size_t max_failures = 5;
};

/// What came of one question.
struct AnsweredTask {
  std::string sql;  ///< Empty if there is none.
  SqlFault fault = SqlFault::none;
  std::string message;
  std::size_t requests = 0;
  std::size_t uncounted = 0;      ///< Of them, those whose tokens the server did not count.
  std::size_t prompt_tokens = 0;  ///< Of all requests, those that a cache answered among them.
  std::size_t answer_tokens = 0;
  /// What the endpoint's trouble was: there is no answer, and asking again may help.
  std::string failure;
};

/// Answers with the keys of what was asked and how, from JSON Lines; a last line that broke off is
/// passed over. Throws Error(malformed) with the line.
std::vector<std::pair<std::string, AnsweredTask>> read_answered_tasks(std::string_view json_lines,
                                                                      const std::string &source);
/// One line, with its end.
std::string to_json_line(const std::string &key, const AnsweredTask &answer);
/// Of a question under settings that are written as the caller likes.
std::string key_of(const BenchmarkTask &task, std::string_view settings);

/// Asks for those that `known` (by position) has no answer to. `save` is called once for each new
/// answer that is no failure, by one thread at a time, in any order. `parts` needs a completer.
/// What the model says does not end the work, what is wrong with the task does; throws the
/// endpoint's Error after `max_failures` in a row, and Error(cancelled).
std::vector<AnsweredTask> answer_tasks(
    const AnswererParts &parts, std::span<const BenchmarkTask> tasks,
    std::vector<std::optional<AnsweredTask>> known, const AnswerEvaluationOptions &options,
    function_ref<void(std::size_t position, const AnsweredTask &answer)> save,
    const Progress &progress = {});

/// Judged by execution, as the official script does, and by exact-set match and hardness where the
/// gold query is of the official form. `mode`: of execution. Throws what `databases` throws.
ScoreReport score_answers(std::span<const BenchmarkTask> tasks,
                          std::span<const AnsweredTask> answers, const Catalog &catalog,
                          const DatabaseSource &databases, const ExecutionOptions &options,
                          const Progress &progress = {});

}  // namespace sluice

#endif
