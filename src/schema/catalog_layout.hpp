#ifndef SLUICE_SRC_SCHEMA_CATALOG_LAYOUT_HPP
#define SLUICE_SRC_SCHEMA_CATALOG_LAYOUT_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::inline v0::schema_detail {

// The tables of catalog.sqlite. Ids are those of the catalog and count from 0.

constexpr std::int64_t catalog_format = 4;  ///< Stored in SQLite's user_version.

struct LayoutTable {
  std::string_view name;
  std::string_view sql;
  std::int64_t since = 1;  ///< The first format that has it.
};

constexpr std::array<LayoutTable, 14> catalog_layout{{
    {"meta", "CREATE TABLE meta (key TEXT NOT NULL, value TEXT NOT NULL)"},
    {"database", "CREATE TABLE database (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
                 "description TEXT NOT NULL, fingerprint TEXT NOT NULL)"},
    {"table_", "CREATE TABLE table_ (id INTEGER PRIMARY KEY, "
               "database_id INTEGER NOT NULL REFERENCES database (id), name TEXT NOT NULL, "
               "title TEXT NOT NULL, description TEXT NOT NULL)"},
    {"column_",
     "CREATE TABLE column_ (id INTEGER PRIMARY KEY, "
     "table_id INTEGER NOT NULL REFERENCES table_ (id), name TEXT NOT NULL, title TEXT NOT NULL, "
     "type TEXT NOT NULL, description TEXT NOT NULL, primary_key_position INTEGER)"},
    {"foreign_key", "CREATE TABLE foreign_key (id INTEGER NOT NULL, position INTEGER NOT NULL, "
                    "column_id INTEGER NOT NULL REFERENCES column_ (id), "
                    "referenced_column_id INTEGER NOT NULL REFERENCES column_ (id))"},
    {"sample", "CREATE TABLE sample (column_id INTEGER NOT NULL REFERENCES column_ (id), "
               "value TEXT NOT NULL)"},
    {"segment", "CREATE TABLE segment (kind TEXT NOT NULL, file TEXT NOT NULL, "
                "fingerprint TEXT NOT NULL, rows INTEGER NOT NULL, embedder TEXT NOT NULL)"},
    {"file",
     "CREATE TABLE file (database_id INTEGER PRIMARY KEY REFERENCES database (id), "
     "path TEXT NOT NULL, stamp TEXT NOT NULL)",
     3},
    // What most databases, tables and columns do not have.
    {"dialect",
     "CREATE TABLE dialect (database_id INTEGER PRIMARY KEY REFERENCES database (id), "
     "name TEXT NOT NULL)",
     4},
    {"table_kind",
     "CREATE TABLE table_kind (table_id INTEGER PRIMARY KEY REFERENCES table_ (id), "
     "qualifier_size INTEGER NOT NULL, kind INTEGER NOT NULL, members INTEGER NOT NULL, "
     "first TEXT NOT NULL, last TEXT NOT NULL)",
     4},
    {"column_kind",
     "CREATE TABLE column_kind (column_id INTEGER PRIMARY KEY REFERENCES column_ "
     "(id), flags INTEGER NOT NULL)",
     4},
    {"allowed_value",
     "CREATE TABLE allowed_value (column_id INTEGER NOT NULL REFERENCES column_ "
     "(id), value TEXT NOT NULL)",
     4},
    {"key_evidence",
     "CREATE TABLE key_evidence (foreign_key_id INTEGER PRIMARY KEY, evidence INTEGER NOT NULL)",
     4},
    {"origin",
     "CREATE TABLE origin (column_id INTEGER NOT NULL REFERENCES column_ (id), "
     "source_column_id INTEGER NOT NULL REFERENCES column_ (id))",
     4},
}};

/// Bits of column_kind.flags.
enum ColumnFlag : std::uint8_t { not_null_flag = 1, generated_flag = 2, nested_flag = 4 };

/// The table of segments in format 1, which did not support vectors.
constexpr LayoutTable segment_of_format_1{
    "segment",
    "CREATE TABLE segment (kind TEXT NOT NULL, file TEXT NOT NULL, fingerprint TEXT NOT NULL)"};

/// Whether a segment's file name stays inside the catalog's folder.
constexpr bool is_plain_name(std::string_view file) {
  return !file.empty() && file != "." && file != ".." &&
         file.find_first_of(std::string_view("/\\\0", 3)) == file.npos;
}

}  // namespace sluice::inline v0::schema_detail

#endif
