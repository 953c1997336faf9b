#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "catalog_layout.hpp"
#include "load/file_kind.hpp"
#include "names.hpp"
#include "schema/catalog_file.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::quote_name;

// Only plain tables are read, so the file's size bounds the work and catalogs of any size can be
// loaded.
constexpr SqliteLimits unlimited{std::uint64_t{1} << 62, 1e9, std::int64_t{1} << 62};

[[noreturn]] void fail_damaged(const std::string &path, const std::string &what) {
  throw Error(ErrorCode::malformed, "is a damaged catalog: " + what, {path});
}

SqliteConnection open_catalog(const std::string &path) {
  const auto open = [&] {
    return SqliteConnection(path, SqliteConnection::Access::read, unlimited);
  };
  try {
    return open();
  } catch (const Error &error) {
    std::error_code ignored;
    if (error.code() != ErrorCode::io || !std::filesystem::exists(path + "-journal", ignored)) {
      throw;
    }
  }
  // A writer was interrupted. Opening the file for writing rolls its transaction back.
  { const SqliteConnection recovering(path, SqliteConnection::Access::write); }
  return open();
}

/// Converts the rows back to definitions.
class CatalogReader {
 public:
  explicit CatalogReader(const std::string &path) : path_(path), file_(open_catalog(path)) {}

  StoredCatalog read() {
    check_kind();
    check_layout();
    read_databases();
    read_tables();
    read_columns();
    read_samples();
    read_foreign_keys();
    if (format_ >= 4) read_kinds();
    std::vector<FileStamp> files = read_files();
    return {make_catalog(), read_segments(), std::move(files)};
  }

 private:
  struct Location {
    std::size_t database = 0;
    std::size_t table = 0;
    std::size_t column = 0;
  };

