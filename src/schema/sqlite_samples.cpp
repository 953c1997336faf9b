#include <algorithm>

#include <fmt/format.h>

#include "names.hpp"
#include "sluice/core/utf8.hpp"
#include "sqlite_schema.hpp"

namespace sluice::detail {
namespace {

// Bounds on what is read for the samples of one table.
constexpr int most_rows = 200;
constexpr std::size_t most_bytes = 16 << 20;

// typeof() does not load a value, so blobs stay where they are.
std::string sample_query(const TableDefinition &table, const std::vector<std::size_t> &columns) {
  std::string sql;
  for (const std::size_t column : columns) {
    const std::string name = sql_identifier(table.columns[column].name);
    sql += sql.empty() ? "SELECT " : ", ";
    sql += fmt::format("CASE typeof(t.{0}) WHEN 'blob' THEN NULL ELSE t.{0} END", name);
  }
  sql += fmt::format(" FROM main.{} AS t LIMIT {}", sql_identifier(table.name), most_rows);
  return sql;
}

/// Adds a value to a column's samples if it is a new one that is short enough.
void take(std::vector<std::string> &samples, std::string_view value, const LoadOptions &options) {
  if (value.empty() || value.size() > options.max_sample_bytes) return;
  if (samples.size() >= options.samples) return;
  std::string mended = repair_utf8(value);
  if (mended.size() > options.max_sample_bytes) return;
  if (std::ranges::find(samples, mended) == samples.end()) samples.push_back(std::move(mended));
}

}  // namespace

void read_samples(SqliteConnection &connection, TableDefinition &table,
                  const std::vector<bool> &stored, const LoadOptions &options) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (stored[i]) columns.push_back(i);
  }
  if (options.samples == 0 || columns.empty()) return;
  std::size_t bytes = 0;
  connection.query(sample_query(table, columns), {}, [&](const SqliteRow &row) {
    bool complete = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<std::string> &samples = table.columns[columns[i]].samples;
      const std::string_view value = row.text(i);
      bytes += value.size();
      take(samples, value, options);
      complete = complete && samples.size() >= options.samples;
    }
    return !complete && bytes < most_bytes;
  });
}

}  // namespace sluice::detail
