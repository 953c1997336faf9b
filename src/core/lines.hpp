#ifndef SLUICE_SRC_CORE_LINES_HPP
#define SLUICE_SRC_CORE_LINES_HPP

#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Splits a text into lines without their line ends; returns views into it. Text after the last
/// line end is a line if it is not empty. O(size).
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}
std::vector<std::string_view> lines_of(std::string &&text) = delete;  // the views would dangle

}  // namespace sluice::inline v0

#endif
