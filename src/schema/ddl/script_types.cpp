#include "script_types.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "stored_name.hpp"

namespace sluice::inline v0::schema_detail {

void ScriptTypes::add(NameParts name, sql::CreateType type) {
  const auto [place, fresh] = by_full_name_.try_emplace(full_name(name), types_.size());
  if (!fresh) {
    types_[place->second] = {std::move(name), std::move(type)};
    return;
  }
  by_name_[lower_ascii(name.back())].push_back(types_.size());
  types_.push_back({std::move(name), std::move(type)});
}

void ScriptTypes::drop(const NameParts &name) {
  const NamedType *const found = find_named(name, {});
  if (found != nullptr) types_[static_cast<std::size_t>(found - types_.data())].is_dropped = true;
}

void ScriptTypes::change(const NameParts &name, const sql::AlterType &change) {
  const NamedType *const found = find_named(name, {});
  if (found == nullptr) return;
  NamedType &type = types_[static_cast<std::size_t>(found - types_.data())];
  if (change.new_name) {
    // Columns that were defined before have a type of the old name.
    NameParts renamed = stored(*change.new_name);
    if (renamed.size() == 1)
      renamed.insert(renamed.begin(), type.name.begin(), type.name.end() - 1);
    return add(std::move(renamed), sql::CreateType(type.definition));
  }
  std::vector<std::string> &values = type.definition.values;
  if (change.renamed) {
    std::ranges::replace(values, *change.renamed, change.value);
    return;
  }
  constexpr std::size_t max_values = 65535;
  if (values.size() >= max_values || std::ranges::find(values, change.value) != values.end())
    return;
  auto place = values.end();
  if (change.before) place = std::ranges::find(values, *change.before);
  if (change.after) {
    place = std::ranges::find(values, *change.after);
    if (place != values.end()) ++place;
  }
  values.insert(place, change.value);
}

const ScriptTypes::NamedType *ScriptTypes::find_named(const NameParts &name,
                                                      const NameParts &beside) const {
  NameParts local = name;
  if (name.size() == 1 && !beside.empty()) {
    local = beside;
    local.back() = name.back();
  }
  if (const auto same = by_full_name_.find(full_name(local));
      same != by_full_name_.end() && !types_[same->second].is_dropped) {
    return &types_[same->second];
  }
  const auto found = by_name_.find(lower_ascii(name.back()));
  if (found == by_name_.end() || found->second.size() > max_candidates) return nullptr;
  const NamedType *best = nullptr;
  int best_rank = 0;
  for (const std::size_t candidate : found->second) {
    const NamedType &type = types_[candidate];
    if (type.is_dropped || !same_qualifier(name, type.name)) continue;
    const int rank =
        1 + (same_qualifier(local, type.name) ? 1 : 0) + (type.name.back() == name.back() ? 2 : 0);
    if (rank <= best_rank) continue;
    best = &type;
    best_rank = rank;
  }
  return best;
}

NameParts ScriptTypes::stored(const sql::QualifiedName &name) const {
  NameParts parts;
  for (const sql::NamePart &part : name) parts.push_back(stored_name(part, dialect_));
  return parts;
}

const sql::CreateType *ScriptTypes::find(const sql::QualifiedName &name,
                                         const NameParts &table) const {
  if (name.empty()) return nullptr;
  const NamedType *const found = find_named(stored(name), table);
  return found != nullptr ? &found->definition : nullptr;
}

std::vector<std::string> ScriptTypes::values_of(const sql::DdlType &type,
                                                const NameParts &table) const {
  const sql::QualifiedName *name = &type.name;
  const NameParts *beside = &table;
  for (int step = 0; step < 8 && !name->empty(); ++step) {
    const NamedType *const found = find_named(stored(*name), *beside);
    if (found == nullptr) break;
    if (!found->definition.values.empty()) return found->definition.values;
    name = &found->definition.base.name;
    beside = &found->name;
  }
  return {};
}

}  // namespace sluice::inline v0::schema_detail
