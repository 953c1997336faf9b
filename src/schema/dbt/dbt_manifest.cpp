#include "dbt_manifest.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dbt_json.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Of what a test depends on.
constexpr std::size_t max_dependencies = 16;

/// The names that adapters of dbt have and dialects do not.
struct AdapterDialect {
  std::string_view adapter;
  sql::Dialect dialect;
};
constexpr AdapterDialect adapter_dialects[] = {
    {"athena", sql::Dialect::trino},
    {"dremio", sql::Dialect::permissive},
    {"fabric", sql::Dialect::sqlserver},
    {"fabricspark", sql::Dialect::spark},
    {"glue", sql::Dialect::spark},
    {"greenplum", sql::Dialect::postgresql},
    {"materialize", sql::Dialect::postgresql},
    {"risingwave", sql::Dialect::postgresql},
    {"doris", sql::Dialect::mysql},
    {"starrocks", sql::Dialect::mysql},
    {"singlestore", sql::Dialect::mysql},
    {"tidb", sql::Dialect::mysql},
    {"ibmdb2", sql::Dialect::db2},
};

std::optional<sql::Dialect> dialect_of_adapter(std::string_view adapter) {
  if (adapter.empty()) return std::nullopt;
  for (const AdapterDialect &known : adapter_dialects) {
    if (known.adapter == adapter) return known.dialect;
  }
  return sql::find_dialect(adapter).value_or(sql::Dialect::permissive);
}

TableKind materialized_kind(std::string_view materialized) {
  if (materialized == "view") return TableKind::view;
  if (materialized == "materialized_view" || materialized == "dynamic_table" ||
      materialized == "materializedview") {
    return TableKind::materialized_view;
  }
  return TableKind::table;
}

class ManifestReader {
 public:
  ManifestReader(const std::string &path, DbtProject &project) : path_(path), project_(project) {}

  void read(JsonValue manifest) {
    if (const auto metadata = typed_member(manifest, "metadata", JsonKind::object)) {
      if (!project_.dialect)
        project_.dialect = dialect_of_adapter(member_text(*metadata, "adapter_type"));
      if (project_.project_name.empty())
        project_.project_name = member_text(*metadata, "project_name");
    }
    each(manifest, "docs", [&](std::string_view, JsonValue doc) {
      project_.docs.add(member_text(doc, "package_name"), member_text(doc, "name"),
                        member_text(doc, "block_contents"));
    });
    each(manifest, "nodes", [&](std::string_view id, JsonValue node) { add_node(id, node); });
    each(manifest, "sources", [&](std::string_view id, JsonValue node) { add_source(id, node); });
    each(manifest, "disabled", [&](std::string_view id, JsonValue nodes) {
      if (project_.find(id) != nullptr || !nodes.is(JsonKind::array) || nodes.size() == 0) return;
      project_.add(id, resource_of(*nodes.begin()));
    });
    // Tests may come before what they are about.
    each(manifest, "nodes", [&](std::string_view id, JsonValue node) {
      if (member_text(node, "resource_type") == "test") add_test(id, node);
    });
  }

 private:
  template <class Visit>
  static void each(JsonValue object, std::string_view key, Visit visit) {
    const auto members = typed_member(object, key, JsonKind::object);
    if (members) members->each_member(visit);
  }

  std::string where(std::string_view id) const { return fmt::format("{}: {}", path_, id); }

  void add_node(std::string_view id, JsonValue node) {
    const std::string_view type = member_text(node, "resource_type");
    if (type == "source") return add_source(id, node);
    if (type != "model" && type != "seed" && type != "snapshot") return;
    const auto config = typed_member(node, "config", JsonKind::object);
    const std::string_view materialized =
        config ? member_text(*config, "materialized") : std::string_view();
    DbtResource resource = resource_of(node);
    if (const auto version = node.find("version")) resource.version = scalar_text(*version);
    if (const auto latest = node.find("latest_version"))
      resource.is_latest = resource.version == scalar_text(*latest);
    if (materialized != "ephemeral") {
      resource.relation = relation_of(id, node, "alias", materialized_kind(materialized));
      if (resource.relation && config) add_types(project_[*resource.relation], *config);
    }
    project_.add(id, std::move(resource));
  }

