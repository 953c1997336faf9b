#include "cell_text.hpp"

#include <string_view>

#include "sluice/core/utf8.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::cli {

std::string text_of_row(Row row) {
  constexpr std::size_t shown_text = 40;
  std::string line;
  for (const Cell &cell : row) {
    if (!line.empty()) line += " | ";
    const std::string text = one_line(repair_utf8(Value(cell).literal()));
    const std::string_view clipped = clip_utf8(text, shown_text);
    line += clipped;
    if (clipped.size() < text.size()) line += "…";
  }
  return line;
}

}  // namespace sluice::cli
