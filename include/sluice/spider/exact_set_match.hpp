#ifndef SLUICE_SPIDER_EXACT_SET_MATCH_HPP
#define SLUICE_SPIDER_EXACT_SET_MATCH_HPP

/// Exact-set match: compares two queries clause by clause, each clause as a set.
/// Source: Yu et al. 2018 (Spider), section 5, as the official evaluation script implements it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0 {

/// The parts that are scored separately, in the order of the script's table rows.
enum class QueryPart : std::uint8_t {
  select,
  select_without_aggregates,
  where,
  where_without_operators,
  group_without_having,
  group,
  order,
  and_or,
  nesting,  ///< INTERSECT, UNION, EXCEPT
  keywords,
};

inline constexpr std::size_t query_parts = 10;

/// Names of the rows in the script's output.
inline constexpr std::array<std::string_view, query_parts> query_part_names = {
    "select", "select(no AGG)", "where",  "where(no OP)", "group(no Having)",
    "group",  "order",          "and/or", "IUEN",         "keywords"};

/// The comparison of one part of a prediction with gold.
struct PartialScore {
  bool right = false;  ///< Whether accuracy, recall and F1 of the pair are all 1, or all 0.
  std::uint32_t gold_total =
      0;  ///< 0 if gold has no such part; then the pair is not counted in recall.
  std::uint32_t predicted_total =
      0;  ///< 0 if the prediction has no such part; then the pair is not counted in accuracy.
  friend bool operator==(const PartialScore &, const PartialScore &) = default;
};

/// The verdict on one pair.
struct ExactSetMatch {
  bool match = false;
  std::array<PartialScore, query_parts> parts;

  const PartialScore &operator[](QueryPart part) const noexcept {
    return parts[static_cast<std::size_t>(part)];
  }
};

/// Which parts of two queries are compared.
enum class ExactSetRules : std::uint8_t {
  official,  ///< Like the script: conditions of ON are ignored.
  /// Also compares ON, condition by condition in order, as the repair by Zhong et al. 2020 (section
  /// 5.3) does. All of their published pairs of queries that exact-set match distinguishes differ
  /// under this rule, and some of them differ under no other.
  adapted,
};

/// Compares two queries that `normalize_official` processed with the same schema and rules. A
/// prediction that the script cannot parse is compared as an empty query, `OfficialQuery()`. O(n²)
/// in the number of entries of a clause, which `parse_official` limits.
ExactSetMatch exact_set_match(const OfficialQuery &gold, const OfficialQuery &predicted,
                              const OfficialSchema &schema,
                              ExactSetRules rules = ExactSetRules::official);

}  // namespace sluice::inline v0

#endif
