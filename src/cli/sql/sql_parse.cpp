/// `sluice sql parse`: checks statements, or shows a syntax tree.

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"
#include "sql.hpp"
#include "sql_node.hpp"

namespace sluice::cli {
namespace {

struct SqlParseArguments {
  SqlInput input;
  bool json = false;
};

struct Rejected {
  CorpusStatement statement;
  std::size_t offset = 0;
  std::string message;
};

struct CorpusReport {
  std::size_t statements = 0;
  std::vector<Rejected> rejected;
  double seconds = 0;
};

CorpusReport parse_corpus(std::string_view corpus, sql::Dialect dialect) {
  const std::vector<CorpusStatement> statements = corpus_statements(corpus);
  CorpusReport report{statements.size(), {}, 0};
  sql::SyntaxTree tree;
  const auto start = std::chrono::steady_clock::now();
  for (const CorpusStatement &statement : statements) {
    try {
      sql::parse(statement.sql, tree, {.dialect = dialect});
    } catch (const sql::SyntaxError &error) {
      report.rejected.push_back({statement, error.offset(), error.message()});
    }
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

void print_json(const CorpusReport &report) {
  JsonWriter writer;
  writer.begin_object()
      .member("statements", report.statements)
      .member("accepted", report.statements - report.rejected.size())
      .key("rejected")
      .begin_array();
  for (const Rejected &rejected : report.rejected) {
    writer.begin_object()
        .member("line", rejected.statement.line)
        .member("offset", rejected.offset)
        .member("message", rejected.message)
        .end_object();
  }
  writer.end_array().member("seconds", report.seconds).end_object();
  fmt::print("{}\n", writer.text());
}

void print_words(const CorpusReport &report, const std::string &file) {
  fmt::print("{} · {} statements · {} accepted · {} rejected · {}\n", file, report.statements,
             report.statements - report.rejected.size(), report.rejected.size(),
             duration_text(report.seconds));
  if (report.rejected.empty()) return;
  const Rejected &first = report.rejected.front();
  fmt::print("  line {}, byte {}: {}\n{}", first.statement.line, first.offset, first.message,
             caret_text(first.statement.sql, first.offset));
  if (report.rejected.size() > 1) {
    fmt::print("  and {} more; --json lists them\n", report.rejected.size() - 1);
  }
}

void parse_one(const SqlParseArguments &arguments) {
  const std::string text = arguments.input.read();
  try {
    const sql::SyntaxTree tree = sql::parse(text, {.dialect = arguments.input.chosen_dialect()});
    if (arguments.json) {
      JsonWriter writer;
      write_tree(tree, tree.root(), writer);
      fmt::print("{}\n", writer.text());
    } else {
      fmt::print("{}", tree_text(tree));
    }
  } catch (const sql::SyntaxError &error) {
    if (arguments.json) {
      JsonWriter writer;
      writer.begin_object().key("error").begin_object();
      writer.member("line", error.where().line)
          .member("column", error.where().column)
          .member("offset", error.offset())
          .member("message", error.message())
          .member("expected", error.expected());
      writer.end_object().end_object();
      fmt::print("{}\n", writer.text());
    } else {
      fmt::print(stderr, "{}\n{}", one_line(error.what()), caret_text(text, error.offset()));
    }
    throw ExitWith{rejected};
  }
}

void run_sql_parse(const SqlParseArguments &arguments) {
  if (!arguments.input.is_corpus()) return parse_one(arguments);
  const std::string corpus = arguments.input.read();
  const CorpusReport report = parse_corpus(corpus, arguments.input.chosen_dialect());
  if (arguments.json) {
    print_json(report);
  } else {
    print_words(report, arguments.input.corpus);
  }
  if (!report.rejected.empty()) throw ExitWith{rejected};
}

}  // namespace

void add_sql_parse(const Command &sql) {
  auto arguments = std::make_shared<SqlParseArguments>();
  const Command parse =
      sql.add_command("parse", "Check statements, or show the syntax tree of one");
  arguments->input.add_options(parse);
  parse.add_flag("--json", arguments->json, "Print one JSON object");
  parse.footer(
      "The tree has one line per node, with its kind, operator, flags, text, and bytes in the source.\n"
      "\n"
      "Examples:\n"
      "  sluice sql parse \"SELECT name FROM customer WHERE id = 7\"\n"
      "  sluice sql parse --dialect permissive --json \"SELECT TOP 3 name FROM customer\"\n"
      "  sluice sql parse --corpus gold.sql --json\n"
      "\n"
      "Exit status: 0 all statements parse, 1 some do not, 2 error.");
  parse.callback([arguments] { run_sql_parse(*arguments); });
}

}  // namespace sluice::cli
