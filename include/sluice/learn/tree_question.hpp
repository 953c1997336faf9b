#ifndef SLUICE_LEARN_TREE_QUESTION_HPP
#define SLUICE_LEARN_TREE_QUESTION_HPP

#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The test that a tree applies to a row at one level: whether the number in `column` is greater
/// than `border`.
struct TreeQuestion {
  std::uint32_t column = 0;
  float border = 0;
};

}  // namespace sluice::inline v0

#endif
