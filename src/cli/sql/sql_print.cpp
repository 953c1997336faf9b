/// `sluice sql print`: prints statements in one style.

#include <memory>
#include <string>

#include "cli/command_line.hpp"
#include "sluice/sql/print.hpp"
#include "sql.hpp"

namespace sluice::cli {
namespace {

struct SqlPrintArguments {
  SqlInput input;
  std::string style = "canonical";
};

void run_sql_print(const SqlPrintArguments &arguments) {
  const sql::PrintOptions options{arguments.style == "minimal" ? sql::PrintStyle::minimal
                                                               : sql::PrintStyle::canonical,
                                  arguments.input.chosen_dialect()};
  write_each(arguments.input, [&](const sql::SyntaxTree &tree) { return print(tree, options); });
}

}  // namespace

void add_sql_print(const Command &sql) {
  auto arguments = std::make_shared<SqlPrintArguments>();
  const Command print = sql.add_command("print", "Print statements in one style");
  arguments->input.add_options(print);
  print
      .add_option("--style", arguments->style,
                  "canonical: upper-case keywords and every AS; minimal: as few bytes as possible")
      .one_of({"canonical", "minimal"});
  print.footer(
      "The output has the layout of the corpus: one statement per line, or separated by lines `;;`.\n"
      "\n"
      "Examples:\n"
      "  sluice sql print \"select name n from customer where not(id=7)\"\n"
      "  sluice sql print --style minimal --corpus gold.sql\n"
      "\n"
      "Exit status: 0 all statements parse, 1 some do not, 2 error.");
  print.callback([arguments] { run_sql_print(*arguments); });
}

}  // namespace sluice::cli
