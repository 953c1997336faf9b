#include "sluice/suite/result_json.hpp"

#include <string_view>

#include "sluice/core/utf8.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::inline v0 {

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

void write_result(JsonWriter &writer, std::string_view name, const ReadResult &result) {
  writer.key(name).begin_object().member("columns", result.columns).key("rows");
  write_rows(writer, result.rows);
  writer.end_object();
}

std::string to_json(const Refutation &found) {
  JsonWriter writer;
  writer.begin_object()
      .member("verdict", name_of(found.verdict))
      .member("databases_tried", found.databases)
      .member("bound", found.bound)
      .member("open_rows", found.open_rows)
      .member("proof", name_of(found.proof))
      .key("constraints");
  if (found.verdict == RefutationVerdict::proved) {
    writer.begin_array();
    for (const ProofConstraint &constraint : found.relied_on) {
      writer.begin_object().member("constraint", constraint.statement);
      writer.member("origin", name_of(constraint.origin)).end_object();
    }
    writer.end_array();
  } else {
    writer.null();
  }
  writer.key("script");
  if (found.verdict == RefutationVerdict::refuted) {
    writer.value(found.script());
    write_result(writer, "gold", found.gold);
    write_result(writer, "predicted", found.predicted);
    writer.member("kind", name_of(found.kind)).member("minimal", found.minimal);
  } else {
    writer.null();
    for (const char *const name : {"gold", "predicted", "kind", "minimal"}) writer.key(name).null();
  }
  if (found.verdict == RefutationVerdict::failed)
    writer.member("message", std::string_view(found.message));
  return writer.end_object().take();
}

}  // namespace sluice::inline v0
