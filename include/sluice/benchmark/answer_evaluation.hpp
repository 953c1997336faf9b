#ifndef SLUICE_BENCHMARK_ANSWER_EVALUATION_HPP
#define SLUICE_BENCHMARK_ANSWER_EVALUATION_HPP

/// Measures how many questions of a benchmark a language model answers correctly, depending on the
/// schema in the prompt: the end-to-end tables of CRUSH4SQL (table 3), DBCopilot (tables 5 and 8)
/// and the AST-ranking paper (tables 2 to 5, 9 and 10).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/rank/schema_pruner.hpp"
#include "sluice/retrieve/value_choice.hpp"

namespace sluice::inline v0 {

struct AnswererParts;
class DatabaseSource;
struct ExecutionOptions;
struct ScoreReport;

/// The part of the schemas that is in the prompt. The first five values use the gold database.
enum class ProvidedSchema : std::uint8_t {
  gold_columns,   ///< What the gold query reads; the key of a table without columns.
  gold_tables,    ///< All columns of the tables that the gold query reads.
  gold_database,  ///< The whole gold database.
  pruned,         ///< The gold database, pruned by question and guesses (SchemaPruner).
  needed,  ///< The gold database, pruned to what the label model expects (PruneRule::expected).
  five_databases,  ///< The gold database and the four other best ones, whole, by rank.
  top1,            ///< The best columns of the best database.
  top5,            ///< The best columns of the five best databases.
  chain,           ///< One of these five, which the model chooses in an earlier request.
  human,           ///< One of these five, as an expert would choose it.
  subset,          ///< The best columns of all databases.
};

/// Such as "gold-columns", "cot", "subset". A static string.
std::string_view name_of(ProvidedSchema schema) noexcept;

struct BenchmarkTask {
  BenchmarkQuestion asked;
  std::string sql;  ///< The gold query.
};

/// Like `read_benchmark_questions`, with the gold queries in the field "sql" or "query".
std::vector<BenchmarkTask> read_benchmark_tasks(std::string_view json_lines,
                                                const std::string &source, const Catalog &catalog);

struct AnswerEvaluationOptions {
  ProvidedSchema schema = ProvidedSchema::top1;
  std::size_t columns = 20;  ///< Per database; in total for `subset`.
  PruneOptions prune;
  /// Ask the model for a guess first, instead of using the approximator in the parts.
  bool first_pass = false;
  std::size_t examples = 5;
  ValueChoiceOptions values;
  std::size_t samples = 3;  ///< As in SchemaTextOptions.
  std::size_t jobs = 4;     ///< Concurrent questions, at least 1.
  /// Number of consecutive endpoint failures that end the work.
  std::size_t max_failures = 5;
};

/// The result for one question.
struct AnsweredTask {
  std::string sql;  ///< Empty if the answer has none.
  SqlFault fault = SqlFault::none;
  std::string message;
  std::size_t requests = 0;
  std::size_t uncounted = 0;      ///< Requests whose tokens the server did not report.
  std::size_t prompt_tokens = 0;  ///< Of all requests, including cached ones.
  std::size_t answer_tokens = 0;
  /// Failure of the endpoint: there is no answer, and asking again may help. Empty on success.
  std::string failure;
};

/// Reads answers, with keys of question and settings, from JSON Lines. An incomplete last line is
/// skipped. Throws Error(malformed), with the line.
std::vector<std::pair<std::string, AnsweredTask>> read_answered_tasks(std::string_view json_lines,
                                                                      const std::string &source);
/// Returns one line, including the line break.
std::string to_json_line(const std::string &key, const AnsweredTask &answer);
/// Returns the key of a question and of settings, a text of the caller's choice.
std::string key_of(const BenchmarkTask &task, std::string_view settings);

/// Answers the tasks that have no answer in `known`, by position. Calls `save` once for each new
/// answer that is not a failure, in any order, never concurrently. `parts` needs a completer. Bad
/// answers of the model do not end the work; errors of a task do. Throws the endpoint's Error after
/// `max_failures` consecutive failures, and Error(cancelled).
std::vector<AnsweredTask> answer_tasks(
    const AnswererParts &parts, std::span<const BenchmarkTask> tasks,
    std::vector<std::optional<AnsweredTask>> known, const AnswerEvaluationOptions &options,
    function_ref<void(std::size_t position, const AnsweredTask &answer)> save,
    const Progress &progress = {});

/// Scores answers by execution, as the official script does, and by exact-set match and hardness if
/// the official grammar covers the gold query. Throws what `databases` throws.
ScoreReport score_answers(std::span<const BenchmarkTask> tasks,
                          std::span<const AnsweredTask> answers, const Catalog &catalog,
                          const DatabaseSource &databases, const ExecutionOptions &options,
                          const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
