#ifndef SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP
#define SLUICE_SRC_ROUTE_SCHEMA_NAMES_HPP

/// Readable names, split into words.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0::route_detail {

/// The words that a folded word is glued together from; empty if it is a single word. Known words
/// are the common words of schemas and those in the vocabulary of the shipped static table.
std::vector<std::string> parts_of(const std::string &word);

/// Whether a folded word is a full word, not an abbreviation: it is common in schemas or in the
/// vocabulary of the shipped static table.
bool is_word(std::string_view folded_word);

/// The folded words of the readable name, with glued words split.
template <class Object>
std::vector<std::string> name_words(const Object &object) {
  std::vector<std::string> words;
  for (std::string &word : split_identifier(object.readable_name())) {
    std::vector<std::string> parts = parts_of(word);
    if (parts.empty()) parts.push_back(std::move(word));
    for (std::string &part : parts) words.push_back(std::move(part));
  }
  return words;
}

/// The same, separated by blanks.
template <class Object>
std::string spaced_name(const Object &object) {
  std::string text;
  for (const std::string &word : name_words(object)) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace sluice::inline v0::route_detail

#endif
