#include "sqlite_schema.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "schema/ddl/view_columns.hpp"
#include "schema/ddl/view_links.hpp"
#include "schema/names.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/show.hpp"
#include "sluice/sql/ddl.hpp"
#include "text_kind.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// A table, view or virtual table of the file.
struct Relation {
  std::string name;
  TableKind kind = TableKind::table;
  std::string sql;  ///< The CREATE statement.
};

/// In the file's order, without the tables that SQLite or a virtual table uses for itself.
std::vector<Relation> relations_of(SqliteConnection &connection) {
  std::unordered_map<std::string, std::string> types;  // "table", "view", "virtual", "shadow"
  connection.query("PRAGMA main.table_list", {}, [&](const SqliteRow &row) {
    if (row.text(0) == "main") types.emplace(row.text(1), row.text(2));
    return true;
  });
  std::vector<Relation> relations;
  connection.query(
      "SELECT name, ifnull(sql, '') FROM main.sqlite_schema WHERE type IN ('table', 'view') "
      "AND substr(name, 1, 7) <> 'sqlite_' COLLATE NOCASE ORDER BY rowid",
      {}, [&](const SqliteRow &row) {
        const auto type = types.find(std::string(row.text(0)));
        if (type == types.end() || type->second == "shadow") return true;
        Relation &relation = relations.emplace_back();
        relation.name = row.text(0);
        if (type->second == "view") relation.kind = TableKind::view;
        if (type->second == "virtual") relation.kind = TableKind::virtual_table;
        relation.sql = row.text(1);
        return true;
      });
  return relations;
}

/// A row of `PRAGMA table_xinfo`.
struct ColumnInfo {
  explicit ColumnInfo(const SqliteRow &row)
      : name(row.text(1)),
        type(row.text(2)),
        is_not_null(row.integer(3) != 0),
        key_place(row.integer(5)) {
    constexpr std::int64_t hidden = 1, computed = 2, computed_and_stored = 3;
    is_hidden = row.integer(6) == hidden;
    is_computed = row.integer(6) == computed;
    is_generated = is_computed || row.integer(6) == computed_and_stored;
  }

  std::string_view name;
  std::string_view type;
  bool is_not_null;
  std::int64_t key_place;
  bool is_hidden;
  bool is_computed;   ///< When it is read.
  bool is_generated;  ///< When it is read, or when it is written.
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

/// True for errors that end the reading of the whole database.
bool is_stop(const Error &error) {
  return error.code() == ErrorCode::cancelled || error.code() == ErrorCode::limit_exceeded;
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
    const std::vector<Relation> relations = relations_of(connection_);
    if (relations.empty()) fail("holds no tables");
    for (const Relation &relation : relations) {
      if (relation.kind != TableKind::view) try_to_add(relation);
    }
    for (std::size_t table = 0; table < database_.tables.size(); ++table) add_foreign_keys(table);
    for (const Relation &relation : relations) {
      if (relation.kind == TableKind::view) try_to_add(relation);
    }
    if (database_.tables.empty()) fail(problems_.front());
    for (std::string &problem : problems_)
      skip(options_, database_.place.source, std::move(problem));
    add_views(relations);
    return Database::make(std::move(database_));
  }

 private:
  /// A broken view, or a table of a module that is not compiled in, is skipped.
  void try_to_add(const Relation &relation) {
    try {
      add_table(relation);
    } catch (const Error &error) {
      if (is_stop(error)) throw;
      problems_.push_back(fmt::format("{} {} cannot be read: {}", kind_name(relation.kind),
                                      quote_name(relation.name), error.message()));
    }
  }

  void add_table(const Relation &relation) {
    TableDefinition table;
    table.name = relation.name;
    table.kind = relation.kind;
    if (!is_utf8(table.name)) throw Error(ErrorCode::malformed, "its name is not UTF-8");
    if (relation.kind == TableKind::virtual_table) {
      add_arguments(relation.sql, table);
    } else if (relation.kind == TableKind::view) {
      add_view_columns(relation, table);
    } else {
      add_columns(relation, table);
    }
    if (table.columns.empty()) throw Error(ErrorCode::malformed, "it has no columns");
    table_positions_.emplace(lower_ascii(table.name), database_.tables.size());
    database_.tables.push_back(std::move(table));
  }

  /// The columns that a virtual table's definition names. Its module is not run: that may write.
  static void add_arguments(std::string_view sql, TableDefinition &table) {
    sql::read_ddl(sql, {.dialect = sql::Dialect::sqlite},
                  [&](sql::DdlStatement &&statement, std::size_t) {
                    const auto *create = std::get_if<sql::CreateTable>(&statement);
                    if (create == nullptr) return;
                    for (const sql::DdlColumn &column : create->columns) {
                      ColumnDefinition &added = table.columns.emplace_back();
                      added.name = column.name.text;
                      added.type = column.type.text;
                    }
                  });
  }

