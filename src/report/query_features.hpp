#ifndef SLUICE_SRC_REPORT_QUERY_FEATURES_HPP
#define SLUICE_SRC_REPORT_QUERY_FEATURES_HPP

/// The SQL features that a query uses. A score broken down by them shows what a system is good at.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

enum class QueryFeature : std::uint8_t {
  joins,           ///< Including commas in FROM.
  aggregates,      ///< Except over a window.
  grouping,        ///< GROUP BY
  having,          ///< HAVING
  ordering,        ///< ORDER BY, except that of a window.
  limit,           ///< LIMIT
  distinct,        ///< DISTINCT, including that of an aggregate.
  nesting,         ///< A query inside another one, except common tables.
  set_operations,  ///< UNION, INTERSECT, EXCEPT
  windows,         ///< A call over a window.
  common_tables,   ///< WITH
  disjunctions,    ///< OR
};

inline constexpr std::size_t query_features = 12;

/// A set of features.
class QueryFeatures {
 public:
  constexpr void add(QueryFeature feature) noexcept { bits_ |= bit(feature); }
  constexpr bool has(QueryFeature feature) const noexcept { return (bits_ & bit(feature)) != 0; }
  constexpr bool empty() const noexcept { return bits_ == 0; }

 private:
  static constexpr std::uint32_t bit(QueryFeature feature) noexcept {
    return std::uint32_t{1} << static_cast<std::uint32_t>(feature);
  }
  std::uint32_t bits_ = 0;
};

/// Such as "set_operations"; stable, for programs.
std::string_view name_of(QueryFeature feature) noexcept;
/// A short title for users.
std::string_view title_of(QueryFeature feature) noexcept;

/// The features of a query, parsed in the permissive dialect; empty if it does not parse. O(size).
std::optional<QueryFeatures> features_of(std::string_view sql);

}  // namespace sluice::inline v0

#endif
