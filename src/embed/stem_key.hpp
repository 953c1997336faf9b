#ifndef SLUICE_SRC_EMBED_STEM_KEY_HPP
#define SLUICE_SRC_EMBED_STEM_KEY_HPP

#include <string>
#include <string_view>

namespace sluice::inline v0::embed_detail {

/// The lookup key of a word or phrase: its words folded and stemmed, separated by spaces.
std::string stem_key(std::string_view text);

}  // namespace sluice::inline v0::embed_detail

#endif
