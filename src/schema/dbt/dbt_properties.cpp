#include "dbt_properties.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Each version repeats the columns of its model.
constexpr std::size_t max_versions = 32;
// Beside its name, a test may have settings.
constexpr std::size_t max_test_members = 16;

std::string_view yaml_text(YamlValue mapping, std::string_view key) {
  const auto member = mapping.find(key);
  return member ? member->text() : std::string_view();
}

/// The first member that is there and says something.
std::optional<YamlValue> yaml_member(YamlValue mapping,
                                     std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const auto member = mapping.find(key);
    if (member && !member->is_null()) return member;
  }
  return std::nullopt;
}

std::vector<std::string> yaml_scalars(YamlValue value) {
  std::vector<std::string> texts;
  if (value.is(YamlKind::scalar) && !value.text().empty()) texts.emplace_back(value.text());
  if (!value.is(YamlKind::sequence)) return texts;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].text().empty()) texts.emplace_back(value[i].text());
  }
  return texts;
}

template <class Visit>
void each_mapping(YamlValue owner, std::string_view key, Visit visit) {
  const auto list = owner.find(key);
  if (!list || !list->is(YamlKind::sequence)) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if ((*list)[i].is(YamlKind::mapping)) visit((*list)[i]);
  }
}

/// A setting, in `config` or next to it.
std::string_view setting(YamlValue owner, std::string_view key) {
  const auto config = owner.find("config");
  const std::string_view configured = config ? yaml_text(*config, key) : std::string_view();
  return configured.empty() ? yaml_text(owner, key) : configured;
}

bool is_disabled(YamlValue owner) { return same_name(setting(owner, "enabled"), "false"); }

class PropertiesReader {
 public:
  PropertiesReader(const std::string &path, bool has_manifest, DbtProject &project)
      : path_(path), has_manifest_(has_manifest), project_(project) {}

  void read(YamlValue document) {
    for (const std::string_view key : {"models", "seeds", "snapshots"})
      each_mapping(document, key, [&](YamlValue node) { add_node(node); });
    each_mapping(document, "sources", [&](YamlValue source) { add_source(source); });
  }

 private:
  std::string where(YamlValue value) const { return fmt::format("{}:{}", path_, value.line()); }

  void add_node(YamlValue node) {
    const std::string_view name = yaml_text(node, "name");
    if (name.empty()) return project_.report(where(node), "has no name");
    if (is_disabled(node)) return;
    const auto versions = node.find("versions");
    if (!versions || versions->size() == 0 || !versions->is(YamlKind::sequence)) {
      add_version(node, std::nullopt, name, true);
      return;
    }
    // By default, the newest is the latest.
    std::string_view latest = yaml_text(node, "latest_version");
    const std::size_t count = std::min(versions->size(), max_versions);
    if (latest.empty()) latest = yaml_text((*versions)[count - 1], "v");
    for (std::size_t i = 0; i < count; ++i) {
      const YamlValue version = (*versions)[i];
      add_version(node, version, name, yaml_text(version, "v") == latest);
    }
  }

  /// Adds a model, or one version of it.
  void add_version(YamlValue node, std::optional<YamlValue> version, std::string_view name,
                   bool is_latest) {
    const YamlValue settings = version.value_or(node);
    const std::string_view number = version ? yaml_text(*version, "v") : std::string_view();
    if (has_manifest_) {
      DbtReference reference;
      reference.name = name;
      reference.version = number;
      return add_to_known(reference, node, version);
    }
    DbtResource resource;
    resource.name = name;
    resource.version = number;
    resource.is_latest = is_latest;
    std::string_view materialized = setting(settings, "materialized");
    if (materialized.empty()) materialized = setting(node, "materialized");
    if (materialized != "ephemeral") {
      DbtName place;
      place.name = literal_of(setting(settings, "alias"));
      if (place.name.empty())
        place.name = number.empty() ? std::string(name) : fmt::format("{}_v{}", name, number);
      resource.relation = project_.relation(place, false);
      DbtRelation &relation = project_[*resource.relation];
      if (materialized == "view") relation.kind = TableKind::view;
      if (materialized == "materialized_view") relation.kind = TableKind::materialized_view;
      describe(node, version, relation);
    }
    project_.add({}, std::move(resource));
  }

