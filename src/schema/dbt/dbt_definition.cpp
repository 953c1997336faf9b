#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dbt_project.hpp"
#include "schema/default_schema.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_described_sources = 16;

using DbtPositions = std::vector<std::size_t>;

/// Positions of relations, and of columns in them.
struct DbtKey {
  std::size_t relation = 0;
  DbtPositions columns;
  std::size_t target = 0;
  DbtPositions target_columns;
  const DbtRule *rule = nullptr;
};

/// Where a relation is in the result.
struct DbtPlace {
  std::size_t database = 0;
  std::size_t table = 0;
};

class DbtDefinitionMaker {
 public:
  DbtDefinitionMaker(DbtProject &project, const std::string &name, const Place &place,
                     const LoadOptions &options)
      : project_(project),
        relations_(project.relations()),
        name_(name),
        place_(place),
        dialect_(options.dialect.value_or(project.dialect.value_or(sql::Dialect::permissive))),
        primary_keys_(relations_.size()),
        places_(relations_.size()) {}

  std::vector<DatabaseDefinition> make() {
    for (DbtRelation &relation : relations_)
      relation.columns.nest(dialect_ == sql::Dialect::bigquery);
    for (std::size_t i = 0; i < relations_.size(); ++i) apply_rules(i);
    for (std::size_t i = 0; i < relations_.size(); ++i) resolve_keys(i);
    for (std::size_t i = 0; i < relations_.size(); ++i) add_table(i);
    for (const DbtKey &key : keys_) add_foreign_key(key);
    return std::move(databases_);
  }

 private:
  /// The positions of columns. Those that only a test names are added, unless the warehouse's are
  /// known.
  std::optional<DbtPositions> positions_of(DbtRelation &relation,
                                           const std::vector<std::string> &names,
                                           const DbtRule *rule) {
    DbtPositions positions;
    for (const std::string &name : names) {
      std::optional<std::size_t> place = relation.columns.find(name);
      if (!place && relation.columns.are_actual()) {
        if (rule != nullptr) {
          project_.report(rule->where,
                          fmt::format("names column {} of {}, which the catalog does not have",
                                      quote_name(name), quote_name(relation.name.name)));
        }
        return std::nullopt;
      }
      if (!place) place = relation.columns.add(name);
      if (std::ranges::find(positions, *place) == positions.end()) positions.push_back(*place);
    }
    if (positions.size() != names.size()) return std::nullopt;
    return positions;
  }

  /// Applies what rules say about the relation itself.
  void apply_rules(std::size_t number) {
    DbtRelation &relation = relations_[number];
    std::unordered_set<std::size_t> unique;
    DbtPositions declared;
    DbtPositions combination;
    for (const DbtRule &rule : relation.rules) {
      if (rule.kind == DbtRuleKind::foreign_key) continue;
      const auto columns = positions_of(relation, rule.columns, &rule);
      if (!columns) continue;
      switch (rule.kind) {
        case DbtRuleKind::primary_key:
          if (declared.empty()) declared = *columns;
          break;
        case DbtRuleKind::unique:
          if (columns->size() == 1) unique.insert(columns->front());
          if (columns->size() > 1 && combination.empty()) combination = *columns;
          break;
        case DbtRuleKind::not_null:
          for (const std::size_t column : *columns) relation.columns[column].nullable = false;
          break;
        case DbtRuleKind::accepted_values:
          if (relation.columns[columns->front()].values.empty())
            relation.columns[columns->front()].values = rule.values;
          break;
        case DbtRuleKind::foreign_key: break;
      }
    }
    if (declared.empty()) declared = unique_key(relation, unique);
    if (declared.empty()) declared = std::move(combination);
    if (declared.empty()) declared = inferred_key(relation, unique);
    primary_keys_[number] = std::move(declared);
  }

  /// The first column without nulls or repetitions; empty if there is none.
  static DbtPositions unique_key(DbtRelation &relation,
                                 const std::unordered_set<std::size_t> &unique) {
    DbtPositions key;
    for (const std::size_t column : unique) {
      if (!relation.columns[column].nullable && (key.empty() || column < key.front()))
        key = {column};
    }
    return key;
  }

  /// dbt lists all columns that are unique by themselves.
  DbtPositions inferred_key(DbtRelation &relation, const std::unordered_set<std::size_t> &unique) {
    DbtPositions key =
        positions_of(relation, relation.inferred_key, nullptr).value_or(DbtPositions());
    const bool are_keys =
        std::ranges::all_of(key, [&](std::size_t column) { return unique.contains(column); });
    if (are_keys && key.size() > 1) key.resize(1);
    return key;
  }

  void resolve_keys(std::size_t number) {
    for (const DbtRule &rule : relations_[number].rules) {
      if (rule.kind != DbtRuleKind::foreign_key) continue;
      const std::optional<std::size_t> target = target_of(relations_[number], rule);
      if (!target) continue;
      DbtKey key{number, {}, *target, primary_keys_[*target], &rule};
      if (!rule.target_columns.empty()) {
        const auto columns = positions_of(relations_[*target], rule.target_columns, &rule);
        if (!columns) continue;
        key.target_columns = *columns;
      }
      const auto columns = positions_of(relations_[number], rule.columns, &rule);
      if (!columns) continue;
      key.columns = *columns;
      if (key.columns.size() != key.target_columns.size()) {
        project_.report(rule.where, fmt::format("does not fit the key of {}",
                                                quote_name(relations_[*target].name.name)));
        continue;
      }
      const bool is_trivial = key.target == number && key.columns == key.target_columns;
      if (!is_trivial) keys_.push_back(std::move(key));
    }
  }

