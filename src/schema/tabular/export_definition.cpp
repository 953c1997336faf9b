#include "export_definition.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "export_dialect.hpp"
#include "export_name.hpp"
#include "nested_fields.hpp"
#include "schema/names.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t not_there = SIZE_MAX;
// Of columns whose fields are listed: the name is a part of the name of each.
constexpr std::size_t max_parent_bytes = 512;

/// Where a table and its columns are in the definition.
struct TablePosition {
  std::size_t table = not_there;
  std::vector<std::size_t> columns;
};

/// Makes the definition of one catalog.
class CatalogDefinition {
 public:
  CatalogDefinition(ExportTables &tables, const ExportRelations &relations,
                    std::vector<TablePosition> &positions, ExportProblems &problems)
      : tables_(tables), relations_(relations), positions_(positions), problems_(problems) {}

  DatabaseDefinition make(const ExportCatalog &catalog, const std::vector<std::size_t> &members,
                          sql::Dialect dialect) {
    database_.dialect = dialect;
    if (!catalog.sources.empty()) database_.place.source = catalog.sources.front();
    const ExportTable &first = tables_.tables()[members.front()];
    const bool has_one_schema = std::ranges::all_of(members, [&](std::size_t number) {
      return tables_.tables()[number].schema == first.schema;
    });
    leaves_out_schema_ = has_one_schema && schemas_are_databases(dialect);
    if (catalog.is_named()) {
      database_.name = catalog.name;
    } else if (leaves_out_schema_ && !first.schema.empty()) {
      database_.name = first.schema;
    } else {
      database_.name = export_database_name(catalog.sources);
    }
    for (const std::size_t number : members) add_table(number);
    return std::move(database_);
  }

 private:
  void add_table(std::size_t number) {
    ExportTable &table = tables_.tables()[number];
    TableDefinition definition;
    definition.name = std::move(table.name);
    if (!leaves_out_schema_ && !is_default_schema(table.schema, database_.dialect))
      definition.qualifier = std::move(table.schema);
    definition.kind = table.kind;
    definition.description = std::move(table.description);
    const std::string full_name = definition.qualifier.empty()
                                      ? definition.name
                                      : definition.qualifier + '.' + definition.name;
    if (!full_names_.insert(full_name).second) {
      return problems_.add_single({database_.place.source},
                                  fmt::format("table {} is listed in two ways; the first is used",
                                              quote_name(definition.name)));
    }
    TablePosition &position = positions_[number];
    position.table = database_.tables.size();
    add_columns(table, definition, position.columns);
    add_primary_key(number, table, definition);
    database_.tables.push_back(std::move(definition));
  }

  void add_columns(ExportTable &table, TableDefinition &definition,
                   std::vector<std::size_t> &places) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < table.columns.size(); ++i) order.push_back(i);
    if (std::ranges::all_of(
            table.columns, [](const ExportColumn &column) { return column.ordinal.has_value(); })) {
      std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *table.columns[i].ordinal; });
    }
    places.resize(order.size());
    for (const std::size_t i : order) {
      places[i] = definition.columns.size();
      add_column(table, table.columns[i], definition);
    }
  }

  void add_column(const ExportTable &table, ExportColumn &column, TableDefinition &definition) {
    ColumnDefinition &added = definition.columns.emplace_back();
    ExportTypeContent content;
    if (column.name.size() <= max_parent_bytes)
      content = content_of_type(column.type, database_.dialect);
    added.name = column.name;
    added.type = std::move(column.type);
    added.description = std::move(column.description);
    added.values = std::move(content.values);
    added.nullable = column.nullable;
    added.generated = column.generated;
    for (ExportNestedField &field :
         merged_fields(std::move(content.fields), std::move(column.fields))) {
      std::string name = column.name + '.' + field.path;
      // ClickHouse has columns with dots in their names.
      if (table.columns_by_name.find_exact(name)) continue;
      ColumnDefinition &nested = definition.columns.emplace_back();
      nested.name = std::move(name);
      nested.type = std::move(field.type);
      nested.description = std::move(field.description);
      nested.nested = true;
    }
  }

  /// From the list of keys; or else from the columns, which may not tell the order.
  void add_primary_key(std::size_t number, const ExportTable &table, TableDefinition &definition) {
    std::vector<std::size_t> key = relations_.primary_keys[number];
    if (key.empty()) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].key_position > 0) key.push_back(i);
      }
      std::ranges::stable_sort(
          key, {}, [&](std::size_t column) { return table.columns[column].key_position; });
    }
    for (const std::size_t column : key)
      definition.primary_key.push_back(positions_[number].columns[column]);
  }

  ExportTables &tables_;
  const ExportRelations &relations_;
  std::vector<TablePosition> &positions_;
  ExportProblems &problems_;
  DatabaseDefinition database_;
  std::unordered_set<std::string> full_names_;
  bool leaves_out_schema_ = false;
};

/// Adds the foreign keys between tables of one database.
void add_export_keys(const ExportTables &tables, const ExportRelations &relations,
                     const std::vector<TablePosition> &positions,
                     const std::vector<std::size_t> &database_of,
                     std::vector<DatabaseDefinition> &databases) {
  for (const ForeignKeyDefinition &key : relations.foreign_keys) {
    const TablePosition &from = positions[key.table], &to = positions[key.referenced_table];
    const std::size_t catalog = tables.tables()[key.table].catalog;
    if (from.table == not_there || to.table == not_there ||
        tables.tables()[key.referenced_table].catalog != catalog) {
      continue;
    }
    ForeignKeyDefinition added;
    added.table = from.table;
    added.referenced_table = to.table;
    for (const std::size_t column : key.columns) added.columns.push_back(from.columns[column]);
    for (const std::size_t column : key.referenced_columns)
      added.referenced_columns.push_back(to.columns[column]);
    databases[database_of[catalog]].foreign_keys.push_back(std::move(added));
  }
}

}  // namespace

std::vector<DatabaseDefinition> export_definitions(ExportTables &tables,
                                                   const ExportRelations &relations,
                                                   const LoadOptions &options,
                                                   ExportProblems &problems) {
  const std::vector<ExportCatalog> &catalogs = tables.catalogs();
  std::vector<sql::Dialect> dialects;
  for (const ExportCatalog &catalog : catalogs)
    dialects.push_back(options.dialect ? *options.dialect : catalog.dialect.dialect());

  std::vector<std::vector<std::size_t>> members(catalogs.size());
  for (std::size_t i = 0; i < tables.tables().size(); ++i) {
    const ExportTable &table = tables.tables()[i];
    if (!table.is_left_out && !table.columns.empty() &&
        !is_system_schema(table.schema, dialects[table.catalog])) {
      members[table.catalog].push_back(i);
    }
  }
  std::vector<DatabaseDefinition> databases;
  std::vector<TablePosition> positions(tables.tables().size());
  std::vector<std::size_t> database_of(catalogs.size());
  for (std::size_t i = 0; i < catalogs.size(); ++i) {
    if (members[i].empty() || is_system_catalog(catalogs[i].name, dialects[i])) continue;
    database_of[i] = databases.size();
    CatalogDefinition catalog(tables, relations, positions, problems);
    databases.push_back(catalog.make(catalogs[i], members[i], dialects[i]));
  }
  add_export_keys(tables, relations, positions, database_of, databases);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
