/// `sluice sql reads`: the tables and columns that a statement reads.

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"
#include "sql.hpp"
#include "sql_schema.hpp"

namespace sluice::cli {
namespace {

struct SqlReadsArguments {
  SqlInput input;
  SqlSchema schema;
  bool json = false;
};

/// Names in the spelling of the schema.
struct Reading {
  std::vector<std::string> tables;
  std::vector<std::string> columns;  // "table.column"
  std::vector<std::string> problems;
};

Reading read(std::string_view text, const Database &database, sql::Dialect dialect) {
  const SqlNames names(database);
  const sql::SyntaxTree tree = sql::parse(text, {.dialect = dialect});
  const sql::Bindings bindings = sql::bind(tree, names);
  Reading reading;
  for (const sql::ColumnRead &column : sql::reads(tree, bindings)) {
    const std::string table(names.table_name(column.table));
    if (reading.tables.empty() || reading.tables.back() != table) reading.tables.push_back(table);
    if (column.column == sql::no_position) continue;
    reading.columns.push_back(table + '.' +
                              std::string(names.column_name(column.table, column.column)));
  }
  for (const sql::BindProblem &problem : bindings.problems())
    reading.problems.push_back(problem.message);
  return reading;
}

void write(JsonWriter &writer, std::string_view key, const std::vector<std::string> &texts) {
  writer.key(key).begin_array();
  for (const std::string &text : texts) writer.value(std::string_view(text));
  writer.end_array();
}

/// An object with the reading, or with `error` unless that is empty.
std::string json_of(const Reading &reading, std::string_view error) {
  JsonWriter writer;
  writer.begin_object();
  if (error.empty()) {
    write(writer, "tables", reading.tables);
    write(writer, "columns", reading.columns);
    if (!reading.problems.empty()) write(writer, "problems", reading.problems);
  } else {
    writer.member("error", error);
  }
  writer.end_object();
  return writer.take();
}

/// One object with the members of a line and then those of `more`.
std::string joined(std::string_view line, std::string_view more) {
  line = line.substr(0, line.rfind('}'));
  const bool empty = line.find_first_not_of(" \t{") == std::string_view::npos;
  return std::string(line) + (empty ? "" : ", ") + std::string(more.substr(1));
}

std::string_view text_of(const JsonValue &line, std::string_view key, std::string_view other) {
  const auto value = line.find(key);
  return value ? value->as_string() : line.at(other).as_string();
}

/// Each line of a corpus has "sql" (or "query") and "db" (or "db_id").
bool run_corpus(const SqlReadsArguments &arguments, const Catalog &catalog) {
  const std::string text = arguments.input.read();
  bool all = true;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const JsonDocument document = JsonDocument::parse(line, arguments.input.corpus, number);
    const JsonValue root = document.root();
    const Database &database = arguments.schema.choose(catalog, text_of(root, "db", "db_id"));
    Reading reading;
    std::string error;
    try {
      reading = read(text_of(root, "sql", "query"), database, arguments.input.chosen_dialect());
    } catch (const sql::SyntaxError &refused) {
      error = refused.what();
      all = false;
    }
    fmt::print("{}\n", joined(line, json_of(reading, error)));
  }
  return all;
}

void print_for_people(const Reading &reading) {
  for (const std::string &table : reading.tables) {
    std::string columns;
    for (const std::string &column : reading.columns) {
      if (!column.starts_with(table + '.')) continue;
      columns += (columns.empty() ? "" : ", ") + column.substr(table.size() + 1);
    }
    fmt::print("{}: {}\n", one_line(table),
               columns.empty() ? "(its rows only)" : one_line(columns));
  }
  for (const std::string &problem : reading.problems) fmt::print("! {}\n", one_line(problem));
}

void run_sql_reads(const SqlReadsArguments &arguments) {
  if (!arguments.schema.is_given()) {
    throw Error(ErrorCode::invalid_argument, "needs --tables; see --help");
  }
  const auto catalog = arguments.schema.open();
  if (arguments.input.is_corpus()) {
    if (!run_corpus(arguments, *catalog)) throw ExitWith{rejected};
    return;
  }
  const std::string text = arguments.input.read();
  try {
    const Reading reading =
        read(text, arguments.schema.choose(*catalog), arguments.input.chosen_dialect());
    if (arguments.json) {
      fmt::print("{}\n", json_of(reading, {}));
    } else {
      print_for_people(reading);
    }
  } catch (const sql::SyntaxError &error) {
    fmt::print(stderr, "{}\n{}", one_line(error.what()), caret_text(text, error.offset()));
    throw ExitWith{rejected};
  }
}

}  // namespace

void add_sql_reads(const Command &sql) {
  auto arguments = std::make_shared<SqlReadsArguments>();
  const Command reads =
      sql.add_command("reads", "Show the tables and columns that a statement reads");
  arguments->input.add_options(reads);
  arguments->schema.add_options(reads);
  reads.add_flag("--json", arguments->json, "Print one JSON object with tables and columns");
  reads.footer(
      "The columns are those that SQLite reports to its authorizer. A corpus has JSON Lines with sql (or\n"
      "query) and db (or db_id); each is printed with tables and columns added, or with an error.\n"
      "\n"
      "Examples:\n"
      "  sluice sql reads --tables shop.sqlite \"SELECT name FROM customer WHERE id = 7\"\n"
      "  sluice sql reads --tables tables.json --corpus dev.jsonl\n"
      "\n"
      "Exit status: 0 all statements parse, 1 some do not, 2 error.");
  reads.callback([arguments] { run_sql_reads(*arguments); });
}

}  // namespace sluice::cli