  std::optional<std::size_t> target_of(const DbtRelation &relation, const DbtRule &rule) {
    if (rule.target_relation) return rule.target_relation;
    if (const auto reference = read_reference(rule.target)) {
      const DbtResource *resource = project_.resolve(*reference, project_.project_name);
      if (resource != nullptr && resource->relation) return resource->relation;
    } else if (auto name = read_relation_name(rule.target)) {
      if (name->schema.empty()) name->schema = relation.name.schema;
      if (name->database.empty()) name->database = relation.name.database;
      if (const auto found = project_.find_relation(*name)) return found;
    }
    project_.report(rule.where, fmt::format("refers to {}, which is not a table of the project",
                                            quote_name(rule.target)));
    return std::nullopt;
  }

  void add_table(std::size_t number) {
    DbtRelation &relation = relations_[number];
    const std::size_t database = database_of(relation);
    TableDefinition table;
    table.name = relation.name.name;
    table.qualifier = qualifier_of(relation, database);
    if (!claim_name(database, table)) {
      // It may be in the default schema, beside one whose schema is unknown.
      table.qualifier = relation.name.schema;
      if (table.qualifier.empty() || !claim_name(database, table)) {
        return project_.report(
            place_.source, fmt::format("describes table {} twice", quote_name(relation.name.name)));
      }
    }
    table.kind = relation.kind;
    table.members = std::move(relation.members);
    table.description = std::move(relation.description);
    if (table.description.empty()) table.description = std::move(relation.comment);
    table.columns = relation.columns.take();
    table.primary_key = std::move(primary_keys_[number]);
    places_[number] = {database, databases_[database].tables.size()};
    databases_[database].tables.push_back(std::move(table));
  }

  std::size_t database_of(const DbtRelation &relation) {
    const std::string &name = relation.name.database.empty() ? name_ : relation.name.database;
    const auto [known, fresh] = by_name_.emplace(lower_ascii(name), databases_.size());
    if (fresh) {
      DatabaseDefinition &added = databases_.emplace_back();
      added.name = name;
      added.place = place_;
      added.dialect = dialect_;
      sources_.emplace_back();
    }
    describe(known->second, relation);
    return known->second;
  }

  /// A database is described by the sources in it.
  void describe(std::size_t database, const DbtRelation &relation) {
    std::unordered_set<std::string_view> &known = sources_[database];
    if (!relation.source || known.size() == max_described_sources) return;
    const std::string &text = project_.source_descriptions[*relation.source];
    if (!known.insert(text).second) return;
    std::string &description = databases_[database].description;
    if (!description.empty()) description += '\n';
    description += text;
  }

  /// The schema, unless it is the one where the engine looks for names without a schema. The
  /// warehouse's spelling is used if it is known.
  std::string qualifier_of(const DbtRelation &relation, std::size_t database) {
    const std::string &schema = relation.name.schema;
    if (is_default(schema)) return {};
    const auto [spelled, fresh] =
        schemas_.emplace(fmt::format("{}.{}", database, lower_ascii(schema)), schema);
    return relation.is_actual ? schema : spelled->second;
  }

  /// Without a known engine, any of the usual names.
  bool is_default(std::string_view schema) const {
    if (dialect_ != sql::Dialect::permissive) return same_name(schema, default_schema(dialect_));
    return same_name(schema, "public") || same_name(schema, "main") || same_name(schema, "dbo");
  }

  /// Whether no other table has the name, with its qualifier.
  bool claim_name(std::size_t database, const TableDefinition &table) {
    std::string name = fmt::format("{}.{}", database, table.qualifier);
    if (!table.qualifier.empty()) name += '.';
    return names_.insert(name + table.name).second;
  }

  void add_foreign_key(const DbtKey &key) {
    const std::optional<DbtPlace> &from = places_[key.relation];
    const std::optional<DbtPlace> &to = places_[key.target];
    if (!from || !to) return;
    if (from->database != to->database) {
      return project_.report(key.rule->where,
                             fmt::format("refers to {} in another database",
                                         quote_name(relations_[key.target].name.name)));
    }
    databases_[from->database].foreign_keys.push_back(
        {from->table, key.columns, to->table, key.target_columns,
         key.rule->is_declared ? KeyEvidence::declared : KeyEvidence::tested});
  }

  DbtProject &project_;
  std::vector<DbtRelation> &relations_;
  const std::string &name_;
  const Place &place_;
  sql::Dialect dialect_;
  std::vector<DbtPositions> primary_keys_;  // by relation
  std::vector<DbtKey> keys_;
  std::vector<std::optional<DbtPlace>> places_;  // by relation
  std::vector<DatabaseDefinition> databases_;
  std::vector<std::unordered_set<std::string_view>> sources_;  // descriptions, by database
  std::unordered_map<std::string, std::size_t> by_name_;       // databases, in lower case
  std::unordered_map<std::string, std::string> schemas_;       // spelling of those in lower case
  std::unordered_set<std::string> names_;                      // of tables, with their databases
};

}  // namespace

std::vector<DatabaseDefinition> definitions_of(DbtProject &project, const std::string &name,
                                               const Place &place, const LoadOptions &options) {
  return DbtDefinitionMaker(project, name, place, options).make();
}

}  // namespace sluice::inline v0::schema_detail
