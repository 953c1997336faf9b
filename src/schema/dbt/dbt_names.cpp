#include "dbt_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Longer texts are not references.
constexpr std::size_t max_reference_bytes = 4096;

bool is_dbt_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

char closing_dbt_quote(char opening) {
  switch (opening) {
    case '"':
    case '`':
    case '\'': return opening;
    case '[': return ']';
    default: return '\0';
  }
}

/// Reads one part of a name, quoted or not, and removes it from `text`. Empty if there is none.
std::string take_name_part(std::string_view &text) {
  std::string part;
  const char close = text.empty() || text[0] == '\'' ? '\0' : closing_dbt_quote(text[0]);
  if (close == '\0') {
    const auto end = std::ranges::find_if_not(text, [](char c) {
      return is_dbt_word(c) || c == '$' || c == '-' || c == '*' || c == '#' || c == '@';
    });
    part = std::string(text.begin(), end);
    text.remove_prefix(part.size());
    return part;
  }
  std::size_t at = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == close) {
      const bool doubled = at + 1 < text.size() && text[at + 1] == close;
      if (!doubled) break;
      ++at;
    }
    part += text[at];
  }
  if (at >= text.size()) return {};  // never closed
  text.remove_prefix(at + 1);
  return part;
}

void skip_dbt_blanks(std::string_view &text) {
  while (!text.empty() && std::string_view(ascii_blanks).find(text[0]) != std::string_view::npos)
    text.remove_prefix(1);
}

/// Removes a string in single or double quotes from the start of `text`, and returns its content.
std::optional<std::string_view> take_literal(std::string_view &text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::nullopt;
  const std::size_t end = text.find(text[0], 1);
  if (end == text.npos) return std::nullopt;
  const std::string_view literal = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return literal;
}

struct DbtCall {
  std::vector<std::string_view> literals;  ///< Its arguments in quotes.
  std::string_view version;                ///< The argument `v` or `version`.
};

/// Reads arguments, after the opening parenthesis.
DbtCall read_call(std::string_view text) {
  DbtCall call;
  while (true) {
    skip_dbt_blanks(text);
    if (const auto literal = take_literal(text)) {
      call.literals.push_back(*literal);
    } else {
      const auto end = std::ranges::find_if_not(text, is_dbt_word);
      const std::string_view word(text.begin(), end);
      text.remove_prefix(word.size());
      skip_dbt_blanks(text);
      if (!text.starts_with('=')) break;
      text.remove_prefix(1);
      skip_dbt_blanks(text);
      std::string_view value;
      if (const auto quoted = take_literal(text)) {
        value = *quoted;
      } else {
        const auto value_end = std::ranges::find_if_not(text, is_dbt_word);
        value = std::string_view(text.begin(), value_end);
        text.remove_prefix(value.size());
      }
      if (word == "v" || word == "version") call.version = value;
    }
    skip_dbt_blanks(text);
    if (!text.starts_with(',')) break;
    text.remove_prefix(1);
  }
  return call;
}

/// The call of a function, if `text` begins with its name.
std::optional<DbtCall> call_of(std::string_view text, std::string_view function) {
  if (!text.starts_with(function)) return std::nullopt;
  text.remove_prefix(function.size());
  skip_dbt_blanks(text);
  if (!text.starts_with('(')) return std::nullopt;
  return read_call(text.substr(1));
}

}  // namespace

std::optional<DbtName> read_relation_name(std::string_view text) {
  text = trimmed(text);
  std::array<std::string, 3> parts;
  std::size_t count = 0;
  while (true) {
    if (count == parts.size()) return std::nullopt;
    parts[count] = take_name_part(text);
    if (parts[count].empty()) return std::nullopt;
    ++count;
    if (text.empty()) break;
    if (text[0] != '.') return std::nullopt;
    text.remove_prefix(1);
  }
  // One pair of quotes around several parts: the caller knows them better.
  if (count == 1 && parts[0].find('.') != std::string::npos) return std::nullopt;
  DbtName name;
  name.name = std::move(parts[count - 1]);
  if (count > 1) name.schema = std::move(parts[count - 2]);
  if (count > 2) name.database = std::move(parts[count - 3]);
  return name;
}

std::optional<DbtReference> read_reference(std::string_view text) {
  text = text.substr(0, max_reference_bytes);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_dbt_word(text[at - 1])) continue;
    if (const auto call = call_of(text.substr(at), "ref")) {
      if (call->literals.empty()) continue;
      DbtReference reference;
      reference.name = call->literals.back();
      if (call->literals.size() > 1) reference.package = call->literals.front();
      reference.version = call->version;
      return reference;
    }
    if (const auto call = call_of(text.substr(at), "source")) {
      if (call->literals.size() != 2) continue;
      DbtReference reference;
      reference.source = call->literals[0];
      reference.name = call->literals[1];
      return reference;
    }
  }
  return std::nullopt;
}

std::string_view unquoted_column(std::string_view name) {
  name = trimmed(name);
  if (name.size() < 3 || name[0] == '\'' || closing_dbt_quote(name[0]) != name.back()) return name;
  return name.substr(1, name.size() - 2);
}

bool is_column_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return is_dbt_word(c) || c == '$' || c == '.'; });
}

std::string_view literal_of(std::string_view text) {
  if (text.find("{{") == text.npos && text.find("{%") == text.npos) return text;
  text = text.substr(0, max_reference_bytes);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_dbt_word(text[at - 1])) continue;
    for (const std::string_view function : {"var", "env_var"}) {
      const auto call = call_of(text.substr(at), function);
      if (call && call->literals.size() == 2) return call->literals[1];
    }
  }
  return {};
}

}  // namespace sluice::inline v0::schema_detail
