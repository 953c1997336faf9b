#ifndef SLUICE_TESTS_SQL_AGREEMENT_HPP
#define SLUICE_TESTS_SQL_AGREEMENT_HPP

/// What must hold for every text: SQLite and our parser agree on whether it is valid SQL, and
/// parsing the printed statement gives the same tree.

#include <optional>
#include <string>
#include <string_view>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sqlite_oracle.hpp"

namespace sluice::test {

/// The error that parsing throws, if any.
inline std::optional<sql::SyntaxError> syntax_error(std::string_view text, sql::SyntaxTree &tree,
                                                    sql::Dialect dialect) {
  try {
    sql::parse(text, tree, {.dialect = dialect});
  } catch (const sql::SyntaxError &error) {
    return error;
  }
  return std::nullopt;
}

/// What is wrong with how a tree is printed; empty if nothing is.
inline std::string printing_problem(const sql::SyntaxTree &tree, sql::Dialect dialect) {
  for (const auto style : {sql::PrintStyle::canonical, sql::PrintStyle::minimal}) {
    const sql::PrintOptions options{style, dialect};
    const std::string printed = print(tree, options);
    sql::SyntaxTree again;
    if (const auto error = syntax_error(printed, again, dialect)) {
      return "printed, it is refused: " + printed + "\n" + error->what();
    }
    if (!(again == tree)) return "printed, it is another tree: " + printed;
    const std::string twice = print(again, options);
    if (twice != printed) return "printed again, it differs: " + printed + "\n" + twice;
  }
  return {};
}

/// What is wrong with how a text is parsed in a dialect and printed; empty if nothing is.
inline std::string round_trip_problem(std::string_view text, sql::Dialect dialect) {
  sql::SyntaxTree tree;
  if (const auto error = syntax_error(text, tree, dialect)) {
    return std::string("refused: ") + error->what();
  }
  return printing_problem(tree, dialect);
}

/// Statements that SQLite runs but our parser does not support: BEGIN, PRAGMA, ATTACH and similar,
/// triggers, virtual tables.
inline bool is_left_out(const sql::SyntaxError &error) {
  return error.expected().starts_with("a statement") || error.expected() == "TABLE, VIEW or INDEX";
}

/// Where SQLite and our parser disagree on a text; empty if they agree. The permissive dialect must
/// parse what SQLite accepts to the same tree, except `::`, which is a cast there, and ROW(…),
/// which is a row there.
inline std::string disagreement(SqliteOracle &oracle, const std::string &text) {
  sql::SyntaxTree tree;
  const auto error = syntax_error(text, tree, sql::Dialect::sqlite);
  if (error && is_left_out(*error)) return {};
  const Verdict verdict = oracle.verdict(text);
  if (verdict == Verdict::unclear) return {};
  if (verdict == Verdict::reject) {
    return error ? "" : "we take it, SQLite says: " + oracle.message();
  }
  if (error) return std::string("SQLite takes it, we say: ") + error->what();
  if (std::string problem = printing_problem(tree, sql::Dialect::sqlite); !problem.empty())
    return problem;
  const std::string printed = print(tree, {.style = sql::PrintStyle::minimal});
  if (oracle.verdict(printed) == Verdict::reject) {
    return "printed, SQLite refuses it: " + printed + "\n" + oracle.message();
  }
  if (text.find("::") != std::string::npos) return {};
  sql::SyntaxTree permissive;
  if (const auto refused = syntax_error(text, permissive, sql::Dialect::permissive)) {
    return std::string("the permissive dialect refuses it: ") + refused->what();
  }
  const bool row = text.find("ROW") != std::string::npos || text.find("row") != std::string::npos ||
                   text.find("Row") != std::string::npos;
  if (!(permissive == tree) && !row) return "the permissive dialect reads it as another tree";
  return printing_problem(permissive, sql::Dialect::permissive);
}

}  // namespace sluice::test

#endif
