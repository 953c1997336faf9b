#include "sluice/suite/test_database.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "byte_stream.hpp"
#include "key_index.hpp"
#include "row_check.hpp"
#include "sluice/core/error.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t chunk_bytes = 1 << 14;

/// Whether the row violates a constraint regardless of other rows.
bool violates_alone(const Constraints &constraints, std::uint32_t table, Row row,
                    std::span<const suite::RowCheck> checks) {
  for (std::uint32_t column = 0; column < row.size(); ++column) {
    const ColumnConstraint &facts = constraints.column(table, column);
    const Cell &cell = row[column];
    if (cell.kind == CellKind::null) {
      if (facts.not_null && !facts.computed) return true;
      continue;
    }
    if (facts.range && (cell.kind == CellKind::integer || cell.kind == CellKind::real)) {
      const Value value(cell);
      if (value < facts.range->lower || value > facts.range->upper) return true;
    }
    if (!facts.shape.empty() && cell.kind == CellKind::text &&
        shape_of(cell.bytes) != facts.shape) {
      return true;
    }
  }
  return !std::all_of(checks.begin(), checks.end(),
                      [&](const suite::RowCheck &check) { return check.allows(row); });
}

}  // namespace

TestDatabase::TestDatabase(std::shared_ptr<const Database> schema) : schema_(std::move(schema)) {
  for (const Table &table : schema_->tables()) widths_.push_back(table.columns.size());
  cells_.resize(widths_.size());
}

std::string_view TestDatabase::store(std::string_view bytes) {
  if (bytes.empty()) return {};
  if (bytes.size() > room_) {
    room_ = std::max(chunk_bytes, bytes.size());
    chunks_.push_back(std::make_unique<char[]>(room_));
    next_ = chunks_.back().get();
  }
  std::memcpy(next_, bytes.data(), bytes.size());
  const std::string_view stored(next_, bytes.size());
  next_ += bytes.size();
  room_ -= bytes.size();
  return stored;
}

void TestDatabase::add(std::uint32_t table, Row row) {
  if (row.size() != widths_[table]) {
    throw Error(ErrorCode::invalid_argument,
                "the row has a different number of values than the table has columns",
                {std::string(schema_->tables()[table].name)});
  }
  for (const Cell &cell : row) {
    Cell &copy = cells_[table].emplace_back(cell);
    copy.bytes = store(cell.bytes);
  }
}

void TestDatabase::keep(std::uint32_t table, const std::vector<bool> &kept) {
  std::vector<Cell> &cells = cells_[table];
  const std::size_t width = widths_[table];
  std::size_t to = 0;
  for (std::size_t from = 0; from < kept.size(); ++from) {
    if (!kept[from]) continue;
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(from * width), width,
                cells.begin() + static_cast<std::ptrdiff_t>(to * width));
    ++to;
  }
  cells.resize(to * width);
}

std::size_t TestDatabase::rows() const noexcept {
  std::size_t sum = 0;
  for (std::uint32_t table = 0; table < widths_.size(); ++table) sum += rows(table);
  return sum;
}

std::size_t TestDatabase::settle(const Constraints &constraints) {
  const std::size_t before = rows();
  for (std::uint32_t table = 0; table < widths_.size(); ++table) {
    std::vector<suite::KeyIndex> keys;
    for (const KeyConstraint &key : constraints.keys()) {
      if (key.table == table) keys.emplace_back(constraints, table, key.columns);
    }
    std::vector<suite::RowCheck> checks;
    for (const CheckConstraint &check : constraints.checks()) {
      if (check.table == table) checks.emplace_back(constraints, check);
    }
    std::vector<bool> kept(rows(table), true);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      kept[i] = !violates_alone(constraints, table, row(table, i), checks);
      for (std::size_t k = 0; kept[i] && k < keys.size(); ++k) kept[i] = keys[k].add(row(table, i));
    }
    keep(table, kept);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ReferenceConstraint &reference : constraints.references()) {
      if (rows(reference.table) == 0) continue;
      suite::KeyIndex parents(constraints, reference.referenced_table,
                              reference.referenced_columns);
      for (std::size_t i = 0; i < rows(reference.referenced_table); ++i) {
        parents.add(row(reference.referenced_table, i));
      }
      std::vector<bool> kept(rows(reference.table));
      for (std::size_t i = 0; i < kept.size(); ++i) {
        kept[i] = parents.contains(row(reference.table, i), reference.columns);
      }
      if (std::find(kept.begin(), kept.end(), false) == kept.end()) continue;
      keep(reference.table, kept);
      changed = true;
    }
  }
  return before - rows();
}

std::string TestDatabase::bytes() const {
  std::string bytes;
  suite::append_raw(bytes, static_cast<std::uint32_t>(cells_.size()));
  for (std::uint32_t table = 0; table < cells_.size(); ++table) {
    suite::append_raw(bytes, static_cast<std::uint32_t>(widths_[table]));
    suite::append_raw(bytes, static_cast<std::uint32_t>(rows(table)));
    for (const Cell &cell : cells_[table]) suite::append_cell(bytes, cell);
  }
  return bytes;
}

TestDatabase TestDatabase::from_bytes(std::shared_ptr<const Database> schema,
                                      std::string_view bytes) {
  TestDatabase database(std::move(schema));
  suite::BytesReader reader(bytes, "test database");
  if (reader.number<std::uint32_t>() != database.cells_.size()) {
    reader.fail("has a different number of tables than the schema");
  }
  std::vector<Cell> row;
  for (std::uint32_t table = 0; table < database.cells_.size(); ++table) {
    const auto width = reader.number<std::uint32_t>();
    if (width != database.widths_[table])
      reader.fail("has a table with a different number of columns than in the schema");
    const auto rows = reader.number<std::uint32_t>();
    if (width == 0 && rows > 0) reader.fail("has rows in a table without columns");
    for (std::uint32_t i = 0; i < rows; ++i) {
      row.clear();
      for (std::uint32_t column = 0; column < width; ++column) row.push_back(reader.cell());
      database.add(table, row);
    }
  }
  if (!reader.at_end()) reader.fail("has extra bytes after the last table");
  return database;
}

std::string to_sql(const TestDatabase &database, const Constraints &constraints) {
  std::string script = constraints.definitions();
  for (const std::uint32_t table : constraints.order()) {
    const Table &shape = database.schema().tables()[table];
    std::string names;
    for (std::uint32_t column = 0; column < shape.columns.size(); ++column) {
      if (constraints.column(table, column).computed) continue;
      names += (names.empty() ? "" : ", ") + sql::quote_name(shape.columns[column].name);
    }
    if (names.empty()) continue;
    for (std::size_t i = 0; i < database.rows(table); ++i) {
      std::string values;
      for (std::uint32_t column = 0; column < shape.columns.size(); ++column) {
        if (constraints.column(table, column).computed) continue;
        values += (values.empty() ? "" : ", ") + Value(database.row(table, i)[column]).literal();
      }
      script += fmt::format("INSERT INTO {} ({}) VALUES ({});\n", sql::quote_name(shape.name),
                            names, values);
    }
  }
  return script;
}

}  // namespace sluice::inline v0
