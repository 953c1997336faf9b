#ifndef SLUICE_TEXT_VOCABULARY_HPP
#define SLUICE_TEXT_VOCABULARY_HPP

/// The words and abbreviations that schemas are commonly made of. Fixed, so that the content of one
/// catalog never changes how the names of another are read.

#include <string_view>
#include <vector>

namespace sluice::inline v0::text_detail {

/// Whether a folded word is one of the common words or abbreviations.
bool is_known_word(std::string_view folded_word);

std::vector<std::string_view> find_expansions(std::string_view folded_word);

}  // namespace sluice::inline v0::text_detail

#endif
