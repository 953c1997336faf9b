#include "export_parts.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "csv_reader.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_start_bytes = std::size_t{1} << 16;

bool begins_as_json(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && (text[start] == '[' || text[start] == '{');
}

/// Whether the row only underlines the names of the columns, as some clients do.
bool is_underline(std::span<const std::string_view> fields) {
  return std::ranges::all_of(fields, [](std::string_view field) {
    return field.starts_with('-') && field.find_first_not_of('-') == field.npos;
  });
}

void read_csv_rows(const SourceText &file, const ExportHeader &header, ExportVisitor visit,
                   ExportProblems &problems) {
  CsvReader reader(file.text);
  reader.next();  // the header
  ExportRow row;
  const ExportPlace first{file.path, reader.line()};
  if (reader.is_cut()) problems.add(first, "has too many columns; the first are used");
  while (reader.next()) {
    row.place = {file.path, reader.line()};
    const std::span<const std::string_view> fields = reader.fields();
    if (is_underline(fields)) continue;
    if (reader.has_open_quote()) problems.add(row.place, "has a quote that is not closed");
    if (reader.is_cut()) problems.add(row.place, "has too many or too long fields, which are cut");
    if (fields.size() != header.size())
      problems.add(row.place, "has another number of fields than the first row");
    row.clear();
    for (std::size_t i = 0; i < std::min(fields.size(), header.size()); ++i) {
      if (const auto field = header.field(i)) row.set(*field, fields[i]);
    }
    visit(row);
  }
}

}  // namespace

bool begins_export(std::string_view text) {
  text = text.substr(0, max_start_bytes);
  if (begins_as_json(text)) return begins_json_export(text);
  CsvReader reader(text);
  return reader.next() && reader.fields().size() > 1 && ExportHeader(reader.fields()).is_export();
}

std::vector<ExportPart> export_parts(const SourceText &file) {
  if (begins_as_json(file.text)) return json_export_parts(file);
  CsvReader reader(file.text);
  if (!reader.next()) return {};
  ExportPart part{file.path, ExportHeader(reader.fields()), {}};
  part.read = [&file, header = part.header](ExportVisitor visit, ExportProblems &problems) {
    read_csv_rows(file, header, visit, problems);
  };
  std::vector<ExportPart> parts;
  parts.push_back(std::move(part));
  return parts;
}

}  // namespace sluice::inline v0::schema_detail
