#include "export_kind.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

bool has_part(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts,
                             [&](std::string_view part) { return text.find(part) != text.npos; });
}

/// The kind, in lower case, as a word of information_schema, or as a letter of a system table.
ExportKind kind_of_words(std::string_view words) {
  if (words == "m" || has_part(words, {"materialized", "materializedview"}))
    return {TableKind::materialized_view};
  if (words == "v" || words.ends_with("view")) return {TableKind::view};
  if (words == "f" || words == "n" || has_part(words, {"external", "foreign", "nickname"}))
    return {TableKind::external};
  if (has_part(words, {"virtual"})) return {TableKind::virtual_table};
  return {TableKind::table,
          has_part(words, {"sequence", "index", "synonym", "alias", "shadow", "trigger"})};
}

/// The text of a BigQuery literal: "…" or """…""", with backslash escapes.
std::string text_of_literal(std::string_view literal) {
  for (const std::string_view quotes : {"\"\"\"", "\"", "'"}) {
    if (literal.size() < 2 * quotes.size() || !literal.starts_with(quotes) ||
        !literal.ends_with(quotes)) {
      continue;
    }
    literal = literal.substr(quotes.size(), literal.size() - 2 * quotes.size());
    break;
  }
  std::string text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      text += literal[i];
      continue;
    }
    switch (literal[++i]) {
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      case 'r': break;
      default: text += literal[i]; break;
    }
  }
  return text;
}

}  // namespace

std::optional<ExportKind> export_kind(const ExportRow &row) {
  using enum ExportField;
  if (!row[table_type].empty()) return kind_of_words(lower_ascii(trimmed(row[table_type])));
  if (!row[materialized_view].empty()) return ExportKind{TableKind::materialized_view};
  if (!row[view].empty()) return ExportKind{TableKind::view};
  if (!row[engine].empty()) return kind_of_words(lower_ascii(row[engine]));
  return std::nullopt;
}

std::string export_table_comment(const ExportRow &row) {
  using enum ExportField;
  if (!row[option_name].empty()) {
    const bool describes = same_name(row[option_name], "description");
    return describes ? text_of_literal(trimmed(row[option_value])) : std::string();
  }
  if (!row[table_comment].empty()) {
    // MySQL's comment on every view.
    return row[table_comment] == "VIEW" ? std::string() : std::string(row[table_comment]);
  }
  return row[column].empty() ? std::string(row[comment]) : std::string();
}

}  // namespace sluice::inline v0::schema_detail
