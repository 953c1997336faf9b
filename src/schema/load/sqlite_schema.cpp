#include "sqlite_schema.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "schema/names.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// An entry of sqlite_schema that may be presented as a table.
struct Relation {
  std::string name;
  bool is_view = false;
  bool is_virtual = false;
};

std::vector<Relation> relations_of(SqliteConnection &connection) {
  std::vector<Relation> relations;
  connection.query(
      "SELECT name, type = 'view', ifnull(substr(sql, 1, 15) = 'create virtual ' COLLATE NOCASE, 0) "
      "FROM main.sqlite_schema WHERE type IN ('table', 'view') "
      "AND substr(name, 1, 7) <> 'sqlite_' COLLATE NOCASE ORDER BY rowid",
      {}, [&](const SqliteRow &row) {
        relations.push_back({std::string(row.text(0)), row.integer(1) != 0, row.integer(2) != 0});
        return true;
      });
  return relations;
}

/// Whether `name` is a shadow table of the virtual table `owner`, in which the full-text and r-tree
/// modules store their data.
bool is_shadow(const std::string &name, const std::string &owner) {
  if (name.size() <= owner.size() + 1 || name[owner.size()] != '_') return false;
  if (!same_name(std::string_view(name).substr(0, owner.size()), owner)) return false;
  const std::string suffix = lower_ascii(std::string_view(name).substr(owner.size() + 1));
  for (const std::string_view known : {"config", "content", "data", "docsize", "idx", "node",
                                       "parent", "rowid", "segdir", "segments", "stat"}) {
    if (suffix == known) return true;
  }
  return false;
}

/// Tables in the file's order, or views if there are no tables.
std::vector<Relation> readable(std::vector<Relation> relations) {
  std::vector<std::string> virtual_tables;
  for (const Relation &relation : relations) {
    if (relation.is_virtual) virtual_tables.push_back(relation.name);
  }
  std::erase_if(relations, [&](const Relation &relation) {
    return relation.is_virtual ||
           std::ranges::any_of(virtual_tables, [&](const std::string &owner) {
             return is_shadow(relation.name, owner);
           });
  });
  const auto is_table = [](const Relation &relation) { return !relation.is_view; };
  if (std::ranges::any_of(relations, is_table)) std::erase_if(relations, std::not_fn(is_table));
  return relations;
}

/// A row of `PRAGMA table_xinfo`.
struct ColumnInfo {
  explicit ColumnInfo(const SqliteRow &row)
      : name(row.text(1)), type(row.text(2)), key_place(row.integer(5)) {
    constexpr std::int64_t hidden = 1, computed = 2;
    is_hidden = row.integer(6) == hidden;
    is_computed = row.integer(6) == computed;
  }

  std::string_view name;
  std::string_view type;
  std::int64_t key_place;
  bool is_hidden;
  bool is_computed;
};

/// Visits the rows of a PRAGMA about a table.
template <class Visit>
void describe(SqliteConnection &connection, std::string_view pragma, const std::string &table,
              Visit visit) {
  connection.query(fmt::format("PRAGMA main.{}({})", pragma, sql_identifier(table)), {},
                   [&](const SqliteRow &row) {
                     visit(row);
                     return true;
                   });
}

/// Reads one database's schema, table by table.
class SchemaReader {
 public:
  SchemaReader(SqliteConnection &connection, std::string name, const std::string &source,
               const LoadOptions &options)
      : connection_(connection), options_(options) {
    database_.name = std::move(name);
    database_.place.source = source;
  }

  std::shared_ptr<const Database> read() {
    for (const Relation &relation : readable(relations_of(connection_))) add_table(relation);
    if (database_.tables.empty()) fail("holds no tables");
    for (std::size_t table = 0; table < database_.tables.size(); ++table) add_foreign_keys(table);
    return Database::make(std::move(database_));
  }

