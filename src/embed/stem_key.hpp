#ifndef SLUICE_SRC_EMBED_STEM_KEY_HPP
#define SLUICE_SRC_EMBED_STEM_KEY_HPP

#include <string>
#include <string_view>

namespace sluice::detail {

/// What a word or phrase is found by: its words folded and stemmed, with a blank between.
std::string stem_key(std::string_view text);

}  // namespace sluice::detail

#endif
