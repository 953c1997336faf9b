#ifndef SLUICE_SRC_TEXT_STEM_HPP
#define SLUICE_SRC_TEXT_STEM_HPP

/// Snowball stemming, so that "singers" matches "singer".

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The English (Porter 2) stem of a folded word. Thread-safe.
std::string stem(std::string_view folded_word);

}  // namespace sluice::inline v0

#endif
