#include <fmt/format.h>

#include "catalog_layout.hpp"
#include "load/file_kind.hpp"
#include "names.hpp"
#include "schema/catalog_file.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0 {
namespace {

void check_segments(std::span<const StoredSegment> segments) {
  for (const StoredSegment &segment : segments) {
    if (schema_detail::is_plain_name(segment.file)) continue;
    throw Error(ErrorCode::invalid_argument, fmt::format("segment file {} is not a plain file name",
                                                         schema_detail::quote_name(segment.file)));
  }
}

std::int64_t number(SqliteConnection &file, std::string_view sql) {
  std::int64_t result = 0;
  file.query(sql, {}, [&](const SqliteRow &row) {
    result = row.integer(0);
    return false;
  });
  return result;
}

/// Refuses to overwrite a database that is not a catalog.
void check_owner(SqliteConnection &file, const std::string &path) {
  if (number(file, "SELECT count(*) FROM sqlite_schema") == 0) return;
  if (number(file, "PRAGMA application_id") == schema_detail::catalog_application_id) return;
  throw Error(ErrorCode::mismatch, "holds another database, expected a catalog or no file", {path});
}

void make_tables(SqliteConnection &file) {
  for (const schema_detail::LayoutTable &table : schema_detail::catalog_layout) {
    file.run(fmt::format("DROP TABLE IF EXISTS {}", table.name));
    file.run(table.sql);
  }
  file.run(fmt::format("PRAGMA application_id = {}", schema_detail::catalog_application_id));
  file.run(fmt::format("PRAGMA user_version = {}", schema_detail::catalog_format));
}

std::string digits(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

/// Writes the rows of each database in turn.
class CatalogWriter {
 public:
  CatalogWriter(SqliteConnection &file, const Catalog &catalog) : file_(file), catalog_(catalog) {}

  void write() {
    file_.run("INSERT INTO meta VALUES ('fingerprint', ?)", {digits(catalog_.fingerprint())});
    for (const DatabaseId id : catalog_.databases()) write_database(id);
  }

 private:
  void write_database(DatabaseId id) {
    const Database &database = catalog_.database(id);
    file_.run("INSERT INTO database VALUES (?, ?, ?, ?)",
              {id.value, database.name(), database.description(), digits(database.fingerprint())});
    if (database.dialect() != sql::Dialect::sqlite) {
      file_.run("INSERT INTO dialect VALUES (?, ?)",
                {id.value, sql::dialect_name(database.dialect())});
    }
    for (const TableId table : catalog_.tables(id)) write_table(table, id);
    for (const ForeignKey &key : database.foreign_keys()) write_foreign_key(id, key);
    write_kinds(id);
    for (const ColumnOrigin &origin : database.origins()) {
      file_.run("INSERT INTO origin VALUES (?, ?)",
                {column_at(id, origin.table, origin.column).value,
                 column_at(id, origin.source_table, origin.source_column).value});
    }
  }

  ColumnId column_at(DatabaseId database, std::uint32_t table, std::uint32_t column) const {
    return catalog_.columns(catalog_.tables(database)[table])[column];
  }

  void write_kinds(DatabaseId id) {
    const Database &database = catalog_.database(id);
    auto members = database.members().begin();
    for (std::uint32_t i = 0; i < database.tables().size(); ++i) {
      const Table &table = database.tables()[i];
      TableMembers own;
      if (members != database.members().end() && members->table == i) own = *members++;
      if (table.kind == TableKind::table && table.qualifier_size == 0) continue;
      file_.run("INSERT INTO table_kind VALUES (?, ?, ?, ?, ?, ?)",
                {catalog_.tables(id)[i].value, table.qualifier_size,
                 static_cast<std::uint32_t>(table.kind), own.count, own.first, own.last});
    }
  }

  void write_table(TableId id, DatabaseId owner) {
    const Table &table = catalog_.table(id);
    file_.run("INSERT INTO table_ VALUES (?, ?, ?, ?, ?)",
              {id.value, owner.value, table.name, table.title, table.description});
    for (const ColumnId column : catalog_.columns(id)) write_column(column, id);
    for (std::size_t i = 0; i < table.primary_key.size(); ++i) {
      file_.run("UPDATE column_ SET primary_key_position = ? WHERE id = ?",
                {i, catalog_.columns(id)[table.primary_key[i]].value});
    }
  }

  void write_column(ColumnId id, TableId owner) {
    const Column &column = catalog_.column(id);
    file_.run("INSERT INTO column_ VALUES (?, ?, ?, ?, ?, ?, NULL)",
              {id.value, owner.value, column.name, column.title, column.type, column.description});
    for (const std::string_view sample : column.samples()) {
      file_.run("INSERT INTO sample VALUES (?, ?)", {id.value, sample});
    }
    for (const std::string_view value : column.values())
      file_.run("INSERT INTO allowed_value VALUES (?, ?)", {id.value, value});
    unsigned flags = 0;
    if (!column.nullable) flags |= schema_detail::not_null_flag;
    if (column.generated) flags |= schema_detail::generated_flag;
    if (column.nested) flags |= schema_detail::nested_flag;
    if (flags != 0) file_.run("INSERT INTO column_kind VALUES (?, ?)", {id.value, flags});
  }

  void write_foreign_key(DatabaseId owner, const ForeignKey &key) {
    const auto tables = catalog_.tables(owner);
    const auto columns = catalog_.columns(tables[key.table]);
    const auto referenced = catalog_.columns(tables[key.referenced_table]);
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      file_.run("INSERT INTO foreign_key VALUES (?, ?, ?, ?)",
                {foreign_keys_, i, columns[key.columns[i]].value,
                 referenced[key.referenced_columns[i]].value});
    }
    if (key.evidence != KeyEvidence::declared) {
      file_.run("INSERT INTO key_evidence VALUES (?, ?)",
                {foreign_keys_, static_cast<std::uint32_t>(key.evidence)});
    }
    ++foreign_keys_;
  }

  SqliteConnection &file_;
  const Catalog &catalog_;
  std::size_t foreign_keys_ = 0;
};

void write_stamps(SqliteConnection &file, std::span<const FileStamp> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].path.empty()) continue;
    file.run("INSERT INTO file VALUES (?, ?, ?)", {i, files[i].path, digits(files[i].stamp)});
  }
}

