#ifndef SLUICE_SPIDER_OFFICIAL_SCHEMA_HPP
#define SLUICE_SPIDER_OFFICIAL_SCHEMA_HPP

/// A schema as Spider's official evaluation script represents it: lowercase names, and groups of
/// columns that foreign keys unite.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

/// A name that a query of the official form may use: `*`, a column or a table.
using OfficialName = Id<struct OfficialNameTag>;

/// The foreign keys of one database as groups of columns.
struct OfficialForeignKeys {
  std::string database;
  /// `table.column` in lower case, and the representative column of its group.
  std::vector<std::pair<std::string, std::string>> representatives;
};

/// Reads the groups from tables.json as the script does: each pair of columns joins the first group
/// that contains either, so groups depend on the order of the pairs and are never merged; the
/// column with the lowest number represents a group. Databases are in the file's order. If
/// `databases` is not empty, databases that it does not name are skipped without reading them.
/// Throws Error(malformed).
std::vector<OfficialForeignKeys> read_official_foreign_keys(
    std::string_view tables_json, const std::string &source,
    std::span<const std::string> databases = {});

/// Groups the keys of any schema, by its order of keys and columns. O(columns + keys²).
OfficialForeignKeys official_foreign_keys(const Database &database);

class OfficialSchema;

/// The schemas of the databases in tables.json, each built on first use, since usually few are
/// used. Not thread-safe.
class OfficialSchemas {
 public:
  /// `source` names the text in error messages. Throws Error(malformed).
  OfficialSchemas(std::string_view tables_json, std::string source);

  /// The schema with its foreign keys; null if the file has no such database. Valid as long as this
  /// object. Throws Error(malformed).
  const OfficialSchema *find(std::string_view database);

 private:
  struct Entry {
    std::string database;
    JsonValue value;
    std::unique_ptr<OfficialSchema> schema;
  };
  JsonDocument document_;
  std::vector<Entry> entries_;
};

/// Immutable. Thread-safe. Finding a name costs O(tables + columns of one table).
class OfficialSchema {
 public:
  /// `*`, which is not a column of any table.
  static constexpr OfficialName all{0};

  /// A table and its columns.
  struct NamedTable {
    std::string_view name;
    std::vector<std::string_view> columns;
  };
  /// Without foreign keys, no columns are united.
  explicit OfficialSchema(const std::vector<NamedTable> &tables,
                          const OfficialForeignKeys *keys = nullptr);
  explicit OfficialSchema(const Database &database, const OfficialForeignKeys *keys = nullptr);

  /// Has the same effect as passing the keys to the constructor. Call it before any lookup.
  void group(const OfficialForeignKeys &keys);

  std::optional<OfficialName> find_table(std::string_view name) const noexcept;
  std::optional<OfficialName> find_column(OfficialName table, std::string_view name) const noexcept;
  bool is_table(OfficialName name) const noexcept { return names_[name.index()].is_table; }
  std::size_t table_count() const noexcept { return tables_.size(); }
  std::string_view table_name(std::size_t position) const noexcept {
    return names_[tables_[position].name.index()].text;
  }

  /// The table of a column; `all` if the name is not a column.
  OfficialName table_of(OfficialName column) const noexcept { return names_[column.index()].table; }
  /// The column that represents this one; itself if it is in no foreign key.
  OfficialName representative(OfficialName column) const noexcept {
    return names_[column.index()].representative;
  }
  /// A name without its table; equal for columns of different tables with the same name.
  std::string_view bare(OfficialName name) const noexcept;

 private:
  struct Name {
    std::string text;
    OfficialName table = all;
    OfficialName representative = all;
    bool is_table = false;
  };
  struct TableNames {
    OfficialName name;
    std::vector<OfficialName> columns;
  };

  OfficialName add(std::string text, OfficialName table, bool is_table);
  OfficialName find_or_add(const std::string &path);

  std::vector<Name> names_;
  std::vector<TableNames> tables_;
};

}  // namespace sluice::inline v0

#endif
