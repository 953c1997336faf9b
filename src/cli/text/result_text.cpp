#include "result_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cell_text.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t shown_rows = 20;

std::vector<std::string> lines_of(std::string title, const ReadResult &result) {
  std::vector<std::string> lines = {std::move(title)};
  const std::size_t rows = result.rows.rows();
  for (std::size_t row = 0; row < std::min(rows, shown_rows); ++row)
    lines.push_back(text_of_row(result.rows.row(row)));
  if (rows > shown_rows) lines.push_back(fmt::format("… {} more", rows - shown_rows));
  if (rows == 0) lines.emplace_back("(no rows)");
  return lines;
}

}  // namespace

std::string side_by_side(const std::string &left_title, const ReadResult &left_result,
                         const std::string &right_title, const ReadResult &right_result) {
  std::vector<std::string> left = lines_of(left_title, left_result);
  std::vector<std::string> right = lines_of(right_title, right_result);
  const std::size_t height = std::max(left.size(), right.size());
  left.resize(height);
  right.resize(height);
  std::size_t width = 0;
  for (const std::string &line : left) width = std::max(width, line.size());
  std::string text;
  for (std::size_t i = 0; i < height; ++i)
    text += fmt::format("  {:<{}}  ║  {}\n", left[i], width, right[i]);
  return text;
}

}  // namespace sluice::cli
