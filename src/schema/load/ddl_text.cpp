#include "ddl_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "file_kind.hpp"
#include "schema/ddl/script_catalog.hpp"
#include "schema/ddl/script_definition.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

// Of each INSERT. Values repeat, so more rows are read than samples are kept.
constexpr std::size_t rows_per_sample = 8;
// Where the kind of an object comes after CREATE.
constexpr std::size_t max_create_bytes = 200;

bool is_letter_or_digit(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

/// Whether the text has the word at an offset, without other letters around it.
bool has_word(std::string_view text, std::size_t at, std::string_view word) {
  if (at + word.size() > text.size() || !same_name(text.substr(at, word.size()), word))
    return false;
  const std::size_t end = at + word.size();
  return (at == 0 || !is_letter_or_digit(text[at - 1])) &&
         (end == text.size() || !is_letter_or_digit(text[end]));
}

/// Whether one of the words follows soon, before the statement ends.
bool has_word_after(std::string_view text, std::size_t at,
                    std::initializer_list<std::string_view> words) {
  const std::size_t end = std::min(text.size(), at + max_create_bytes);
  // "create.table.column" is the name of a column.
  if (at < end && text[at] == '.') return false;
  for (; at < end && text[at] != ';' && text[at] != '('; ++at) {
    for (const std::string_view word : words) {
      if (has_word(text, at, word)) return true;
    }
  }
  return false;
}

}  // namespace

bool is_ddl_text(const SourceText &file) {
  const std::string_view text = file.text;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  if (start < text.size() && (text[start] == '{' || text[start] == '[')) return false;  // JSON
  for (std::size_t at = start; at < text.size(); ++at) {
    switch (text[at] | 0x20) {
      case 'c':
        if (has_word(text, at, "create") &&
            has_word_after(text, at + 6, {"table", "view", "type", "domain"})) {
          return true;
        }
        if (has_word(text, at, "comment") && has_word_after(text, at + 7, {"on"})) return true;
        break;
      case 'a':
        if (has_word(text, at, "alter") && has_word_after(text, at + 5, {"table"})) return true;
        break;
      default: break;
    }
  }
  return false;
}

DatabaseDefinition read_ddl_text(std::string_view script, std::string name,
                                 const std::string &source, const LoadOptions &options) {
  const sql::Dialect dialect = options.dialect ? *options.dialect : sql::detect_dialect(script);
  ScriptCatalog catalog(dialect, options.samples, options.max_sample_bytes);
  sql::read_ddl(script,
                {.dialect = dialect,
                 .rows = options.samples * rows_per_sample,
                 .max_value_bytes = options.max_sample_bytes + 1},
                [&](sql::DdlStatement &&statement, std::size_t line) {
                  catalog.apply(std::move(statement), line);
                });
  DatabaseDefinition definition = definition_of(catalog, std::move(name));
  definition.place.source = source;
  for (ScriptProblem &problem : catalog.problems())
    skip(options, fmt::format("{}:{}", source, problem.line), std::move(problem.reason));
  if (definition.tables.empty())
    throw Error(ErrorCode::malformed, "defines no table or view that could be read", {source});
  return definition;
}

std::vector<DatabaseDefinition> read_ddl_texts(std::span<const SourceText> files,
                                               const LoadOptions &options) {
  std::vector<DatabaseDefinition> databases;
  for (const SourceText &file : files)
    databases.push_back(read_ddl_text(file.text, database_name_of(file.path), file.path, options));
  return databases;
}

}  // namespace schema_detail

std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source, const LoadOptions &options) {
  std::string repaired;
  if (!is_utf8(sql)) {
    repaired = repair_utf8(sql);
    sql = repaired;
  }
  return Database::make(schema_detail::read_ddl_text(sql, std::move(name), source, options));
}

}  // namespace sluice::inline v0
