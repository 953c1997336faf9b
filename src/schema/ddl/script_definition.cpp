#include "script_definition.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "nested_columns.hpp"
#include "schema/default_schema.hpp"
#include "schema/names.hpp"
#include "script_cleaning.hpp"
#include "script_names.hpp"
#include "sluice/core/ascii.hpp"
#include "view_columns.hpp"
#include "view_links.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Views may select from views that are defined later.
constexpr int max_view_passes = 8;
constexpr std::size_t max_database_columns = std::size_t{1} << 22;
constexpr std::size_t nowhere = SIZE_MAX;

template <class Column>
std::size_t position_of(const std::vector<Column> &columns, std::string_view name) {
  const auto exact = std::ranges::find(columns, name, &Column::name);
  if (exact != columns.end()) return static_cast<std::size_t>(exact - columns.begin());
  const auto similar = std::ranges::find_if(
      columns, [&](const Column &column) { return same_name(column.name, name); });
  return similar != columns.end() ? static_cast<std::size_t>(similar - columns.begin()) : nowhere;
}

class DefinitionMaker {
 public:
  DefinitionMaker(ScriptCatalog &script, std::string name) : script_(script) {
    database_.name = std::move(name);
    database_.description = script.comment();
    database_.dialect = script.dialect();
  }

