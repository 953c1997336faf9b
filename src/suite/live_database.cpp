#include "sluice/suite/live_database.hpp"

#include <algorithm>
#include <utility>

namespace sluice::inline v0 {
namespace {

/// The columns that are not generated, by table.
std::vector<std::vector<std::uint32_t>> written_columns(const Constraints &constraints) {
  std::vector<std::vector<std::uint32_t>> written;
  const auto tables = constraints.schema().tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    std::vector<std::uint32_t> &columns = written.emplace_back();
    for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column) {
      if (!constraints.column(table, column).computed) columns.push_back(column);
    }
  }
  return written;
}

std::vector<WorkbenchTable> named(const Constraints &constraints,
                                  const std::vector<std::vector<std::uint32_t>> &written) {
  std::vector<WorkbenchTable> tables;
  for (std::uint32_t table = 0; table < written.size(); ++table) {
    const Table &shape = constraints.schema().tables()[table];
    WorkbenchTable &named = tables.emplace_back();
    named.name = shape.name;
    for (const std::uint32_t column : written[table]) {
      named.columns.emplace_back(shape.columns[column].name);
    }
  }
  // SQLite has no tables without columns, so the definitions omit them.
  std::erase_if(tables, [](const WorkbenchTable &table) { return table.columns.empty(); });
  return tables;
}

}  // namespace

LiveDatabase::LiveDatabase(const Constraints &constraints, const QueryLimits &limits,
                           CancellationToken token, RowLayout layout)
    : written_(written_columns(constraints)),
      narrowed_(written_.size()),
      workbench_(constraints.definitions(layout), named(constraints, written_), limits,
                 std::move(token)) {}

void LiveDatabase::load(const TestDatabase &database) {
  std::vector<std::span<const Cell>> tables;
  largest_table_ = 0;
  for (std::uint32_t table = 0; table < written_.size(); ++table) {
    largest_table_ = std::max(largest_table_, database.rows(table));
    if (written_[table].empty()) continue;
    if (written_[table].size() == database.schema().tables()[table].columns.size()) {
      tables.push_back(database.cells(table));
      continue;
    }
    narrowed_[table].clear();
    for (std::size_t i = 0; i < database.rows(table); ++i) {
      for (const std::uint32_t column : written_[table]) {
        narrowed_[table].push_back(database.row(table, i)[column]);
      }
    }
    tables.push_back(narrowed_[table]);
  }
  workbench_.refill(tables);
}

}  // namespace sluice::inline v0
