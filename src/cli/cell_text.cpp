#include "cell_text.hpp"

#include <string_view>

#include "sluice/core/utf8.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::cli {

void write_cell(JsonWriter &writer, const Cell &cell) {
  switch (cell.kind) {
    case CellKind::null: writer.null(); return;
    case CellKind::integer: writer.value(cell.integer); return;
    case CellKind::real: writer.value(cell.real); return;
    case CellKind::text: writer.value(repair_utf8(cell.bytes)); return;
    case CellKind::blob: writer.value(Value(cell).literal()); return;
  }
}

void write_rows(JsonWriter &writer, const Denotation &rows) {
  writer.begin_array();
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    writer.begin_array();
    for (const Cell &cell : rows.row(row)) write_cell(writer, cell);
    writer.end_array();
  }
  writer.end_array();
}

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
