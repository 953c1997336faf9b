#ifndef SLUICE_SPIDER_OFFICIAL_QUERY_HPP
#define SLUICE_SPIDER_OFFICIAL_QUERY_HPP

/// A query in the form that Spider's official evaluation script compares: clauses of columns and
/// conditions, for a small subset of SQL.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sluice/spider/official_schema.hpp"

namespace sluice::inline v0 {

enum class ExactSetRules : std::uint8_t;

struct OfficialQuery;

enum class OfficialAggregate : std::uint8_t { none, max, min, count, sum, avg };
enum class OfficialArithmetic : std::uint8_t { none, subtract, add, multiply, divide };
enum class OfficialOperator : std::uint8_t {
  negation,
  between,
  equal,
  greater,
  less,
  greater_equal,
  less_equal,
  not_equal,
  in,
  like,
  is,
  exists,
};
enum class OfficialOrder : std::uint8_t { none, ascending, descending };
enum class OfficialSetOperator : std::uint8_t { none, intersect, unite, except };

/// A column, optionally under an aggregate.
struct OfficialColumn {
  OfficialAggregate aggregate = OfficialAggregate::none;
  bool distinct = false;
  OfficialName name;
  friend bool operator==(const OfficialColumn &, const OfficialColumn &) = default;
};

/// A column, or two with an arithmetic operator between them.
struct OfficialTerm {
  OfficialArithmetic arithmetic = OfficialArithmetic::none;
  OfficialColumn left;
  std::optional<OfficialColumn> right;
  friend bool operator==(const OfficialTerm &, const OfficialTerm &) = default;
};

struct OfficialResult {
  OfficialAggregate aggregate = OfficialAggregate::none;
  OfficialTerm term;
  friend bool operator==(const OfficialResult &, const OfficialResult &) = default;
};

/// A nested query. Two are equal if their queries are equal in every detail and order.
struct OfficialSubquery {
  std::unique_ptr<OfficialQuery> query;
  friend bool operator==(const OfficialSubquery &a, const OfficialSubquery &b) noexcept;
};

/// The right side of a condition: nothing (dropped or missing), a number, a string with its quotes,
/// a column or a query.
using OfficialValue =
    std::variant<std::monostate, double, std::string, OfficialColumn, OfficialSubquery>;

/// A condition, or the connective between two.
struct OfficialCondition {
  enum class Kind : std::uint8_t { condition, conjunction, disjunction };
  Kind kind = Kind::condition;
  bool negated = false;
  OfficialOperator op = OfficialOperator::equal;
  OfficialTerm term;
  OfficialValue first;
  OfficialValue second;  ///< The upper bound of BETWEEN.
  friend bool operator==(const OfficialCondition &, const OfficialCondition &) = default;
};

/// Conditions at even positions, connectives at odd ones. If the text has no connective between two
/// conditions, the second one is at an odd position and treated as a connective.
using OfficialConditions = std::vector<OfficialCondition>;

/// An item of FROM: a table or a query.
using OfficialSource = std::variant<OfficialName, OfficialSubquery>;

struct OfficialQuery {
  bool distinct = false;
  std::vector<OfficialResult> select;
  std::vector<OfficialSource> from;
  OfficialConditions on;  ///< Of all joins.
  OfficialConditions where;
  std::vector<OfficialColumn> group_by;
  OfficialConditions having;
  OfficialOrder order =
      OfficialOrder::none;  ///< The last direction written; applies to all of order_by.
  std::vector<OfficialTerm> order_by;
  bool limited = false;
  OfficialSetOperator set_operator = OfficialSetOperator::none;
  OfficialSubquery arm;  ///< The query after the set operator, with everything that follows.
  friend bool operator==(const OfficialQuery &, const OfficialQuery &) = default;
};

/// Parses a query as the script does: words from NLTK's tokenizer, aliases of the whole text in a
/// single list, anything after the query ignored. Empty if the script cannot parse it: aliases
/// without AS, outer joins, IS NULL, `<>`, functions, missing blanks around `=` and much more. As a
/// guard against hostile text, also empty if it has more than 2^20 bytes, if a clause has more than
/// 4,096 entries, or if Python's stack would overflow. Reentrant. O(size × depth).
std::optional<OfficialQuery> parse_official(std::string_view sql, const OfficialSchema &schema);

/// Removes or merges what the script does not compare: values, DISTINCT outside subqueries of
/// conditions, columns that foreign keys unite (of tables in the outermost FROM). With adapted
/// rules, ON keeps everything but its values.
void normalize_official(OfficialQuery &query, const OfficialSchema &schema,
                        ExactSetRules rules = {});

}  // namespace sluice::inline v0

#endif
