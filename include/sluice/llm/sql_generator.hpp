#ifndef SLUICE_LLM_SQL_GENERATOR_HPP
#define SLUICE_LLM_SQL_GENERATOR_HPP

/// From a prompt to SQL that was checked: a language model writes it, and mends it when told what
/// is wrong.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/judge/sql_check.hpp"

namespace sluice {

struct SqlGeneratorOptions {
  std::size_t repairs = 1;  ///< Rounds with the error in the prompt, at most.
  double temperature = 0;
  std::size_t max_tokens = 1000;
  /// Said before the prompt; empty: nothing.
  std::string instruction =
      "You translate questions into SQL. Answer with one query and nothing else.";
  sql::Dialect dialect = sql::Dialect::sqlite;  ///< Of the query.
};

struct GeneratedSql {
  std::string sql;                      ///< The last one that was found; empty if none was.
  SqlCheck check;                       ///< Of the last answer.
  std::vector<Completion> completions;  ///< One a round.
};

/// Immutable; as many threads at once as the completer takes.
class SqlGenerator {
 public:
  explicit SqlGenerator(AnyCompleter completer, SqlGeneratorOptions options = {});

  /// `check` says of a statement that parses whether it can be run. Throws what the completer and
  /// `check` throw, also in the round of repair: then the caller has no answer.
  GeneratedSql generate(std::string_view prompt,
                        function_ref<SqlCheck(const std::string &sql)> check,
                        const CancellationToken &token = {}) const;

  const SqlGeneratorOptions &options() const noexcept { return options_; }

 private:
  AnyCompleter completer_;
  SqlGeneratorOptions options_;
};

}  // namespace sluice

#endif
