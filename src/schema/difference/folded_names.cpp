#include "folded_names.hpp"

#include <unordered_map>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

enum class FoldingRule : std::uint8_t { ignores_case, to_lower, to_upper, as_written };

FoldingRule folding_of(sql::Dialect dialect) noexcept {
  switch (dialect) {
    case sql::Dialect::postgresql:
    case sql::Dialect::redshift: return FoldingRule::to_lower;
    case sql::Dialect::oracle:
    case sql::Dialect::snowflake:
    case sql::Dialect::db2: return FoldingRule::to_upper;
    case sql::Dialect::clickhouse: return FoldingRule::as_written;
    default: return FoldingRule::ignores_case;
  }
}

}  // namespace

// Names are stored folded, so that two engines with one rule agree on them as they are.
NameFolding::NameFolding(sql::Dialect before, sql::Dialect after) noexcept {
  const FoldingRule rule = folding_of(before);
  is_exact_ = rule == folding_of(after) && rule != FoldingRule::ignores_case;
}

std::string NameFolding::key(std::string_view name) const {
  return is_exact_ ? std::string(name) : lower_ascii(name);
}

std::vector<std::optional<std::size_t>> pair_names(std::span<const std::string_view> before,
                                                   std::span<const std::string_view> after,
                                                   const NameFolding &folding) {
  std::vector<std::optional<std::size_t>> pairs(after.size());
  std::vector<bool> used(before.size());
  std::unordered_map<std::string_view, std::size_t> exact;
  for (std::size_t i = 0; i < before.size(); ++i) exact.emplace(before[i], i);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto found = exact.find(after[i]);
    if (found == exact.end() || used[found->second]) continue;
    pairs[i] = found->second;
    used[found->second] = true;
  }
  std::unordered_multimap<std::string, std::size_t> folded;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!used[i]) folded.emplace(folding.key(before[i]), i);
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (pairs[i]) continue;
    const auto found = folded.find(folding.key(after[i]));
    if (found == folded.end()) continue;
    pairs[i] = found->second;
    folded.erase(found);
  }
  return pairs;
}

}  // namespace sluice::inline v0::schema_detail
