#include "result_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t shown_rows = 20;
constexpr std::size_t shown_text = 40;

void write_value(JsonWriter &writer, const Cell &cell) {
  switch (cell.kind) {
    case CellKind::null: writer.null(); return;
    case CellKind::integer: writer.value(cell.integer); return;
    case CellKind::real: writer.value(cell.real); return;
    case CellKind::text: writer.value(repair_utf8(cell.bytes)); return;
    case CellKind::blob: writer.value(Value(cell).literal()); return;
  }
}

std::string line_of(Row row) {
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

std::vector<std::string> lines_of(std::string title, const ReadResult &result) {
  std::vector<std::string> lines = {std::move(title)};
  const std::size_t rows = result.rows.rows();
  for (std::size_t row = 0; row < std::min(rows, shown_rows); ++row)
    lines.push_back(line_of(result.rows.row(row)));
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

void write_result(JsonWriter &writer, std::string_view name, const ReadResult &result) {
  writer.key(name).begin_object().member("columns", result.columns).key("rows").begin_array();
  for (std::size_t row = 0; row < result.rows.rows(); ++row) {
    writer.begin_array();
    for (const Cell &cell : result.rows.row(row)) write_value(writer, cell);
    writer.end_array();
  }
  writer.end_array().end_object();
}

}  // namespace sluice::cli
