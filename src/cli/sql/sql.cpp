/// `sluice sql`: parses, prints and compares SQL.

#include "sql.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/standard_input.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::cli {
namespace {

bool is_separator(std::string_view line) noexcept {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line == ";;";
}

/// Calls `visit(line, offset)` for each line, without its line break.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(text.substr(begin, end - begin), begin);
    begin = end + 1;
  }
}

bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

void SqlInput::add_options(const Command &command) {
  const Option text =
      command
          .add_option("SQL", statement,
                      "One statement; without it, or with -, standard input is read")
          .type_name("");
  command
      .add_option("--corpus", corpus,
                  "A file with one statement per line, or with statements separated by lines `;;`")
      .type_name("FILE")
      .excludes(text);
  command.add_option("--dialect", dialect, "The SQL dialect")
      .one_of({"sqlite", "postgresql", "permissive"});
}

sql::Dialect SqlInput::chosen_dialect() const noexcept {
  if (dialect == "postgresql") return sql::Dialect::postgresql;
  if (dialect == "permissive") return sql::Dialect::permissive;
  return sql::Dialect::sqlite;
}

std::string SqlInput::read() const {
  if (is_corpus()) return read_file(corpus);
  return statement == "-" ? read_standard_input() : statement;
}

bool has_separators(std::string_view corpus) noexcept {
  bool found = false;
  each_line(corpus, [&](std::string_view line, std::size_t) { found |= is_separator(line); });
  return found;
}

std::vector<CorpusStatement> corpus_statements(std::string_view corpus) {
  const bool separated = has_separators(corpus);
  std::vector<CorpusStatement> statements;
  std::size_t number = 0, begin = 0, end = 0;
  CorpusStatement next;
  const auto finish = [&] {
    if (begin == end) return;
    next.sql = corpus.substr(begin, end - begin);
    statements.push_back(next);
    begin = end;
  };
  each_line(corpus, [&](std::string_view line, std::size_t at) {
    ++number;
    if (separated ? is_separator(line) : trimmed(line).empty()) return finish();
    if (trimmed(line).empty()) return;
    if (begin == end) {
      begin = at;
      next.line = number;
    }
    end = at + line.size();
    if (!separated) finish();
  });
  finish();
  return statements;
}

void write_each(const SqlInput &input, function_ref<std::string(sql::SyntaxTree &)> write) {
  const std::string text = input.read();
  const bool is_corpus = input.is_corpus();
  const std::vector<CorpusStatement> statements =
      is_corpus ? corpus_statements(text) : std::vector<CorpusStatement>{{text, 1}};
  const bool separated = is_corpus && has_separators(text);
  bool all = true;
  sql::SyntaxTree tree;
  for (const CorpusStatement &statement : statements) {
    std::string written;
    try {
      sql::parse(statement.sql, tree, {.dialect = input.chosen_dialect()});
      written = write(tree);
    } catch (const sql::SyntaxError &error) {
      all = false;
      if (is_corpus) {
        fmt::print(stderr, "{}:{}: byte {}: {}\n", one_line(input.corpus), statement.line,
                   error.offset(), one_line(error.message()));
      } else {
        fmt::print(stderr, "{}\n{}", one_line(error.what()), caret_text(text, error.offset()));
      }
    }
    if (all || is_corpus) fmt::print("{}\n{}", written, separated ? ";;\n" : "");
  }
  if (!all) throw ExitWith{rejected};
}

std::string caret_text(std::string_view text, std::size_t offset) {
  constexpr std::size_t width = 76;
  offset = std::min(offset, text.size());
  const std::size_t newline = text.substr(0, offset).rfind('\n');
  std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  std::size_t end = std::min(text.find('\n', offset), text.size());
  // Only show the part of a long line around the offset.
  if (end - begin > width) {
    if (offset - begin > width / 2) begin = offset - width / 2;
    while (begin < offset && is_continuation(text[begin])) ++begin;
    end = std::min(end, begin + width);
    while (end > offset && end < text.size() && is_continuation(text[end])) --end;
  }
  std::string shown(text.substr(begin, end - begin));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  const auto before = text.substr(begin, offset - begin);
  const auto column =
      before.size() - static_cast<std::size_t>(std::ranges::count_if(before, is_continuation));
  return fmt::format("    {}\n    {:>{}}\n", shown, '^', column + 1);
}

void add_sql(const Command &app) {
  const Command sql = app.add_group("sql", "Parse, print, normalize and compare SQL");
  sql.footer("Examples:\n"
             "  sluice sql parse \"SELECT name FROM customer\"\n"
             "  sluice sql diff \"SELECT a FROM t\" \"SELECT a, b FROM t\"");
  add_sql_parse(sql);
  add_sql_print(sql);
  add_sql_normalize(sql);
  add_sql_diff(sql);
  add_sql_reads(sql);
}

}  // namespace sluice::cli