 private:
  void add_table(const Relation &relation) {
    TableDefinition table;
    table.name = relation.name;
    std::vector<bool> stored;
    std::map<std::int64_t, std::size_t> key;
    describe(connection_, "table_xinfo", relation.name, [&](const SqliteRow &row) {
      const ColumnInfo info(row);
      if (info.is_hidden) return;
      if (info.key_place > 0) key[info.key_place] = table.columns.size();
      ColumnDefinition &column = table.columns.emplace_back();
      column.name = info.name;
      column.type = info.type;
      stored.push_back(!info.is_computed);
    });
    if (table.columns.empty()) fail(fmt::format("table {} has no columns", quote_name(table.name)));
    for (const auto &[place, position] : key) table.primary_key.push_back(position);
    if (!relation.is_view) read_samples(connection_, table, stored, options_);
    table_positions_.emplace(lower_ascii(table.name), database_.tables.size());
    database_.tables.push_back(std::move(table));
  }

  /// A key as SQLite lists it. Without referenced columns, it refers to the primary key.
  struct NamedKey {
    std::string table;
    std::vector<std::string> columns;
    std::vector<std::string> referenced;
  };

  void add_foreign_keys(std::size_t table) {
    std::map<std::int64_t, NamedKey, std::greater<>> keys;  // descending: SQLite lists the last key
                                                            // first
    describe(connection_, "foreign_key_list", database_.tables[table].name,
             [&](const SqliteRow &row) {
               enum Field { id = 0, referenced_table = 2, from = 3, to = 4 };
               NamedKey &key = keys[row.integer(id)];
               key.table = row.text(referenced_table);
               key.columns.emplace_back(row.text(from));
               if (!row.is_null(to)) key.referenced.emplace_back(row.text(to));
             });
    for (const auto &[id, key] : keys) {
      if (auto found = resolve(table, key)) database_.foreign_keys.push_back(std::move(*found));
    }
  }

  std::optional<ForeignKeyDefinition> resolve(std::size_t table, const NamedKey &key) const {
    const auto referenced = table_positions_.find(lower_ascii(key.table));
    if (referenced == table_positions_.end()) return std::nullopt;
    const TableDefinition &target = database_.tables[referenced->second];
    const auto columns = positions_of(key.columns, database_.tables[table]);
    const auto target_columns = key.referenced.empty() ? std::optional(target.primary_key)
                                                       : positions_of(key.referenced, target);
    if (!columns || !target_columns || columns->size() != target_columns->size()) {
      return std::nullopt;
    }
    return ForeignKeyDefinition{table, *columns, referenced->second, *target_columns};
  }

  static std::optional<std::vector<std::size_t>> positions_of(const std::vector<std::string> &names,
                                                              const TableDefinition &table) {
    std::vector<std::size_t> positions;
    for (const std::string &name : names) {
      const auto found = std::ranges::find_if(table.columns, [&](const ColumnDefinition &column) {
        return same_name(column.name, name);
      });
      if (found == table.columns.end()) return std::nullopt;
      positions.push_back(static_cast<std::size_t>(found - table.columns.begin()));
    }
    return positions;
  }

  [[noreturn]] void fail(std::string_view message) const {
    throw Error(ErrorCode::malformed, message, database_.place);
  }

  SqliteConnection &connection_;
  const LoadOptions &options_;
  DatabaseDefinition database_;
  std::unordered_map<std::string, std::size_t> table_positions_;
};

}  // namespace

std::vector<StoredTable> stored_tables(SqliteConnection &connection) {
  std::vector<StoredTable> tables;
  for (const Relation &relation : readable(relations_of(connection))) {
    if (relation.is_view) continue;
    StoredTable &table = tables.emplace_back();
    table.name = relation.name;
    describe(connection, "table_xinfo", relation.name, [&](const SqliteRow &row) {
      const ColumnInfo info(row);
      if (!info.is_hidden && !info.is_computed) table.columns.emplace_back(info.name);
    });
  }
  return tables;
}

std::shared_ptr<const Database> read_schema(SqliteConnection &connection, std::string name,
                                            const std::string &source, const LoadOptions &options) {
  return SchemaReader(connection, std::move(name), source, options).read();
}

}  // namespace sluice::inline v0::schema_detail
