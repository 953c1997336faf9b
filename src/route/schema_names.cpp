#include "schema_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/embed/static_embedder.hpp"
#include "sluice/embed/wordpiece.hpp"
#include "text/vocabulary.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Shorter words occur inside too many others.
constexpr std::size_t min_vocabulary_part = 4;

std::optional<StaticEmbedder> built_in_words() {
  return StaticEmbedder::is_shipped() ? std::optional(StaticEmbedder::shipped()) : std::nullopt;
}

}  // namespace

std::vector<std::string> parts_of(const std::string &word) {
  const std::optional<StaticEmbedder> words = built_in_words();
  return split_glued(word, [&words](std::string_view part) {
    if (!words || part.size() < min_vocabulary_part) return 0U;
    // The vocabulary is sorted by frequency.
    const std::uint32_t id = words->tokenizer().find(part);
    return id == WordPiece::none ? 0U : id;
  });
}

bool is_word(std::string_view folded_word) {
  if (text_detail::is_known_word(folded_word)) return true;
  const std::optional<StaticEmbedder> words = built_in_words();
  return words && words->tokenizer().find(folded_word) != WordPiece::none;
}

bool is_code(std::string_view identifier) {
  constexpr std::size_t min_size =
      4;  // the table's vocabulary has many shorter ones, such as "cdr"
  constexpr std::array<std::string_view, 8> numbered{"attr", "col",   "column", "field",
                                                     "fld",  "table", "tbl",    "var"};
  return std::ranges::none_of(
      with_split_words(split_identifier(identifier)), [&](const std::string &word) {
        if (std::ranges::any_of(word, [](char c) { return (c & 0x80) != 0; })) return true;
        if (std::ranges::find(numbered, word) != numbered.end()) return false;
        return text_detail::is_known_word(word) || (word.size() >= min_size && is_word(word));
      });
}

std::string_view name_in(std::string_view description) {
  constexpr std::size_t max_words = 6;
  const std::size_t start = description.find_first_not_of(" \t\r\n");
  if (start == description.npos) return {};
  description.remove_prefix(start);
  description = description.substr(0, description.find_first_of(".;:(\r\n"));
  std::size_t end = 0;
  for (std::size_t words = 0; words < max_words && end < description.size(); ++words)
    end = std::min(description.find(' ', end + 1), description.size());
  return description.substr(0, end);
}

std::vector<std::string> with_split_words(std::vector<std::string> words) {
  std::vector<std::string> split;
  split.reserve(words.size());
  for (std::string &word : words) {
    std::vector<std::string> parts = parts_of(word);
    if (parts.empty()) parts.push_back(std::move(word));
    for (std::string &part : parts) split.push_back(std::move(part));
  }
  return split;
}

std::string joined_by_blanks(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace sluice::inline v0::route_detail