  void add_source(YamlValue source) {
    const std::string_view name = yaml_text(source, "name");
    if (name.empty()) return project_.report(where(source), "has no name");
    if (is_disabled(source)) return;
    DbtName place;
    const auto database = yaml_member(source, {"database", "catalog"});
    place.database = database ? literal_of(database->text()) : std::string_view();
    place.schema = literal_of(setting(source, "schema"));
    if (place.schema.empty()) place.schema = name;
    std::optional<std::size_t> described;
    const std::string description = project_.docs.render(yaml_text(source, "description"));
    if (!description.empty()) {
      described = project_.source_descriptions.size();
      project_.source_descriptions.push_back(description);
    }
    each_mapping(source, "tables",
                 [&](YamlValue table) { add_table(table, name, place, described); });
  }

  void add_table(YamlValue table, std::string_view source, DbtName place,
                 std::optional<std::size_t> described) {
    const std::string_view name = yaml_text(table, "name");
    if (name.empty()) return project_.report(where(table), "has no name");
    if (is_disabled(table)) return;
    if (has_manifest_) {
      DbtReference reference;
      reference.source = source;
      reference.name = name;
      return add_to_known(reference, table, std::nullopt);
    }
    place.name = literal_of(yaml_text(table, "identifier"));
    if (place.name.empty()) place.name = name;
    DbtResource resource;
    resource.source = source;
    resource.name = name;
    resource.relation = project_.relation(place, false);
    DbtRelation &relation = project_[*resource.relation];
    if (!relation.source) relation.source = described;
    const auto external = table.find("external");
    if (external && external->is(YamlKind::mapping) && !relation.is_actual)
      relation.kind = TableKind::external;
    describe(table, std::nullopt, relation);
    project_.add({}, std::move(resource));
  }

  /// With a manifest, what it does not list is not built, or in another project.
  void add_to_known(const DbtReference &reference, YamlValue node,
                    std::optional<YamlValue> version) {
    const DbtResource *known = project_.resolve(reference, project_.project_name);
    if (known == nullptr) {
      return project_.report(where(node),
                             fmt::format("describes {}, which the manifest does not have",
                                         quote_name(reference.name)));
    }
    if (known->relation) describe(node, version, project_[*known->relation]);
  }

  void describe(YamlValue node, std::optional<YamlValue> version, DbtRelation &relation) {
    for (const YamlValue owner : {version.value_or(node), node}) {
      if (relation.description.empty())
        relation.description = project_.docs.render(yaml_text(owner, "description"));
    }
    std::vector<ListedColumn> list;
    for (const YamlValue column : columns_of(node, version)) {
      ListedColumn &listed = list.emplace_back();
      listed.name = unquoted_column(yaml_text(column, "name"));
      listed.type = yaml_text(column, "data_type");
      listed.description = project_.docs.render(yaml_text(column, "description"));
      add_rules(column, listed.name, relation);
      add_constraints(column, listed.name, relation);
    }
    for (const std::string &unknown : relation.columns.merge_described(list)) {
      project_.report(
          where(node),
          fmt::format("describes column {}, which the catalog does not have", quote_name(unknown)));
    }
    if (const auto config = node.find("config")) add_types(*config, relation);
    const bool has_own_tests = version && yaml_member(*version, {"data_tests", "tests"});
    add_rules(has_own_tests ? *version : node, {}, relation);
    add_constraints(node, {}, relation);
  }

