#ifndef SLUICE_SPIDER_EXACT_SET_MATCH_HPP
#define SLUICE_SPIDER_EXACT_SET_MATCH_HPP

/// Exact-set match: two queries clause by clause, each clause as a set.
/// Source: Yu et al. 2018 (Spider), section 5, as the official evaluation script decides.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/spider/official_query.hpp"

namespace sluice {

/// The parts that are scored apart, in the order of the script's rows.
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

/// What the script calls the rows.
inline constexpr std::array<std::string_view, query_parts> query_part_names = {
    "select", "select(no AGG)", "where",  "where(no OP)", "group(no Having)",
    "group",  "order",          "and/or", "IUEN",         "keywords"};

/// How one part of a prediction compares with gold's.
struct PartialScore {
  bool right = false;                 ///< Accuracy, recall and F1 of the pair are all 1, or all 0.
  std::uint32_t gold_total = 0;       ///< 0: gold has no such part, the pair counts for no recall.
  std::uint32_t predicted_total = 0;  ///< 0: the pair counts for no accuracy.
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

/// What of two queries is compared.
enum class ExactSetRules : std::uint8_t {
  official,  ///< As the script: conditions of ON are never looked at.
  adapted,   ///< ON as well, condition by condition in their order, as Zhong et al. 2020 (section
            ///< 5.3) repaired it: their published pairs of queries that exact-set match tells apart
            ///< are told apart in this way, and a part of them in no other.
};

/// Compares two queries that went through `normalize_official` with the same schema and rules. A
/// prediction that the script cannot read is compared as an empty query, `OfficialQuery()`. O(n²)
/// in the number of entries of a clause, of which `parse_official` allows a limited number.
ExactSetMatch exact_set_match(const OfficialQuery &gold, const OfficialQuery &predicted,
                              const OfficialSchema &schema,
                              ExactSetRules rules = ExactSetRules::official);

}  // namespace sluice

#endif