  void add_source(std::string_view id, JsonValue node) {
    DbtResource resource = resource_of(node);
    resource.source = member_text(node, "source_name");
    const bool is_external = typed_member(node, "external", JsonKind::object).has_value();
    resource.relation =
        relation_of(id, node, "identifier", is_external ? TableKind::external : TableKind::table);
    if (resource.relation) {
      const std::string_view description = trimmed(member_text(node, "source_description"));
      DbtRelation &relation = project_[*resource.relation];
      if (!description.empty() && !relation.source) relation.source = described_source(description);
    }
    project_.add(id, std::move(resource));
  }

  /// Tables of one source follow each other.
  std::size_t described_source(std::string_view description) {
    std::vector<std::string> &all = project_.source_descriptions;
    if (all.empty() || all.back() != description) all.emplace_back(description);
    return all.size() - 1;
  }

  static DbtResource resource_of(JsonValue node) {
    DbtResource resource;
    resource.package = member_text(node, "package_name");
    resource.name = member_text(node, "name");
    return resource;
  }

  /// Adds the relation of a node, with all that the node says about it.
  std::optional<std::size_t> relation_of(std::string_view id, JsonValue node,
                                         std::string_view name_key, TableKind kind) {
    std::optional<std::size_t> number = project_.find_actual(id);
    if (!number) {
      const std::string_view written = member_text(node, "relation_name");
      std::optional<DbtName> name = read_relation_name(written);
      if (!name) {
        name = DbtName{std::string(member_text(node, "database")),
                       std::string(member_text(node, "schema")),
                       std::string(member_text(node, name_key))};
        if (name->name.empty()) name->name = member_text(node, "name");
      }
      if (name->name.empty()) {
        project_.report(where(id), "has no name of a table");
        return std::nullopt;
      }
      const bool is_quoted = !written.empty() && !is_ascii_letter(written.back()) &&
                             !is_ascii_digit(written.back()) && written.back() != '_';
      number = project_.relation(*name, is_quoted);
    }
    describe(id, node, kind, project_[*number]);
    return number;
  }

  void describe(std::string_view id, JsonValue node, TableKind kind, DbtRelation &relation) {
    if (!relation.is_actual && relation.kind == TableKind::table) relation.kind = kind;
    if (relation.description.empty())
      relation.description = project_.docs.render(member_text(node, "description"));
    add_columns(id, node, relation);
    add_constraints(id, node, {}, relation);
    if (const auto key = node.find("primary_key"); key && relation.inferred_key.empty())
      relation.inferred_key = scalar_texts(*key);
  }

  void add_columns(std::string_view id, JsonValue node, DbtRelation &relation) {
    std::vector<ListedColumn> list;
    const auto add = [&](std::string_view key, JsonValue value) {
      ListedColumn column;
      column.name = member_text(value, "name");
      if (column.name.empty()) column.name = key;
      if (column.name.empty()) return;
      column.name = unquoted_column(column.name);
      column.type = member_text(value, "data_type");
      column.description = project_.docs.render(member_text(value, "description"));
      add_constraints(id, value, column.name, relation);
      list.push_back(std::move(column));
    };
    const auto columns = node.find("columns");
    if (columns && columns->is(JsonKind::object)) columns->each_member(add);
    if (columns && columns->is(JsonKind::array)) {
      for (const JsonValue column : *columns) add({}, column);
    }
    for (const std::string &unknown : relation.columns.merge_described(list)) {
      project_.report(where(id), fmt::format("describes column {}, which the catalog does not have",
                                             quote_name(unknown)));
    }
  }

  /// The types of a seed's columns.
  static void add_types(DbtRelation &relation, JsonValue config) {
    each(config, "column_types", [&](std::string_view name, JsonValue type) {
      const auto column = relation.columns.find(name);
      if (column && relation.columns[*column].type.empty())
        relation.columns[*column].type = scalar_text(type);
    });
  }