SqliteConnection begin(const std::string &path) {
  SqliteConnection file(path, SqliteConnection::Access::write);
  check_owner(file, path);
  // A rollback journal keeps everything in one file, so the folder can be copied or moved between
  // runs.
  file.run("PRAGMA journal_mode = DELETE");
  file.run("PRAGMA synchronous = EXTRA");
  file.run("BEGIN IMMEDIATE");
  return file;
}

}  // namespace

void store_catalog(const std::string &path, const Catalog &catalog,
                   std::span<const StoredSegment> segments, std::span<const FileStamp> files) {
  check_segments(segments);
  if (!files.empty() && files.size() != catalog.database_count()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} files were given for {} databases",
                                                         files.size(), catalog.database_count()));
  }
  SqliteConnection file = begin(path);
  make_tables(file);
  CatalogWriter(file, catalog).write();
  for (const StoredSegment &segment : segments) {
    file.run("INSERT INTO segment VALUES (?, ?, ?, ?, ?)",
             {segment.kind, segment.file, digits(segment.fingerprint), segment.rows,
              digits(segment.embedder)});
  }
  write_stamps(file, files);
  file.run("COMMIT");
}

void store_file_stamps(const std::string &path, std::span<const FileStamp> files) {
  SqliteConnection file = begin(path);
  file.run("DELETE FROM file");
  write_stamps(file, files);
  file.run("COMMIT");
}

}  // namespace sluice::inline v0
