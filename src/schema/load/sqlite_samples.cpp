#include <fmt/format.h>

#include "sample_values.hpp"
#include "schema/names.hpp"
#include "sqlite_schema.hpp"

namespace sluice::inline v0::schema_detail {

// typeof() does not load the value, so blobs are never read.
std::string cells_query(const std::string &table, const std::vector<std::string> &columns,
                        std::int64_t rows) {
  std::string sql;
  for (const std::string &column : columns) {
    const std::string name = sql_identifier(column);
    sql += sql.empty() ? "SELECT " : ", ";
    sql += fmt::format("CASE typeof(t.{0}) WHEN 'blob' THEN NULL ELSE t.{0} END", name);
  }
  sql += fmt::format(" FROM main.{} AS t LIMIT {}", sql_identifier(table), rows);
  return sql;
}

void read_samples(SqliteConnection &connection, TableDefinition &table,
                  const std::vector<bool> &stored, const LoadOptions &options) {
  std::vector<std::size_t> columns;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (!stored[i]) continue;
    columns.push_back(i);
    names.push_back(table.columns[i].name);
  }
  if (options.samples == 0 || columns.empty()) return;
  std::size_t bytes = 0;
  connection.query(cells_query(table.name, names, max_sampled_rows), {}, [&](const SqliteRow &row) {
    bool complete = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<std::string> &samples = table.columns[columns[i]].samples;
      const std::string_view value = row.text(i);
      bytes += value.size();
      add_sample(samples, value, options);
      complete = complete && samples.size() >= options.samples;
    }
    return !complete && bytes < max_sampled_bytes;
  });
}

}  // namespace sluice::inline v0::schema_detail
