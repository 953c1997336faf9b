#ifndef SLUICE_LLM_SQL_GENERATOR_HPP
#define SLUICE_LLM_SQL_GENERATOR_HPP

/// Generates checked SQL from a prompt: a language model writes it, and repairs it when it receives
/// the error.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

struct SqlGeneratorOptions {
  std::size_t repairs = 1;  ///< Maximum number of rounds with the error in the prompt.
  double temperature = 0;
  std::size_t max_tokens = 1000;
  /// System message before the prompt; empty: none; nullopt: sql_instruction(dialect).
  std::optional<std::string> instruction = std::nullopt;
  /// Of the query; nullopt: SQLite, and in an Answerer that of the question's database, or of the
  /// engine that runs the query.
  std::optional<sql::Dialect> dialect = std::nullopt;
};

/// Says what to do, and names the dialect unless that is SQLite or not known.
std::string sql_instruction(sql::Dialect dialect);

struct GeneratedSql {
  std::string sql;                      ///< The last query found; empty if none.
  SqlCheck check;                       ///< Result for the last answer.
  std::vector<Completion> completions;  ///< One per round.
};

/// Immutable. As thread-safe as the completer.
class SqlGenerator {
 public:
  explicit SqlGenerator(AnyCompleter completer, SqlGeneratorOptions options = {});

  /// `check` decides whether a statement that parses can be run. Throws what the completer and
  /// `check` throw; if a repair round throws, the earlier answer is lost.
  GeneratedSql generate(std::string_view prompt,
                        function_ref<SqlCheck(const std::string &sql)> check,
                        const CancellationToken &token = {}) const;

  const SqlGeneratorOptions &options() const noexcept { return options_; }

 private:
  AnyCompleter completer_;
  SqlGeneratorOptions options_;
};

}  // namespace sluice::inline v0

#endif