  /// SQLite does not describe a view over a virtual table whose module may write, or is not
  /// compiled in. The text of its query names the columns, too.
  void add_view_columns(const Relation &relation, TableDefinition &table) {
    try {
      add_columns(relation, table);
    } catch (const Error &error) {
      if (is_stop(error) || !add_columns_of_query(relation, table)) throw;
    }
  }

  /// Returns false if a name in the query is not known.
  bool add_columns_of_query(const Relation &relation, TableDefinition &table) {
    names_.update();
    table.columns.clear();
    sql::read_ddl(relation.sql, {.dialect = sql::Dialect::sqlite},
                  [&](sql::DdlStatement &&statement, std::size_t) {
                    const auto *view = std::get_if<sql::CreateView>(&statement);
                    if (view == nullptr) return;
                    ViewContent content =
                        read_view(view->query, sql::Dialect::sqlite, database_, names_);
                    if (!content.is_complete) return;
                    const bool is_listed = view->columns.size() == content.columns.size();
                    for (std::size_t i = 0; i < content.columns.size(); ++i) {
                      ColumnDefinition &column = table.columns.emplace_back();
                      column.name =
                          is_listed ? view->columns[i].name.text : content.columns[i].name;
                      column.type = content.columns[i].type;
                    }
                  });
    return !table.columns.empty();
  }

  void add_columns(const Relation &relation, TableDefinition &table) {
    std::vector<bool> stored;
    std::map<std::int64_t, std::size_t> key;
    describe(connection_, "table_xinfo", relation.name, [&](const SqliteRow &row) {
      const ColumnInfo info(row);
      if (info.is_hidden) return;
      if (!is_utf8(info.name)) {
        problems_.push_back(fmt::format("a column of table {} has a name that is not UTF-8, {}",
                                        quote_name(table.name), quote_name(info.name)));
        return;
      }
      if (info.key_place > 0) key[info.key_place] = table.columns.size();
      ColumnDefinition &column = table.columns.emplace_back();
      column.name = info.name;
      column.type = info.type;
      column.nullable = !info.is_not_null;
      column.generated = info.is_generated;
      stored.push_back(!info.is_computed);
    });
    for (const auto &[place, position] : key) table.primary_key.push_back(position);
    if (relation.kind == TableKind::table && !table.columns.empty()) {
      add_comments(relation.sql, table);
      read_samples(connection_, table, stored, options_);
    }
  }

  /// The comments behind columns, and the values that a CHECK allows.
  static void add_comments(std::string_view sql, TableDefinition &table) {
    if (sql.find("--") == sql.npos && lower_ascii(sql).find("check") == std::string::npos) return;
    const auto add = [&](const sql::DdlColumn &column) {
      const auto found =
          std::ranges::find(table.columns, column.name.text, &ColumnDefinition::name);
      if (found == table.columns.end()) return;
      found->description = column.comment;
      found->values = column.values;
    };
    sql::read_ddl(
        sql, {.dialect = sql::Dialect::sqlite}, [&](sql::DdlStatement &&statement, std::size_t) {
          const auto *create = std::get_if<sql::CreateTable>(&statement);
          if (create == nullptr) return;
          for (const sql::DdlColumn &column : create->columns) add(column);
          for (const sql::DdlAllowedValues &allowed : create->allowed_values) {
            const auto found =
                std::ranges::find(table.columns, allowed.column.text, &ColumnDefinition::name);
            if (found != table.columns.end()) found->values = allowed.values;
          }
        });
  }

  /// Where the columns of views come from, and which tables they join.
  void add_views(const std::vector<Relation> &relations) {
    ViewLinks links(database_);
    for (const Relation &relation : relations) {
      const auto found = table_positions_.find(lower_ascii(relation.name));
      if (relation.kind == TableKind::view && found != table_positions_.end())
        links.add_statement(found->second, relation.sql);
    }
    add_view_joins(database_, links.joins());
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
  DefinitionNames names_{database_};   // up to the last view that SQLite did not describe
  std::vector<std::string> problems_;  // that do not matter if there is no table
  std::unordered_map<std::string, std::size_t> table_positions_;
};

}  // namespace

std::vector<StoredTable> stored_tables(SqliteConnection &connection) {
  std::vector<StoredTable> tables;
  for (const Relation &relation : relations_of(connection)) {
    if (relation.kind != TableKind::table) continue;
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
