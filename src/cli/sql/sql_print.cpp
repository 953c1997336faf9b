/// `sluice sql print`: the same statement, written in one way.

#include <memory>
#include <string>

#include "cli/command_line.hpp"
#include "sluice/sql/print.hpp"
#include "sql.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  SqlInput input;
  std::string style = "canonical";
};

void run(const Arguments &arguments) {
  const sql::PrintOptions options{arguments.style == "minimal" ? sql::PrintStyle::minimal
                                                               : sql::PrintStyle::canonical,
                                  arguments.input.chosen_dialect()};
  write_each(arguments.input, [&](const sql::SyntaxTree &tree) { return print(tree, options); });
}

}  // namespace

void add_sql_print(const Command &sql) {
  auto arguments = std::make_shared<Arguments>();
  const Command print = sql.add_command("print", "Write statements in one style");
  arguments->input.add_options(print);
  print
      .add_option("--style", arguments->style,
                  "Keywords in capitals and every AS, or as few bytes as say the same")
      .one_of({"canonical", "minimal"});
  print.footer("A corpus comes out as it went in: one statement a line, or between lines of `;;`.\n"
               "Exit status: 0 all are SQL, 1 some are not, 2 error.\n"
               "\n"
               "Examples:\n"
               "  sluice sql print \"select name n from customer where not(id=7)\"\n"
               "  sluice sql print --style minimal --corpus gold.sql");
  print.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
