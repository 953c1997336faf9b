#ifndef SLUICE_SPIDER_OFFICIAL_SCHEMA_HPP
#define SLUICE_SPIDER_OFFICIAL_SCHEMA_HPP

/// A schema as Spider's official evaluation script knows it: names in lower case and groups of
/// columns that are one through foreign keys.

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

namespace sluice {

/// A name that a query of the official form may mean: `*`, a column or a table.
using OfficialName = Id<struct OfficialNameTag>;

/// The foreign keys of one database, by groups.
struct OfficialForeignKeys {
  std::string database;
  /// `table.column` in lower case, and the column that stands for its group.
  std::vector<std::pair<std::string, std::string>> representatives;
};

/// Reads them from tables.json in the script's way: each pair of columns joins the first group that
/// has one of both, so that groups depend on the order of the pairs and are never united; the
/// column with the lowest number stands for a group. Databases in the file's order; where
/// `databases` names some, the file's others are passed over unread. Throws Error(malformed).
std::vector<OfficialForeignKeys> read_official_foreign_keys(
    std::string_view tables_json, const std::string &source,
    std::span<const std::string> databases = {});

/// The same of a schema from anywhere, by its order of keys and columns. O(columns + keys²).
OfficialForeignKeys official_foreign_keys(const Database &database);

class OfficialSchema;

/// The schema of each database of tables.json, made when it is first asked for: of many schemas few
/// are used. One thread at a time.
class OfficialSchemas {
 public:
  /// `source` names the text in errors. Throws Error(malformed).
  OfficialSchemas(std::string_view tables_json, std::string source);

  /// With its foreign keys; null where the file has no such database. Valid as long as this lives.
  /// Throws Error(malformed).
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

/// Immutable; any threads at once. Finding a name costs O(tables + columns of one).
class OfficialSchema {
 public:
  /// `*`, which is no column of any table.
  static constexpr OfficialName all{0};

  /// A table and its columns.
  struct NamedTable {
    std::string_view name;
    std::vector<std::string_view> columns;
  };
  /// Without foreign keys, no columns are one.
  explicit OfficialSchema(const std::vector<NamedTable> &tables,
                          const OfficialForeignKeys *keys = nullptr);
  explicit OfficialSchema(const Database &database, const OfficialForeignKeys *keys = nullptr);

  /// As if it had been made with them. Before anything was looked up.
  void group(const OfficialForeignKeys &keys);

  std::optional<OfficialName> find_table(std::string_view name) const noexcept;
  std::optional<OfficialName> find_column(OfficialName table, std::string_view name) const noexcept;
  bool is_table(OfficialName name) const noexcept { return names_[name.index()].is_table; }
  std::size_t table_count() const noexcept { return tables_.size(); }
  std::string_view table_name(std::size_t position) const noexcept {
    return names_[tables_[position].name.index()].text;
  }

  /// The table of a column; `all` for what is no column.
  OfficialName table_of(OfficialName column) const noexcept { return names_[column.index()].table; }
  /// The column that stands for this one; itself where no foreign key has it.
  OfficialName representative(OfficialName column) const noexcept {
    return names_[column.index()].representative;
  }
  /// A name without its table: equal columns of different tables have equal ones.
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

}  // namespace sluice

#endif
