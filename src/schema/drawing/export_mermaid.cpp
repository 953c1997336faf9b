#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/export.hpp"

namespace sluice::inline v0 {
namespace {

bool is_mermaid_letter(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

/// A word of letters, digits and underscores.
std::string mermaid_word(std::string_view text, std::string_view others = {}) {
  std::string word;
  for (const char c : text) {
    const bool is_kept = is_mermaid_letter(c) || others.find(c) != others.npos;
    // Of other characters, only the first of several becomes an underscore.
    if (is_kept) {
      word += c;
    } else if (word.empty() || word.back() != '_') {
      word += '_';
    }
  }
  if (word.empty() || !is_ascii_letter(word[0])) word.insert(0, "t_");
  return word;
}

/// Text between quotes: without quotes, and without what begins a comment, a directive or markup.
std::string mermaid_text(std::string_view text) {
  std::string plain;
  for (const char c : one_line(text)) {
    switch (c) {
      case '"': plain += '\''; break;
      case '<':
      case '>':
      case '#':
      case ';':
      case '`':
      case '\\': plain += ' '; break;
      case '{': plain += '('; break;
      case '}': plain += ')'; break;
      case '%':
        if (!plain.ends_with('%')) plain += '%';
        break;
      default: plain += c;
    }
  }
  return plain;
}

class MermaidDiagram {
 public:
  explicit MermaidDiagram(const Database &database) : database_(database) {
    std::unordered_set<std::string> used;
    for (const Table &table : database.tables()) {
      const std::string word = mermaid_word(table.name);
      std::string distinct = word;
      for (std::size_t n = words_.size() + 1; !used.insert(lower_ascii(distinct)).second;
           n += database.tables().size()) {
        distinct = fmt::format("{}__{}", word, n);
      }
      words_.push_back(std::move(distinct));
    }
    in_key_.resize(database.columns().size());
    for (const ForeignKey &key : database.foreign_keys()) {
      for (const std::uint32_t column : key.columns)
        in_key_[database.tables()[key.table].first_column + column] = true;
    }
  }

  std::string text() {
    text_ = "erDiagram\n";
    for (std::size_t i = 0; i < words_.size(); ++i) add_entity(i);
    for (const ForeignKey &key : database_.foreign_keys()) add_relation(key);
    return std::move(text_);
  }

 private:
  void add_entity(std::size_t number) {
    const Table &table = database_.tables()[number];
    text_ += "  " + words_[number];
    if (words_[number] != table.name) text_ += fmt::format("[\"{}\"]", mermaid_text(table.name));
    text_ += " {\n";
    std::vector<bool> is_primary(table.columns.size());
    for (const std::uint32_t column : table.primary_key) is_primary[column] = true;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column &column = table.columns[i];
      if (column.nested) continue;
      const std::string word = mermaid_word(column.name);
      text_ += fmt::format("    {} {}",
                           column.type.empty() ? "any" : mermaid_word(column.type, "()[]"), word);
      const bool is_foreign = in_key_[table.first_column + i];
      if (is_primary[i] || is_foreign)
        text_ += is_primary[i] && is_foreign ? " PK, FK" : is_primary[i] ? " PK" : " FK";
      std::string note = word == column.name ? std::string() : mermaid_text(column.name);
      if (!column.description.empty())
        note += (note.empty() ? "" : ": ") + mermaid_text(column.description);
      if (!note.empty()) text_ += fmt::format(" \"{}\"", note);
      text_ += '\n';
    }
    text_ += "  }\n";
  }

  /// Many rows refer to one, which may be missing if a column of the key may be NULL.
  void add_relation(const ForeignKey &key) {
    const Table &table = database_.tables()[key.table];
    const bool is_optional = std::ranges::any_of(
        key.columns, [&](std::uint32_t column) { return bool{table.columns[column].nullable}; });
    std::string label;
    for (const std::uint32_t column : key.columns)
      label += (label.empty() ? "" : ", ") + mermaid_text(table.columns[column].name);
    text_ += fmt::format("  {} }}o{}{} {} : \"{}\"\n", words_[key.table],
                         key.evidence == KeyEvidence::declared ? "--" : "..",
                         is_optional ? "o|" : "||", words_[key.referenced_table], label);
  }

  const Database &database_;
  std::vector<std::string> words_;  // by table
  std::vector<bool> in_key_;        // by position in the database
  std::string text_;
};

}  // namespace

std::string export_mermaid(const Database &database) { return MermaidDiagram(database).text(); }

}  // namespace sluice::inline v0
