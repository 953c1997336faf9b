#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "dbt_json.hpp"
#include "dbt_manifest.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

struct CatalogColumn {
  double index = 0;
  ListedColumn column;
};

/// The kind of a relation, by the words that engines use for it.
TableKind relation_kind(std::string_view type) {
  const std::string words = lower_ascii(type);
  const auto has = [&](std::string_view word) { return words.find(word) != words.npos; };
  if (has("dynamic") || (has("mat") && has("view"))) return TableKind::materialized_view;
  if (has("view")) return TableKind::view;
  if (has("external") || has("foreign")) return TableKind::external;
  return TableKind::table;
}

std::vector<ListedColumn> catalog_columns(JsonValue entry) {
  std::vector<CatalogColumn> found;
  const auto add = [&](std::string_view key, JsonValue value) {
    CatalogColumn &added = found.emplace_back();
    added.column.name = member_text(value, "name");
    if (added.column.name.empty()) added.column.name = key;
    added.column.type = member_text(value, "type");
    added.column.description = trimmed(member_text(value, "comment"));
    const auto index = typed_member(value, "index", JsonKind::number);
    added.index = index ? index->as_number() : std::numeric_limits<double>::max();
    // What dbt writes where the warehouse lists no columns.
    if (added.column.name.empty() || added.column.name == "<unknown>") found.pop_back();
  };
  if (const auto columns = typed_member(entry, "columns", JsonKind::object))
    columns->each_member(add);
  std::ranges::stable_sort(found, {}, &CatalogColumn::index);
  std::vector<ListedColumn> list;
  for (CatalogColumn &one : found) list.push_back(std::move(one.column));
  return list;
}

std::string statistic(JsonValue stats, std::string_view name) {
  const auto one = typed_member(stats, name, JsonKind::object);
  const auto value = one ? one->find("value") : std::nullopt;
  return value ? scalar_text(*value) : std::string();
}

/// BigQuery's tables by day are listed as one, "events_*", with their number.
void read_shards(JsonValue entry, DbtRelation &relation) {
  if (!relation.name.name.ends_with('*')) return;
  const auto stats = typed_member(entry, "stats", JsonKind::object);
  if (!stats) return;
  const auto shards = typed_member(*stats, "date_shards", JsonKind::object);
  const auto count = shards ? typed_member(*shards, "value", JsonKind::number) : std::nullopt;
  if (!count || count->as_number() < 1 || count->as_number() > 1e9) return;
  const std::string stem = relation.name.name.substr(0, relation.name.name.size() - 1);
  relation.kind = TableKind::family;
  relation.members = {static_cast<std::size_t>(count->as_number()),
                      stem + statistic(*stats, "date_shard_min"),
                      stem + statistic(*stats, "date_shard_max")};
}

void read_entry(std::string_view id, JsonValue entry, const std::string &path,
                DbtProject &project) {
  const auto metadata = typed_member(entry, "metadata", JsonKind::object);
  DbtName name;
  if (metadata) {
    name = {std::string(member_text(*metadata, "database")),
            std::string(member_text(*metadata, "schema")),
            std::string(member_text(*metadata, "name"))};
  }
  if (name.name.empty())
    return project.report(path + ": " + std::string(id), "has no name of a table");
  const std::size_t number = project.actual_relation(name);
  project.add_actual(id, number);
  DbtRelation &relation = project[number];
  if (!relation.is_actual) relation.kind = relation_kind(member_text(*metadata, "type"));
  relation.is_actual = true;
  if (relation.comment.empty()) relation.comment = trimmed(member_text(*metadata, "comment"));
  relation.columns.merge_actual(catalog_columns(entry));
  read_shards(entry, relation);
}

}  // namespace

void read_dbt_catalog(JsonValue catalog, const std::string &path, DbtProject &project) {
  for (const std::string_view group : {"nodes", "sources"}) {
    const auto entries = typed_member(catalog, group, JsonKind::object);
    if (!entries) continue;
    entries->each_member(
        [&](std::string_view id, JsonValue entry) { read_entry(id, entry, path, project); });
  }
}

}  // namespace sluice::inline v0::schema_detail
