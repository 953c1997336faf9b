#include "dbt_project.hpp"

#include <algorithm>
#include <utility>

#include "schema/load/text_kind.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_reports = 5000;
// Of one name in different cases, packages or versions; others are not compared.
constexpr std::size_t max_dbt_candidates = 256;

std::string dbt_key_of(const DbtName &name) {
  std::string key = name.database;
  key += '\0';
  key += name.schema;
  key += '\0';
  key += name.name;
  return key;
}

std::string reference_key(std::string_view source, std::string_view name) {
  std::string key(source);
  key += '\0';
  key += name;
  return key;
}

}  // namespace

std::size_t DbtProject::actual_relation(const DbtName &name) {
  std::string key = dbt_key_of(name);
  const auto found = exact_.find(key);
  if (found != exact_.end()) return found->second;
  const std::size_t number = relations_.size();
  folded_[lower_ascii(key)].push_back(number);
  exact_.emplace(std::move(key), number);
  relations_.emplace_back().name = name;
  return number;
}

std::size_t DbtProject::relation(const DbtName &name, bool is_quoted) {
  const auto may_be = [&](const DbtRelation &other) {
    return other.is_actual || !other.is_quoted || !is_quoted;
  };
  if (const auto found = find(name, may_be)) return *found;
  const std::size_t number = actual_relation(name);
  relations_[number].is_quoted = is_quoted;
  return number;
}

std::optional<std::size_t> DbtProject::find_relation(const DbtName &name) const {
  return find(name, [](const DbtRelation &) { return true; });
}

template <class MayBe>
std::optional<std::size_t> DbtProject::find(const DbtName &name, MayBe may_be) const {
  const std::string key = dbt_key_of(name);
  const auto exact = exact_.find(key);
  if (exact != exact_.end()) return exact->second;
  const auto folded = folded_.find(lower_ascii(key));
  if (folded == folded_.end()) return std::nullopt;
  std::optional<std::size_t> similar;
  const std::size_t count = std::min(folded->second.size(), max_dbt_candidates);
  for (std::size_t i = 0; i < count; ++i) {
    if (!may_be(relations_[folded->second[i]])) continue;
    if (similar) return std::nullopt;
    similar = folded->second[i];
  }
  return similar;
}

void DbtProject::add(std::string_view id, DbtResource resource) {
  const std::size_t number = resources_.size();
  by_reference_[reference_key(resource.source, resource.name)].push_back(number);
  if (!id.empty()) ids_.insert_or_assign(std::string(id), number);
  resources_.push_back(std::move(resource));
}

const DbtResource *DbtProject::find(std::string_view id) const {
  const auto found = ids_.find(std::string(id));
  return found != ids_.end() ? &resources_[found->second] : nullptr;
}

void DbtProject::add_actual(std::string_view id, std::size_t relation) {
  actual_.emplace(id, relation);
}

std::optional<std::size_t> DbtProject::find_actual(std::string_view id) const {
  const auto found = actual_.find(std::string(id));
  return found != actual_.end() ? std::optional(found->second) : std::nullopt;
}

const DbtResource *DbtProject::resolve(const DbtReference &reference,
                                       std::string_view package) const {
  const auto found = by_reference_.find(reference_key(reference.source, reference.name));
  if (found == by_reference_.end()) return nullptr;
  const DbtResource *best = nullptr;
  int best_rank = -1;
  const std::size_t count = std::min(found->second.size(), max_dbt_candidates);
  for (std::size_t i = 0; i < count; ++i) {
    const DbtResource &resource = resources_[found->second[i]];
    if (!reference.package.empty() && resource.package != reference.package) continue;
    if (!reference.version.empty() && resource.version != reference.version) continue;
    const int rank = (resource.relation ? 4 : 0) + (resource.package == package ? 2 : 0) +
                     (resource.is_latest ? 1 : 0);
    if (rank > best_rank) {
      best = &resource;
      best_rank = rank;
    }
  }
  return best;
}

void DbtProject::report(std::string where, std::string reason) {
  if (++reports_ > max_reports) return;
  if (reports_ == max_reports) reason = "and more, which are not listed";
  skip(options_, std::move(where), std::move(reason));
}

}  // namespace sluice::inline v0::schema_detail
