/// `sluice sql normalize`: prints statements in a normal form.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/print.hpp"
#include "sql.hpp"
#include "sql_schema.hpp"

namespace sluice::cli {
namespace {

struct SqlNormalizeArguments {
  SqlInput input;
  SqlSchema schema;
  std::string form = "plain";
  bool equivalences = false;
  bool json = false;
};

std::vector<sql::AnyRewriteRule> rules_of(const SqlNormalizeArguments &arguments) {
  auto rules = arguments.form == "cross-domain" ? sql::paper_rules(sql::Domain::cross_domain)
               : arguments.form == "in-domain"  ? sql::paper_rules(sql::Domain::in_domain)
                                                : sql::unmasked_rules();
  if (arguments.equivalences) {
    for (sql::AnyRewriteRule &rule : sql::equivalence_rules()) rules.push_back(std::move(rule));
  }
  return rules;
}

std::string json_of(std::string_view printed, const sql::NormalizeResult &result) {
  JsonWriter writer;
  writer.begin_object()
      .member("sql", printed)
      .member("changed", result.changed)
      .member("settled", result.settled)
      .end_object();
  return writer.take();
}

void run_sql_normalize(const SqlNormalizeArguments &arguments) {
  const sql::Dialect dialect = arguments.input.chosen_dialect();
  sql::NormalizeOptions options;
  options.rules = rules_of(arguments);
  options.context.dialect = dialect;
  std::shared_ptr<const Catalog> catalog;
  std::optional<SqlNames> names;
  if (arguments.schema.is_given()) {
    catalog = arguments.schema.open();
    names.emplace(arguments.schema.choose(*catalog));
    options.context.names = *names;
  }
  write_each(arguments.input, [&](sql::SyntaxTree &tree) {
    const sql::NormalizeResult result = sql::normalize(tree, options);
    const std::string printed = sql::print(tree, {sql::PrintStyle::canonical, dialect});
    return arguments.json ? json_of(printed, result) : printed;
  });
}

}  // namespace

void add_sql_normalize(const Command &sql) {
  auto arguments = std::make_shared<SqlNormalizeArguments>();
  const Command normalize = sql.add_command("normalize", "Print statements in a normal form");
  arguments->input.add_options(normalize);
  arguments->schema.add_options(normalize);
  normalize
      .add_option(
          "--for", arguments->form,
          "plain: the result stays the same; cross-domain: names and values are masked; in-domain: "
          "joins are sorted")
      .one_of({"plain", "cross-domain", "in-domain"});
  normalize.add_flag(
      "--equivalences", arguments->equivalences,
      "Also rewrite expressions that are equivalent in SQLite to one form: BETWEEN, the order of "
      "operands …");
  normalize.add_flag("--json", arguments->json, "Print one JSON object per statement");
  normalize.footer(
      "With a schema, double-quoted strings are distinguished from columns, and redundant qualifiers\n"
      "are removed.\n"
      "\n"
      "Examples:\n"
      "  sluice sql normalize \"SELECT T1.Name FROM Singer AS T1 WHERE T1.Age > 20\"\n"
      "  sluice sql normalize --for cross-domain --tables shop.sqlite --corpus gold.sql\n"
      "\n"
      "Exit status: 0 all statements parse, 1 some do not, 2 error.");
  normalize.callback([arguments] { run_sql_normalize(*arguments); });
}

}  // namespace sluice::cli
