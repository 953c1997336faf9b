#include "sluice/schema/column_values.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_set>

#include "load/file_kind.hpp"
#include "load/sqlite_schema.hpp"
#include "names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

namespace fs = std::filesystem;

enum class Spelling { text, number, date };

Spelling spelling_of(std::string_view value) {
  std::size_t points = 0, signs = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (is_ascii_digit(c)) continue;
    const bool is_sign = i == 0 && (c == '-' || c == '+');
    if (c == '.') {
      ++points;
    } else if (c == '-' || c == '/' || c == ':' || c == ' ' || c == 'T' || c == 'Z') {
      signs += is_sign ? 0 : 1;
    } else if (!is_sign) {
      return Spelling::text;
    }
  }
  const bool has_digit = std::ranges::any_of(value, is_ascii_digit);
  if (!has_digit) return Spelling::text;
  return signs == 0 && points <= 1 ? Spelling::number : Spelling::date;
}

SqliteConnection open(const std::string &path, const SqliteLimits &limits) {
  if (schema_detail::is_gzip(schema_detail::first_bytes(path)))
    return SqliteConnection::from_image(SqliteImage::load(path), limits);
  return {path, SqliteConnection::Access::read, limits};
}

/// The columns of one table to read: their names in the file and positions in the database.
struct TableReading {
  std::vector<std::string> names;
  std::vector<std::size_t> positions;
};

TableReading reading_of(const schema_detail::StoredTable &stored, const Database &schema,
                        const Table &table, const ValueLimits &limits) {
  TableReading reading;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string_view name = table.columns[c].name;
    const auto found = std::ranges::find_if(
        stored.columns, [&](const std::string &column) { return same_name(column, name); });
    if (found == stored.columns.end() || !may_read(limits, schema.name(), table.name, name))
      continue;
    reading.names.push_back(*found);
    reading.positions.push_back(table.first_column + c);
  }
  return reading;
}

}  // namespace

bool may_read(const ValueLimits &limits, std::string_view database, std::string_view table,
              std::string_view column) {
  const std::string path = lower_ascii(table) + '.' + lower_ascii(column);
  const std::string whole = lower_ascii(database) + '.' + path;
  const auto is_named = [&](const std::string &pattern) {
    const std::string folded = lower_ascii(pattern);
    return schema_detail::fits_pattern(folded, path) || schema_detail::fits_pattern(folded, whole);
  };
  if (!limits.only.empty() && std::ranges::none_of(limits.only, is_named)) return false;
  return std::ranges::none_of(limits.except, is_named);
}

bool visit_values(const std::string &path, const Database &schema, const ValueLimits &limits,
                  function_ref<void(std::size_t column, std::string_view value)> visit) {
  SqliteConnection connection = open(path, limits.limits);
  bool complete = true;
  std::size_t bytes = 0;
  for (const schema_detail::StoredTable &stored : schema_detail::stored_tables(connection)) {
    const auto table = std::ranges::find_if(
        schema.tables(), [&](const Table &of) { return same_name(of.name, stored.name); });
    if (table == schema.tables().end()) continue;
    const TableReading reading = reading_of(stored, schema, *table, limits);
    const std::size_t columns = reading.names.size();
    if (columns == 0) continue;
    std::vector<std::unordered_set<std::uint64_t>> known(columns);
    std::size_t rows = 0;
    const std::string query = schema_detail::cells_query(
        stored.name, reading.names, static_cast<std::int64_t>(limits.rows) + 1);
    try {
      connection.query(query, {}, [&](const SqliteRow &row) {
        if (++rows > limits.rows) {
          complete = false;
          return false;
        }
        for (std::size_t c = 0; c < columns; ++c) {
          const std::string_view value = row.text(c);
          if (value.empty() || value.size() > limits.value_bytes) continue;
          if (!limits.numbers || !limits.dates) {
            const Spelling spelling = spelling_of(value);
            if (spelling == Spelling::number && !limits.numbers) continue;
            if (spelling == Spelling::date && !limits.dates) continue;
          }
          const std::uint64_t hash = hash64(value);
          if (known[c].contains(hash)) continue;
          if (known[c].size() >= limits.column_values || value.size() > limits.bytes - bytes) {
            complete = false;
            continue;
          }
          known[c].insert(hash);
          bytes += value.size();
          visit(reading.positions[c], repair_utf8(value));
        }
        return true;
      });
    } catch (const Error &error) {
      if (error.code() != ErrorCode::limit_exceeded) throw;
      complete = false;  // keep what was read so far
    }
  }
  return complete;
}

std::uint64_t content_stamp(const std::string &path) {
  Fingerprint stamp;
  stamp.add(schema_detail::first_bytes(path));  // includes the change counter
  for (const std::string &name : {path, path + "-wal"}) {
    std::error_code missing, unreadable;
    const auto size = fs::file_size(name, missing);
    const auto time = fs::last_write_time(name, unreadable).time_since_epoch().count();
    stamp.add(missing ? UINT64_MAX : static_cast<std::uint64_t>(size));
    stamp.add(unreadable ? 0 : static_cast<std::uint64_t>(time));
  }
  return stamp.value();
}

}  // namespace sluice::inline v0
