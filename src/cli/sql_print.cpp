/// `sluice sql print`: the same statement, written in one way.

#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sql.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  SqlInput input;
  std::string style = "canonical";
};

void run(const Arguments &arguments) {
  const std::string text = arguments.input.read();
  const sql::Dialect dialect = arguments.input.chosen_dialect();
  const sql::PrintOptions options{arguments.style == "minimal" ? sql::PrintStyle::minimal
                                                               : sql::PrintStyle::canonical,
                                  dialect};
  const bool is_corpus = arguments.input.is_corpus();
  const std::vector<CorpusStatement> statements =
      is_corpus ? corpus_statements(text) : std::vector<CorpusStatement>{{text, 1}};
  const bool parted = is_corpus && is_parted(text);
  bool all = true;
  sql::SyntaxTree tree;
  for (const CorpusStatement &statement : statements) {
    std::string printed;
    try {
      sql::parse(statement.sql, tree, {.dialect = dialect});
      printed = print(tree, options);
    } catch (const sql::SyntaxError &error) {
      all = false;
      if (is_corpus) {
        fmt::print(stderr, "{}:{}: byte {}: {}\n", one_line(arguments.input.corpus), statement.line,
                   error.offset(), one_line(error.message()));
      } else {
        fmt::print(stderr, "{}\n{}", one_line(error.what()), caret_text(text, error.offset()));
      }
    }
    // What is refused leaves a gap, so that the others keep their numbers.
    if (all || is_corpus) fmt::print("{}\n{}", printed, parted ? ";;\n" : "");
  }
  if (!all) throw ExitWith{rejected};
}

}  // namespace

void add_sql_print(CLI::App &sql) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *print = sql.add_subcommand("print", "Write statements in one style");
  arguments->input.add_options(*print);
  print
      ->add_option("--style", arguments->style,
                   "Keywords in capitals and every AS, or as few bytes as say the same")
      ->check(CLI::IsMember({"canonical", "minimal"}))
      ->capture_default_str();
  print->footer(
      "A corpus comes out as it went in: one statement a line, or between lines of `;;`.\n"
      "Exit status: 0 all are SQL, 1 some are not, 2 error.\n"
      "\n"
      "Examples:\n"
      "  sluice sql print \"select name n from customer where not(id=7)\"\n"
      "  sluice sql print --style minimal --corpus gold.sql");
  print->callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