  /// The columns of a model, or those of one version: it lists which of the model's it has, and its
  /// own.
  std::vector<YamlValue> columns_of(YamlValue node, std::optional<YamlValue> version) const {
    std::vector<YamlValue> columns;
    std::unordered_map<std::string_view, std::size_t> places;
    const auto add = [&](YamlValue column) {
      const std::string_view name = yaml_text(column, "name");
      if (name.empty()) return project_.report(where(column), "is a column without a name");
      const auto [place, fresh] = places.emplace(name, columns.size());
      if (fresh) {
        columns.push_back(column);
      } else {
        columns[place->second] = column;
      }
    };
    std::optional<YamlValue> included;
    std::unordered_set<std::string> excluded;
    if (version) {
      each_mapping(*version, "columns", [&](YamlValue column) {
        if (const auto include = column.find("include")) included = include;
        if (const auto exclude = column.find("exclude")) {
          for (std::string &name : yaml_scalars(*exclude)) excluded.insert(std::move(name));
        }
      });
    }
    std::unordered_set<std::string> listed;
    const bool has_list = included && included->is(YamlKind::sequence);
    if (has_list) {
      for (std::string &name : yaml_scalars(*included)) listed.insert(std::move(name));
    }
    each_mapping(node, "columns", [&](YamlValue column) {
      const std::string name(yaml_text(column, "name"));
      if (!excluded.contains(name) && (!has_list || listed.contains(name))) add(column);
    });
    if (version) {
      each_mapping(*version, "columns", [&](YamlValue column) {
        if (!column.find("include") && !column.find("exclude")) add(column);
      });
    }
    return columns;
  }

  static void add_types(YamlValue config, DbtRelation &relation) {
    const auto types = config.find("column_types");
    if (!types || !types->is(YamlKind::mapping)) return;
    for (std::size_t i = 0; i < types->size(); ++i) {
      const auto column = relation.columns.find(types->key(i));
      if (column && relation.columns[*column].type.empty())
        relation.columns[*column].type = (*types)[i].text();
    }
  }

  /// A test is a word, or a mapping: of its name to its arguments, or with `test_name`.
  void add_rules(YamlValue owner, std::string_view column, DbtRelation &relation) {
    for (const std::string_view key : {"tests", "data_tests"}) {
      const auto tests = owner.find(key);
      if (!tests || !tests->is(YamlKind::sequence)) continue;
      for (std::size_t i = 0; i < tests->size(); ++i) {
        const YamlValue test = (*tests)[i];
        if (test.is(YamlKind::scalar)) {
          add_rule(test.text(), test, test, column, relation);
        } else if (const std::string_view name = yaml_text(test, "test_name"); !name.empty()) {
          add_rule(name, test, test, column, relation);
        } else if (test.is(YamlKind::mapping)) {
          for (std::size_t m = 0; m < std::min(test.size(), max_test_members); ++m)
            add_rule(test.key(m), test, test[m], column, relation);
        }
      }
    }
  }

  void add_rule(std::string_view name, YamlValue test, YamlValue arguments, std::string_view column,
                DbtRelation &relation) {
    const auto argument = [&](std::string_view key) {
      for (const YamlValue place : {arguments, test}) {
        for (const std::string_view around : {"arguments", "", "config"}) {
          if (around == "config" && key != "where") continue;
          const auto holder = around.empty() ? std::optional(place) : place.find(around);
          const auto value = holder ? holder->find(key) : std::nullopt;
          if (!value) continue;
          std::vector<std::string> texts = yaml_scalars(*value);
          if (!texts.empty()) return texts;
        }
      }
      return std::vector<std::string>();
    };
    std::optional<DbtRule> rule = read_dbt_test(name, column, argument);
    if (!rule) return;
    rule->where = where(test);
    relation.rules.push_back(std::move(*rule));
  }

  void add_constraints(YamlValue owner, std::string_view column, DbtRelation &relation) {
    each_mapping(owner, "constraints", [&](YamlValue constraint) {
      const auto argument = [&](std::string_view key) {
        const auto value = constraint.find(key);
        return value ? yaml_scalars(*value) : std::vector<std::string>();
      };
      for (DbtRule &rule : read_dbt_constraint(yaml_text(constraint, "type"), column, argument)) {
        rule.where = where(constraint);
        relation.rules.push_back(std::move(rule));
      }
    });
  }

  const std::string &path_;
  bool has_manifest_;
  DbtProject &project_;
};

}  // namespace

void read_dbt_properties(const YamlText &text, const std::string &path, bool has_manifest,
                         DbtProject &project) {
  PropertiesReader reader(path, has_manifest, project);
  for (std::size_t i = 0; i < text.document_count(); ++i) reader.read(text.document(i));
}

}  // namespace sluice::inline v0::schema_detail
