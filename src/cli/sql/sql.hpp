#ifndef SLUICE_SRC_CLI_SQL_SQL_HPP
#define SLUICE_SRC_CLI_SQL_SQL_HPP

/// What the subcommands of `sluice sql` share: where their statements come from.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/sql/dialect.hpp"
#include "sluice/sql/syntax_error.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::cli {

class Command;

// Each adds a subcommand to `sluice sql`.
void add_sql_parse(const Command &sql);
void add_sql_print(const Command &sql);
void add_sql_normalize(const Command &sql);
void add_sql_diff(const Command &sql);
void add_sql_reads(const Command &sql);

/// One statement on the line or from standard input, or a file of many.
struct SqlInput {
  std::string statement = "-";
  std::string corpus;
  std::string dialect = "sqlite";

  /// Adds `SQL`, `--corpus` and `--dialect`.
  void add_options(const Command &command);
  bool is_corpus() const noexcept { return !corpus.empty(); }
  sql::Dialect chosen_dialect() const noexcept;
  /// The statement, or the whole corpus. Throws Error.
  std::string read() const;
};

/// A statement of a corpus. It starts where its line starts.
struct CorpusStatement {
  std::string_view sql;
  std::size_t line = 1;
};

/// Statements between lines that hold only `;;`, or, where there is no such line, one a line;
/// blank ones are dropped.
std::vector<CorpusStatement> corpus_statements(std::string_view corpus);
/// Whether lines `;;` part the statements.
bool is_parted(std::string_view corpus) noexcept;

/// Prints what `write` makes of each statement's tree, as the statements came: one a line, or
/// between lines of `;;`. What is refused leaves a gap, so that the others keep their numbers, and
/// goes to standard error. Throws ExitWith{rejected} at the end if something was.
void write_each(const SqlInput &input, function_ref<std::string(sql::SyntaxTree &)> write);

/// The line of the text around the byte, and a caret under it, each indented and ended.
std::string caret_text(std::string_view text, std::size_t offset);

}  // namespace sluice::cli

#endif
