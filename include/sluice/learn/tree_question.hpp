#ifndef SLUICE_LEARN_TREE_QUESTION_HPP
#define SLUICE_LEARN_TREE_QUESTION_HPP

#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice {

/// What a tree asks of a row at one level. Yes: the column's number is larger than the border.
struct TreeQuestion {
  std::uint32_t column = 0;
  float border = 0;
};

}  // namespace sluice

#endif
