#include "ddl_syntax.hpp"

#include <array>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr DdlSyntax syntax_of(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::sqlite:
      return {.comments = DdlComments::lines,
              .view_comments = DdlComments::lines,
              .schemas = DdlSchemas::none,
              .qualifiers = 0,
              .altered_keys = false};
    case sql::Dialect::postgresql: return {.materialized_views = true};
    case sql::Dialect::permissive: return {.qualifiers = 2, .materialized_views = true};
    case sql::Dialect::mysql:
    case sql::Dialect::mariadb:
      return {.comments = DdlComments::clauses,
              .view_comments = DdlComments::lines,
              .values = DdlValues::enumeration,
              .typed_nulls = false,
              .no_rows = " LIMIT 0"};
    case sql::Dialect::sqlserver:
      return {.comments = DdlComments::procedure,
              .view_comments = DdlComments::procedure,
              .schema_if_not_exists = false,
              .batches = true,
              .one_line_texts = true};
    case sql::Dialect::oracle:
      return {.schemas = DdlSchemas::user,
              .materialized_views = true,
              .one_line_texts = true,
              .no_rows = " FROM DUAL WHERE 1 = 0"};
    case sql::Dialect::snowflake:
      return {.comments = DdlComments::clauses,
              .view_comments = DdlComments::clauses,
              .values = DdlValues::none,
              .qualifiers = 2};
    case sql::Dialect::bigquery:
      return {.comments = DdlComments::options,
              .view_comments = DdlComments::options,
              .values = DdlValues::none,
              .keys = DdlKeys::not_enforced,
              .qualifiers = 2,
              .primary_targets = true,
              .no_rows = " LIMIT 0"};
    case sql::Dialect::redshift: return {.values = DdlValues::none, .materialized_views = true};
    case sql::Dialect::duckdb:
      return {.values = DdlValues::enumeration,
              .qualifiers = 2,
              .altered_keys = false,
              .keys_within_schemas = true};
    case sql::Dialect::clickhouse:
      return {.comments = DdlComments::clauses,
              .view_comments = DdlComments::lines,
              .values = DdlValues::enumeration,
              .keys = DdlKeys::sorting,
              .schemas = DdlSchemas::database,
              .no_rows = " LIMIT 0"};
    case sql::Dialect::spark:
      return {.comments = DdlComments::clauses,
              .view_comments = DdlComments::clauses,
              .values = DdlValues::alteration,
              .qualifiers = 2,
              .primary_targets = true,
              .not_null_keys = true,
              .no_rows = " LIMIT 0"};
    case sql::Dialect::trino:
      return {.comments = DdlComments::clauses,
              .values = DdlValues::none,
              .keys = DdlKeys::none,
              .qualifiers = 2,
              .materialized_views = true};
    case sql::Dialect::db2:
      return {.schema_if_not_exists = false,
              .not_null_keys = true,
              .one_line_texts = true,
              .no_rows = " FROM SYSIBM.SYSDUMMY1 WHERE 1 = 0"};
  }
  return {};
}

constexpr auto syntax_by_dialect = [] {
  std::array<DdlSyntax, sql::dialect_count> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = syntax_of(static_cast<sql::Dialect>(i));
  return all;
}();

/// Without NUL, which no engine accepts, and without line ends where a client would take a line of
/// a string for the end of the statement.
std::string storable(std::string_view text, sql::Dialect dialect) {
  const bool one_line_only = ddl_syntax(dialect).one_line_texts;
  std::string kept(text);
  for (char &c : kept) {
    if (c == '\0' || (one_line_only && (c == '\n' || c == '\r'))) c = ' ';
  }
  return kept;
}

}  // namespace

const DdlSyntax &ddl_syntax(sql::Dialect dialect) noexcept {
  return syntax_by_dialect[static_cast<std::size_t>(dialect)];
}

std::string ddl_name(std::string_view name, sql::Dialect dialect) {
  return sql::enclosed_identifier(storable(name, dialect), dialect);
}

std::string ddl_text(std::string_view text, sql::Dialect dialect) {
  return (dialect == sql::Dialect::sqlserver ? "N" : "") +
         sql::quoted_string(storable(text, dialect), dialect);
}

std::string ddl_remark(std::string_view text) { return one_line(text); }

std::size_t end_of_quoted_name(std::string_view text, std::size_t begin) noexcept {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    if (at + 1 == text.size() || text[at + 1] != '"') return at + 1;
    ++at;
  }
  return text.npos;
}

bool is_plain_type(std::string_view type, bool has_quotes) noexcept {
  constexpr std::size_t max_depth = 64;
  std::array<char, max_depth> open{};
  std::size_t depth = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    const char c = type[i];
    switch (c) {
      case '(':
      case '<':
      case '[':
        if (depth == max_depth) return false;
        open[depth++] = c;
        break;
      case ')':
      case '>':
      case ']': {
        const char opens = c == ')' ? '(' : c == '>' ? '<' : '[';
        if (depth == 0 || open[--depth] != opens) return false;
        break;
      }
      case ',':
        if (depth == 0) return false;
        break;
      case '\'': {
        const std::size_t end = type.find('\'', i + 1);
        if (end == type.npos || type.substr(i, end - i).find_first_of("\\\n\r") != type.npos)
          return false;
        i = end;
        break;
      }
      case '"': {
        const std::size_t end = has_quotes ? end_of_quoted_name(type, i) : type.npos;
        if (end == type.npos || type.substr(i, end - i).find_first_of("\\\n\r") != type.npos)
          return false;
        i = end - 1;
        break;
      }
      case '-':
        if (i + 1 < type.size() && type[i + 1] == '-') return false;
        break;
      case ' ':
      case '.':
      case '_':
      case ':':
      case '=':
      case '*': break;
      default:
        if (!is_ascii_letter(c) && !is_ascii_digit(c) && static_cast<unsigned char>(c) < 0x80)
          return false;
    }
  }
  return depth == 0;
}

}  // namespace sluice::inline v0::schema_detail
