/// `sluice sql diff`: the edits that turn one statement into another.

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/edit_script.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/tree_edit_distance.hpp"
#include "sql.hpp"
#include "sql_schema.hpp"

namespace sluice::cli {
namespace {

struct SqlDiffArguments {
  std::string a, b;
  SqlSchema schema;
  std::string dialect = "sqlite";
  std::string form = "none";
  std::string rules = "30.17";
  bool json = false;
};

sql::DiffTree tree_of(const std::string &text, const SqlDiffArguments &arguments,
                      const std::optional<SqlNames> &names) {
  sql::SyntaxTree tree;
  const sql::Dialect dialect = arguments.dialect == "postgresql"   ? sql::Dialect::postgresql
                               : arguments.dialect == "permissive" ? sql::Dialect::permissive
                                                                   : sql::Dialect::sqlite;
  try {
    sql::parse(text, tree, {.dialect = dialect});
  } catch (const sql::SyntaxError &error) {
    fmt::print(stderr, "{}\n{}", one_line(error.what()), caret_text(text, error.offset()));
    throw ExitWith{rejected};
  }
  if (arguments.form != "none") {
    sql::NormalizeOptions options;
    if (arguments.form == "cross-domain")
      options.rules = sql::paper_rules(sql::Domain::cross_domain);
    if (arguments.form == "in-domain") options.rules = sql::paper_rules(sql::Domain::in_domain);
    options.context.dialect = dialect;
    if (names) options.context.names = *names;
    sql::normalize(tree, options);
  }
  return sql::DiffTree(tree, arguments.rules == "25.1" ? sql::DiffRules::sqlglot_25_1
                                                       : sql::DiffRules::sqlglot_30_17);
}

void run_sql_diff(const SqlDiffArguments &arguments) {
  std::shared_ptr<const Catalog> catalog;
  std::optional<SqlNames> names;
  if (arguments.schema.is_given()) {
    catalog = arguments.schema.open();
    names.emplace(arguments.schema.choose(*catalog));
  }
  const sql::DiffTree a = tree_of(arguments.a, arguments, names),
                      b = tree_of(arguments.b, arguments, names);
  const auto script = sql::edit_script(a, b);
  const sql::EditCounts counts = sql::count_edits(script);
  const std::uint32_t distance = sql::TreeEditDistance().distance(a, b);
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object()
        .member("keep", counts.keep)
        .member("insert", counts.insert)
        .member("remove", counts.remove)
        .member("update", counts.update)
        .member("move", counts.move)
        .member("similarity", sql::similarity(counts))
        .member("tree_edit_distance", distance)
        .member("tree_edit_similarity", sql::tree_similarity(distance, a, b))
        .end_object();
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{}", sql::print(script, a, b));
  fmt::print(
      "keep {} · insert {} · remove {} · update {} · move {} · similarity {:.3f} · tree edit distance {}\n",
      counts.keep, counts.insert, counts.remove, counts.update, counts.move,
      sql::similarity(counts), distance);
}

}  // namespace

void add_sql_diff(const Command &sql) {
  auto arguments = std::make_shared<SqlDiffArguments>();
  const Command diff =
      sql.add_command("diff", "Show the edits that turn one statement into another");
  diff.add_option("A", arguments->a, "The first statement").type_name("").required();
  diff.add_option("B", arguments->b, "The second statement").type_name("").required();
  arguments->schema.add_options(diff);
  diff.add_option("--dialect", arguments->dialect, "The SQL dialect")
      .one_of({"sqlite", "postgresql", "permissive"});
  diff.add_option("--for", arguments->form,
                  "First normalize both, as `sluice sql normalize --for` does")
      .one_of({"none", "plain", "cross-domain", "in-domain"});
  diff.add_option("--rules", arguments->rules,
                  "Follow change distilling in this release of sqlglot")
      .one_of({"25.1", "30.17"});
  diff.add_flag("--json", arguments->json, "Print one JSON object with the counts");
  diff.footer(
      "Examples:\n"
      "  sluice sql diff \"SELECT a FROM t\" \"SELECT a, b FROM t WHERE c = 1\"\n"
      "  sluice sql diff --for plain --json \"SELECT x.a FROM t AS x\" \"SELECT a FROM t\"\n"
      "\n"
      "Exit status: 0 success, 1 a statement does not parse, 2 error.");
  diff.callback([arguments] { run_sql_diff(*arguments); });
}

}  // namespace sluice::cli