  void add_constraints(std::string_view id, JsonValue owner, std::string_view column,
                       DbtRelation &relation) {
    const auto constraints = typed_member(owner, "constraints", JsonKind::array);
    if (!constraints) return;
    for (const JsonValue constraint : *constraints) {
      const auto argument = [&](std::string_view name) {
        const auto value = constraint.find(name);
        return value ? scalar_texts(*value) : std::vector<std::string>();
      };
      for (DbtRule &rule : read_dbt_constraint(member_text(constraint, "type"), column, argument)) {
        rule.where = where(id);
        relation.rules.push_back(std::move(rule));
      }
    }
  }

  void add_test(std::string_view id, JsonValue test) {
    const auto metadata = typed_member(test, "test_metadata", JsonKind::object);
    if (!metadata) return;
    const auto kwargs = typed_member(*metadata, "kwargs", JsonKind::object);
    const auto nested =
        kwargs ? typed_member(*kwargs, "arguments", JsonKind::object) : std::nullopt;
    const auto config = typed_member(test, "config", JsonKind::object);
    const auto argument = [&](std::string_view name) {
      for (const auto &place : {nested, kwargs, name == "where" ? config : std::nullopt}) {
        const auto value = place ? place->find(name) : std::nullopt;
        if (value) {
          std::vector<std::string> texts = scalar_texts(*value);
          if (!texts.empty()) return texts;
        }
      }
      return std::vector<std::string>();
    };
    const std::string_view column = unquoted_column(member_text(test, "column_name"));
    std::optional<DbtRule> rule =
        read_dbt_test(member_text(*metadata, "name"),
                      is_column_name(column) ? column : std::string_view(), argument);
    if (!rule) return;
    rule->where = where(id);
    const DbtResource *child = child_of(test, kwargs);
    if (child == nullptr)
      return project_.report(rule->where, "tests nothing that the manifest has");
    if (!child->relation) return;
    if (rule->kind == DbtRuleKind::foreign_key) find_parent(test, *child, *rule);
    project_[*child->relation].rules.push_back(std::move(*rule));
  }

  /// What a test depends on, in its order.
  std::vector<const DbtResource *> dependencies_of(JsonValue test) const {
    std::vector<const DbtResource *> found;
    const auto depends_on = typed_member(test, "depends_on", JsonKind::object);
    const auto nodes =
        depends_on ? typed_member(*depends_on, "nodes", JsonKind::array) : std::nullopt;
    if (!nodes || nodes->size() > max_dependencies) return found;
    for (const JsonValue id : *nodes) {
      const DbtResource *resource =
          id.is(JsonKind::string) ? project_.find(id.as_string()) : nullptr;
      if (resource != nullptr) found.push_back(resource);
    }
    return found;
  }

  const DbtResource *child_of(JsonValue test, std::optional<JsonValue> kwargs) const {
    if (const DbtResource *attached = project_.find(member_text(test, "attached_node")))
      return attached;
    // Parents come first.
    const std::vector<const DbtResource *> dependencies = dependencies_of(test);
    const auto reference =
        kwargs ? read_reference(member_text(*kwargs, "model")) : std::optional<DbtReference>();
    if (reference) {
      for (const DbtResource *resource : dependencies) {
        if (resource->name == reference->name && resource->source == reference->source)
          return resource;
      }
    }
    if (!dependencies.empty()) return dependencies.back();
    return reference ? project_.resolve(*reference, member_text(test, "package_name")) : nullptr;
  }

  void find_parent(JsonValue test, const DbtResource &child, DbtRule &rule) const {
    const std::vector<const DbtResource *> dependencies = dependencies_of(test);
    const auto reference = read_reference(rule.target);
    for (const DbtResource *resource : dependencies) {
      const bool is_named =
          reference && resource->name == reference->name && resource->source == reference->source;
      const bool is_other = !reference && resource != &child && dependencies.size() == 2;
      if (!is_named && !is_other) continue;
      rule.target_relation = resource->relation;
      return;
    }
  }

  const std::string &path_;
  DbtProject &project_;
};

}  // namespace

void read_dbt_manifest(JsonValue manifest, const std::string &path, DbtProject &project) {
  ManifestReader(path, project).read(manifest);
}

}  // namespace sluice::inline v0::schema_detail
