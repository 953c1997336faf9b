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

/// Whether none of the words of an identifier is a full word of more than a few letters or in
/// another script, as in "VBELN" and "fld_17".
bool is_code(std::string_view identifier);

/// The first words of a description, for use as a name. Empty if it does not start with words.
std::string_view name_in(std::string_view description);

/// The title; without one, what the description says first if the name is a code, or the name.
template <class Object>
std::string_view plain_name(const Object &object) {
  if (!object.title.empty()) return object.title;
  const std::string_view described = name_in(object.description);
  return !described.empty() && is_code(object.name) ? described : object.name;
}

/// Folded words, with glued words split.
std::vector<std::string> with_split_words(std::vector<std::string> words);

/// The folded words of the readable name for search, with glued words split.
template <class Object>
std::vector<std::string> name_words(const Object &object) {
  return with_split_words(split_identifier(object.readable_name()));
}

/// The words, separated by blanks.
std::string joined_by_blanks(const std::vector<std::string> &words);

/// The written words of the readable name, with glued words split, separated by blanks: what models
/// read.
template <class Object>
std::string spaced_name(const Object &object) {
  return joined_by_blanks(with_split_words(whole_words(plain_name(object))));
}

}  // namespace sluice::inline v0::route_detail

#endif