  void check_kind() {
    std::int64_t application = 0;
    each("PRAGMA application_id", [&](const SqliteRow &row) { application = row.integer(0); });
    each("PRAGMA user_version", [&](const SqliteRow &row) { format_ = row.integer(0); });
    std::error_code ignored;
    if (application == 0 && std::filesystem::file_size(path_, ignored) == 0) {
      throw Error(ErrorCode::not_found, "contains no catalog: none was ever stored completely",
                  {path_});
    }
    if (application != schema_detail::catalog_application_id) {
      throw Error(ErrorCode::malformed, "is a SQLite database, but not a catalog", {path_});
    }
    if (format_ > schema_detail::catalog_format) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("is a catalog of format {}, this release reads up to {}", format_,
                              schema_detail::catalog_format),
                  {path_});
    }
  }

  // A view or computed column in place of a table could produce endless rows.
  void check_layout() {
    for (const schema_detail::LayoutTable &newest : schema_detail::catalog_layout) {
      if (format_ < newest.since) continue;
      const bool is_older = format_ == 1 && newest.name == schema_detail::segment_of_format_1.name;
      const schema_detail::LayoutTable &table =
          is_older ? schema_detail::segment_of_format_1 : newest;
      bool same = false;
      file_.query("SELECT type = 'table' AND sql = ? FROM sqlite_schema WHERE name = ?",
                  {table.sql, table.name}, [&](const SqliteRow &row) {
                    same = row.integer(0) != 0;
                    return same;
                  });
      if (!same)
        fail_damaged(path_, fmt::format("table {} has an unexpected definition", table.name));
    }
  }

  void read_databases() {
    each("SELECT id, name, description, fingerprint FROM database ORDER BY id",
         [&](const SqliteRow &row) {
           check_id(row, definitions_.size(), "database");
           DatabaseDefinition &database = definitions_.emplace_back();
           database.place.source = path_;
           database.name = row.text(1);
           database.description = row.text(2);
           fingerprints_.push_back(number_in(row.text(3)));
         });
  }

  void read_tables() {
    each("SELECT id, database_id, name, title, description FROM table_ ORDER BY id",
         [&](const SqliteRow &row) {
           check_id(row, tables_.size(), "table_");
           const std::size_t database = position(row, 1, definitions_.size(), "table_.database_id");
           auto &siblings = definitions_[database].tables;
           tables_.push_back({database, siblings.size(), 0});
           TableDefinition &table = siblings.emplace_back();
           table.name = row.text(2);
           table.title = row.text(3);
           table.description = row.text(4);
         });
  }

  void read_columns() {
    each("SELECT id, table_id, name, title, type, description, primary_key_position FROM column_ "
         "ORDER BY id",
         [&](const SqliteRow &row) {
           check_id(row, columns_.size(), "column_");
           Location location = tables_[position(row, 1, tables_.size(), "column_.table_id")];
           TableDefinition &table = table_at(location);
           location.column = table.columns.size();
           columns_.push_back(location);
           ColumnDefinition &column = table.columns.emplace_back();
           column.name = row.text(2);
           column.title = row.text(3);
           column.type = row.text(4);
           column.description = row.text(5);
           if (!row.is_null(6)) key_parts_.emplace_back(row.integer(6), columns_.size() - 1);
         });
    std::ranges::sort(key_parts_);
    for (const auto &[place, column] : key_parts_) {
      table_at(columns_[column]).primary_key.push_back(columns_[column].column);
    }
  }

  void read_samples() {
    each("SELECT column_id, value FROM sample ORDER BY rowid", [&](const SqliteRow &row) {
      const Location &at = columns_[position(row, 0, columns_.size(), "sample.column_id")];
      table_at(at).columns[at.column].samples.emplace_back(row.text(1));
    });
  }

  void read_foreign_keys() {
    std::int64_t current = -1;
    each("SELECT id, column_id, referenced_column_id FROM foreign_key ORDER BY id, position",
         [&](const SqliteRow &row) {
           const Location &from = column_in(row, 1, "foreign_key.column_id");
           const Location &to = column_in(row, 2, "foreign_key.referenced_column_id");
           auto &keys = definitions_[from.database].foreign_keys;
           if (row.integer(0) != current) {
             keys.push_back({from.table, {}, to.table, {}});
             keys_.push_back({from.database, keys.size() - 1});
           }
           current = row.integer(0);
           const bool fits = from.database == to.database && !keys.empty() &&
                             keys.back().table == from.table &&
                             keys.back().referenced_table == to.table;
           if (!fits)
             fail_damaged(path_, fmt::format("foreign_key {} spans several tables", current));
           keys.back().columns.push_back(from.column);
           keys.back().referenced_columns.push_back(to.column);
         });
  }

  void read_kinds() {
    each("SELECT database_id, name FROM dialect", [&](const SqliteRow &row) {
      const auto dialect = sql::find_dialect(row.text(1));
      if (!dialect)
        fail_damaged(path_, fmt::format("{} is not a dialect", quote_name(row.text(1))));
      definitions_[position(row, 0, definitions_.size(), "dialect.database_id")].dialect = *dialect;
    });
    each("SELECT table_id, qualifier_size, kind, members, first, last FROM table_kind",
         [&](const SqliteRow &row) { read_table_kind(row); });
    each("SELECT column_id, flags FROM column_kind", [&](const SqliteRow &row) {
      const Location &at = column_in(row, 0, "column_kind.column_id");
      ColumnDefinition &column = table_at(at).columns[at.column];
      const std::int64_t flags = row.integer(1);
      column.nullable = (flags & schema_detail::not_null_flag) == 0;
      column.generated = (flags & schema_detail::generated_flag) != 0;
      column.nested = (flags & schema_detail::nested_flag) != 0;
    });
    each("SELECT column_id, value FROM allowed_value ORDER BY rowid", [&](const SqliteRow &row) {
      const Location &at = column_in(row, 0, "allowed_value.column_id");
      table_at(at).columns[at.column].values.emplace_back(row.text(1));
    });
    each("SELECT foreign_key_id, evidence FROM key_evidence", [&](const SqliteRow &row) {
      const auto &[database, key] =
          keys_[position(row, 0, keys_.size(), "key_evidence.foreign_key_id")];
      constexpr auto kinds = static_cast<std::size_t>(KeyEvidence::inferred) + 1;
      definitions_[database].foreign_keys[key].evidence =
          static_cast<KeyEvidence>(position(row, 1, kinds, "key_evidence.evidence"));
    });
    each("SELECT column_id, source_column_id FROM origin ORDER BY rowid",
         [&](const SqliteRow &row) {
           const Location &at = column_in(row, 0, "origin.column_id");
           const Location &source = column_in(row, 1, "origin.source_column_id");
           if (at.database != source.database)
             fail_damaged(path_, "a column's origin is in another database");
           table_at(at).origins.push_back({at.column, source.table, source.column});
         });
  }

  void read_table_kind(const SqliteRow &row) {
    TableDefinition &table =
        table_at(tables_[position(row, 0, tables_.size(), "table_kind.table_id")]);
    constexpr auto kinds = static_cast<std::size_t>(TableKind::family) + 1;
    const std::size_t size = position(row, 1, table.name.size() + 1, "table_kind.qualifier_size");
    table.kind = static_cast<TableKind>(position(row, 2, kinds, "table_kind.kind"));
    table.members.count = position(row, 3, std::size_t{1} << 32, "table_kind.members");
    table.members.first = row.text(4);
    table.members.last = row.text(5);
    if (size == 0) return;
    if (size == table.name.size() || table.name[size] != '.')
      fail_damaged(path_, fmt::format("{} has no such qualifier", quote_name(table.name)));
    table.qualifier = table.name.substr(0, size);
    table.name.erase(0, size + 1);
  }

  std::shared_ptr<const Catalog> make_catalog() {
    std::vector<std::shared_ptr<const Database>> databases;
    for (std::size_t i = 0; i < definitions_.size(); ++i) {
      databases.push_back(Database::make(std::move(definitions_[i])));
      if (databases.back()->fingerprint() == fingerprints_[i]) continue;
      fail_damaged(path_, fmt::format("the fingerprint of database {} does not match",
                                      quote_name(databases.back()->name())));
    }
    std::uint64_t fingerprint = 0;
    each("SELECT value FROM meta WHERE key = 'fingerprint'",
         [&](const SqliteRow &row) { fingerprint = number_in(row.text(0)); });
    auto catalog = Catalog::make(std::move(databases));
    if (catalog->fingerprint() != fingerprint)
      fail_damaged(path_, "its fingerprint does not match");
    return catalog;
  }

  std::vector<StoredSegment> read_segments() {
    std::vector<StoredSegment> segments;
    each("SELECT * FROM segment ORDER BY rowid", [&](const SqliteRow &row) {
      StoredSegment &segment = segments.emplace_back();
      segment.kind = row.text(0);
      segment.file = row.text(1);
      segment.fingerprint = number_in(row.text(2));
      if (format_ > 1) {
        segment.rows = static_cast<std::uint64_t>(std::max<std::int64_t>(row.integer(3), 0));
        segment.embedder = number_in(row.text(4));
      }
      if (!schema_detail::is_plain_name(segments.back().file)) {
        fail_damaged(path_, fmt::format("segment file {} is not a plain file name",
                                        quote_name(segments.back().file)));
      }
    });
    return segments;
  }

  std::vector<FileStamp> read_files() {
    std::vector<FileStamp> files;
    if (format_ < 3) return files;
    each("SELECT database_id, path, stamp FROM file ORDER BY database_id",
         [&](const SqliteRow &row) {
           files.resize(definitions_.size());
           FileStamp &file = files[position(row, 0, definitions_.size(), "file.database_id")];
           file.path = row.text(1);
           file.stamp = number_in(row.text(2));
         });
    return files;
  }

  template <class Visit>
  void each(std::string_view sql, Visit visit) {
    file_.query(sql, {}, [&](const SqliteRow &row) {
      visit(row);
      return true;
    });
  }

  void check_id(const SqliteRow &row, std::size_t expected, std::string_view table) const {
    if (std::cmp_equal(row.integer(0), expected)) return;
    fail_damaged(path_, fmt::format("{}.id is {}, expected {}", table, row.integer(0), expected));
  }

  std::size_t position(const SqliteRow &row, std::size_t field, std::size_t size,
                       std::string_view what) const {
    const std::int64_t value = row.integer(field);
    if (value >= 0 && std::cmp_less(value, size)) return static_cast<std::size_t>(value);
    fail_damaged(path_, fmt::format("{} is {}, expected less than {}", what, value, size));
  }

  const Location &column_in(const SqliteRow &row, std::size_t field, std::string_view what) const {
    return columns_[position(row, field, columns_.size(), what)];
  }

  TableDefinition &table_at(const Location &location) {
    return definitions_[location.database].tables[location.table];
  }

  std::uint64_t number_in(std::string_view digits) const {
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (error == std::errc() && end == digits.data() + digits.size()) return number;
    fail_damaged(path_, fmt::format("{} is not a fingerprint", quote_name(digits)));
  }

  const std::string &path_;
  SqliteConnection file_;
  std::int64_t format_ = 0;
  std::vector<DatabaseDefinition> definitions_;
  std::vector<std::uint64_t> fingerprints_;  // by database
  std::vector<Location> tables_;
  std::vector<Location> columns_;
  std::vector<std::pair<std::size_t, std::size_t>> keys_;  // database, position of the key in it
  std::vector<std::pair<std::int64_t, std::size_t>> key_parts_;  // place in the key, column
};

}  // namespace

bool is_stored_catalog(const std::string &path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) &&
         schema_detail::is_catalog(schema_detail::first_bytes(path));
}

StoredCatalog load_stored_catalog(const std::string &path) { return CatalogReader(path).read(); }

}  // namespace sluice::inline v0
