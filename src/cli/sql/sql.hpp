#ifndef SLUICE_SRC_CLI_SQL_SQL_HPP
#define SLUICE_SRC_CLI_SQL_SQL_HPP

/// What the subcommands of `sluice sql` share: the source of their statements.

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

/// One statement from the command line or standard input, or a file of statements.
struct SqlInput {
  std::string statement = "-";
  std::string corpus;
  std::string dialect = "sqlite";

  /// Adds SQL, --corpus and --dialect.
  void add_options(const Command &command);
  bool is_corpus() const noexcept { return !corpus.empty(); }
  sql::Dialect chosen_dialect() const noexcept;
  /// The statement, or the whole corpus. Throws Error.
  std::string read() const;
};

/// A statement of a corpus, from the start of its first line.
struct CorpusStatement {
  std::string_view sql;
  std::size_t line = 1;
};

/// The statements between lines `;;`, or those on each line if there is no such line. Skips blank
/// ones.
std::vector<CorpusStatement> corpus_statements(std::string_view corpus);
/// Whether lines `;;` separate the statements.
bool has_separators(std::string_view corpus) noexcept;

/// Prints the result of `write` for each statement in the layout of the input: one per line, or
/// between lines `;;`. A statement that does not parse leaves an empty line, so that the others
/// keep their numbers, and a message on standard error. Then throws ExitWith{rejected} at the end.
void write_each(const SqlInput &input, function_ref<std::string(sql::SyntaxTree &)> write);

/// The line of the text that contains the byte at `offset`, and below it a line with a caret.
std::string caret_text(std::string_view text, std::size_t offset);

}  // namespace sluice::cli

#endif