  DatabaseDefinition make() {
    std::vector<ScriptTable> &tables = script_.tables();
    positions_.assign(tables.size(), nowhere);
    leave_out_used_database(script_);
    drop_shadow_tables(script_);
    fold_partitions();
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (!tables[i].is_dropped && !tables[i].parent && !tables[i].from_query) add_table(i);
    }
    add_views();
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (positions_[i] != nowhere) add_primary_key(i);
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (positions_[i] != nowhere) add_foreign_keys(i);
    }
    add_view_joins(database_, joins_);
    return std::move(database_);
  }

 private:
  void report(const ScriptTable &table, std::string reason) {
    script_.problems().push_back({table.script, table.line, std::move(reason)});
  }

  /// Gives a table the keys of its partitions, and counts them.
  void fold_partitions() {
    std::vector<ScriptTable> &tables = script_.tables();
    members_.resize(tables.size());
    for (ScriptTable &child : tables) {
      if (!child.parent || child.is_dropped) continue;
      std::size_t root = *child.parent;
      for (int step = 0; step < 16 && tables[root].parent; ++step) root = *tables[root].parent;
      if (tables[root].is_dropped || tables[root].parent) {
        child.parent.reset();
        continue;
      }
      MembersDefinition &members = members_[root];
      const std::string &name = child.name.back();
      if (members.count == 0 || name < members.first) members.first = name;
      if (members.count == 0 || name > members.last) members.last = name;
      ++members.count;
      for (sql::DdlForeignKey &key : child.foreign_keys) {
        const auto same = [&](const sql::DdlForeignKey &other) {
          return other.columns == key.columns && other.reference.table == key.reference.table;
        };
        if (std::ranges::none_of(tables[root].foreign_keys, same))
          tables[root].foreign_keys.push_back(std::move(key));
      }
      tables[root].kind = TableKind::family;
    }
  }

  std::string qualifier_of(const ScriptTable &table) const {
    const std::string_view standard = default_schema(script_.dialect());
    if (table.name.size() == 2 && same_name(table.name[0], standard)) return {};
    const bool unsure = script_.dialect() == sql::Dialect::permissive && table.name.size() == 2;
    if (unsure && (same_name(table.name[0], "public") || same_name(table.name[0], "dbo")))
      return {};
    std::string qualifier;
    for (std::size_t i = 0; i + 1 < table.name.size(); ++i) {
      if (i > 0) qualifier += '.';
      qualifier += table.name[i];
    }
    return qualifier;
  }

  TableDefinition start_of(const ScriptTable &table, std::size_t number) {
    TableDefinition definition;
    definition.name = table.name.back();
    definition.qualifier = qualifier_of(table);
    definition.title = table.title;
    definition.description = table.comment;
    definition.kind = table.kind;
    definition.members = members_[number];
    return definition;
  }

  void add_table(std::size_t number) {
    ScriptTable &table = script_.tables()[number];
    TableDefinition definition = start_of(table, number);
    for (ScriptColumn &column : table.columns) add_column(definition, column, table.name);
    const std::size_t columns = definition.columns.size();
    keep_distinct(definition);
    if (definition.columns.size() < columns) {
      report(table, fmt::format("table {} has several columns of one name; the first is used",
                                quote_name(definition.name)));
    }
    add(std::move(definition), number);
  }

  void add_primary_key(std::size_t number) {
    const ScriptTable &table = script_.tables()[number];
    TableDefinition &definition = database_.tables[positions_[number]];
    for (const std::string &name : table.primary_key) {
      const std::size_t position = position_of(definition.columns, name);
      if (position == nowhere) {
        report(table,
               fmt::format("the primary key of table {} names column {}, which is not defined",
                           quote_name(definition.name), quote_name(name)));
        continue;
      }
      if (std::ranges::find(definition.primary_key, position) == definition.primary_key.end())
        definition.primary_key.push_back(position);
    }
  }

  void add(TableDefinition definition, std::size_t number) {
    columns_ += definition.columns.size();
    if (columns_ > max_database_columns) {
      columns_ -= definition.columns.size();
      return report(script_.tables()[number], "the script defines too many columns");
    }
    if (!names_.insert(definition.qualifier + '\0' + definition.name).second) {
      return report(
          script_.tables()[number],
          fmt::format("table {} is defined twice; the first is used", quote_name(definition.name)));
    }
    positions_[number] = database_.tables.size();
    database_.tables.push_back(std::move(definition));
  }

  void add_column(TableDefinition &table, ScriptColumn &column, const NameParts &name) {
    sql::DdlColumn &source = column.definition;
    ColumnDefinition &added = table.columns.emplace_back();
    added.name = column.name;
    added.title = std::move(column.title);
    added.type = type_text(source.type);
    added.description = std::move(source.comment);
    added.samples = std::move(column.samples);
    added.values =
        !source.values.empty() ? std::move(source.values) : std::move(source.type.values);
    if (added.values.empty()) added.values = script_.types().values_of(source.type, name);
    added.nullable = !source.not_null && !is_not_null(source.type, name);
    added.generated = source.generated;
    add_nested(source.type, table.columns);
  }

  /// Without the schema in which the engine finds types anyway.
  std::string type_text(const sql::DdlType &type) const {
    const std::string_view standard = default_schema(script_.dialect());
    const bool is_standard =
        type.name.size() == 2 && !standard.empty() && same_name(type.name[0].text, standard) &&
        type.text.size() > standard.size() + 1 && type.text[standard.size()] == '.';
    return is_standard ? type.text.substr(standard.size() + 1) : type.text;
  }

  /// Whether the type is a domain without NULL.
  bool is_not_null(const sql::DdlType &type, const NameParts &table) const {
    const sql::CreateType *const found = script_.types().find(type.name, table);
    // An array of a domain may be NULL.
    return found != nullptr && found->not_null && !type.text.ends_with(']');
  }

  void add_foreign_keys(std::size_t number) {
    const ScriptTable &table = script_.tables()[number];
    for (const sql::DdlForeignKey &key : table.foreign_keys) {
      const std::string problem = add_foreign_key(number, key);
      if (problem.empty()) continue;
      report(table,
             fmt::format("a foreign key of table {} {}", quote_name(table.name.back()), problem));
    }
  }

  /// Of the column with that name, now or when the key was written.
  std::size_t key_column(const ScriptTable &table, const std::vector<ColumnDefinition> &columns,
                         const sql::NamePart &written) const {
    const std::string name = script_.stored(written);
    const std::size_t position = position_of(columns, name);
    if (position != nowhere) return position;
    for (const auto &[old, renamed] : table.renamed_columns) {
      if (same_name(old, name)) return position_of(columns, renamed);
    }
    return nowhere;
  }

  /// Returns what is wrong; empty if nothing is.
  std::string add_foreign_key(std::size_t number, const sql::DdlForeignKey &key) {
    const ScriptTable &table = script_.tables()[number];
    auto referenced = script_.find(key.reference.table, table);
    if (referenced && script_.tables()[*referenced].parent)
      referenced = script_.tables()[*referenced].parent;
    if (!referenced || positions_[*referenced] == nowhere) {
      return fmt::format("refers to table {}, which is not defined",
                         quote_name(key.reference.table.back().text));
    }
    ForeignKeyDefinition added;
    added.table = positions_[number];
    added.referenced_table = positions_[*referenced];
    const TableDefinition &from = database_.tables[added.table];
    const TableDefinition &to = database_.tables[added.referenced_table];
    for (const sql::NamePart &name : key.columns) {
      added.columns.push_back(key_column(table, from.columns, name));
      if (added.columns.back() == nowhere)
        return fmt::format("names column {}, which is not defined", quote_name(name.text));
    }
    for (const sql::NamePart &name : key.reference.columns) {
      added.referenced_columns.push_back(
          key_column(script_.tables()[*referenced], to.columns, name));
      if (added.referenced_columns.back() == nowhere) {
        return fmt::format("refers to column {} of table {}, which is not defined",
                           quote_name(name.text), quote_name(to.name));
      }
    }
    if (key.reference.columns.empty()) added.referenced_columns = to.primary_key;
    if (added.columns.empty() || added.columns.size() != added.referenced_columns.size())
      return fmt::format("does not fit the key of table {}", quote_name(to.name));
    database_.foreign_keys.push_back(std::move(added));
    return {};
  }

  void add_views() {
    std::vector<ScriptTable> &tables = script_.tables();
    DefinitionNames names(database_);
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (tables[i].from_query && !tables[i].is_dropped) waiting.push_back(i);
    }
    for (int pass = 1; !waiting.empty(); ++pass) {
      const std::size_t before = waiting.size();
      std::erase_if(waiting, [&](std::size_t view) {
        names.enter(tables[view].query_schema);
        ViewContent content = read_view(tables[view].query, script_.dialect(), database_, names);
        const bool last = pass == max_view_passes;
        if (!content.is_complete && !last) return false;
        add_view(view, std::move(content));
        names.update();
        return true;
      });
      // What no pass resolves is added as it is, in the next.
      if (waiting.size() == before && pass < max_view_passes) pass = max_view_passes - 1;
    }
  }

  void add_view(std::size_t number, ViewContent content) {
    ScriptTable &view = script_.tables()[number];
    TableDefinition definition = start_of(view, number);
    std::vector<ScriptColumn> listed = std::move(view.columns);
    // Columns that the definition lists are all of them, those that only COMMENT names are not.
    const bool is_listed = view.lists_columns && listed.size() == content.columns.size();
    if (view.lists_columns && !is_listed) content.columns.clear();
    for (std::size_t i = 0; i < content.columns.size(); ++i) {
      ViewColumn &shown = content.columns[i];
      ColumnDefinition &column = definition.columns.emplace_back();
      column.name = is_listed ? listed[i].name : std::move(shown.name);
      column.type = std::move(shown.type);
      if (shown.origin) {
        definition.origins.push_back({i, shown.origin->first, shown.origin->second});
        column.values = database_.tables[shown.origin->first].columns[shown.origin->second].values;
      }
    }
    for (ScriptColumn &column : listed) {
      const std::size_t position = position_of(definition.columns, column.name);
      if (position == nowhere) {
        add_column(definition, column, view.name);
      } else {
        definition.columns[position].description = std::move(column.definition.comment);
        definition.columns[position].nullable = !column.definition.not_null;
        if (!column.definition.type.text.empty())
          definition.columns[position].type = std::move(column.definition.type.text);
      }
    }
    keep_distinct(definition);
    add_fields(definition);
    if (definition.columns.empty())
      report(view, fmt::format("the columns of {} are unknown", quote_name(definition.name)));
    add(std::move(definition), number);
    // The query of a table says how it was filled once.
    if (view.kind == TableKind::table) database_.tables.back().origins.clear();
    joins_.insert(joins_.end(), content.joins.begin(), content.joins.end());
  }

  /// Adds the fields of nested columns that a view shows behind them.
  void add_fields(TableDefinition &view) const {
    std::vector<ColumnDefinition> columns;
    std::vector<OriginDefinition> origins;
    std::size_t next = 0;  // among the origins, which are in the order of the columns
    for (std::size_t i = 0; i < view.columns.size(); ++i) {
      const std::size_t at = columns.size();
      columns.push_back(std::move(view.columns[i]));
      if (next == view.origins.size() || view.origins[next].column != i) continue;
      const OriginDefinition origin = view.origins[next++];
      origins.push_back({at, origin.source_table, origin.source_column});
      const auto &shown = database_.tables[origin.source_table].columns;
      const std::string parent = shown[origin.source_column].name + '.';
      for (std::size_t j = origin.source_column + 1; j < shown.size(); ++j) {
        if (!shown[j].nested || !shown[j].name.starts_with(parent)) break;
        if (columns.size() >= max_script_columns) break;
        origins.push_back({columns.size(), origin.source_table, j});
        ColumnDefinition &field = columns.emplace_back();
        field.name = columns[at].name + '.' + shown[j].name.substr(parent.size());
        field.type = shown[j].type;
        field.nested = true;
      }
    }
    view.columns = std::move(columns);
    view.origins = std::move(origins);
  }

  /// Of two columns with the same name, a query finds the first.
  static void keep_distinct(TableDefinition &table) {
    std::unordered_set<std::string> seen;
    std::vector<ColumnDefinition> kept;
    std::vector<std::size_t> places(table.columns.size(), nowhere);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (!seen.insert(table.columns[i].name).second) continue;
      places[i] = kept.size();
      kept.push_back(std::move(table.columns[i]));
    }
    std::erase_if(table.origins, [&](OriginDefinition &origin) {
      origin.column = places[origin.column];
      return origin.column == nowhere;
    });
    table.columns = std::move(kept);
  }

  ScriptCatalog &script_;
  DatabaseDefinition database_;
  std::vector<std::size_t> positions_;  // of the script's tables in the database
  std::vector<MembersDefinition> members_;
  std::size_t columns_ = 0;
  std::unordered_set<std::string> names_;
  std::vector<ViewJoin> joins_;
};

}  // namespace

DatabaseDefinition definition_of(ScriptCatalog &script, std::string name) {
  return DefinitionMaker(script, std::move(name)).make();
}

}  // namespace sluice::inline v0::schema_detail
