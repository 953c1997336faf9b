#include "sluice/spider/hardness.hpp"

#include <algorithm>

#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0 {
namespace {

using Kind = OfficialCondition::Kind;

/// Calls `visit` with the entries at even (conditions) or odd (connectives) positions.
template <class Visit>
void each(const OfficialConditions &conditions, std::size_t first, const Visit &visit) {
  for (std::size_t i = first; i < conditions.size(); i += 2) visit(conditions[i]);
}

std::size_t clauses(const OfficialQuery &query) noexcept {
  std::size_t count = 0;
  if (!query.where.empty()) ++count;
  if (!query.group_by.empty()) ++count;
  if (query.order != OfficialOrder::none) ++count;
  if (query.limited) ++count;
  if (!query.from.empty()) count += query.from.size() - 1;
  for (const auto *conditions : {&query.on, &query.where, &query.having}) {
    each(*conditions, 1, [&](const OfficialCondition &word) {
      if (word.kind == Kind::disjunction) ++count;
    });
    each(*conditions, 0, [&](const OfficialCondition &condition) {
      if (condition.op == OfficialOperator::like) ++count;
    });
  }
  return count;
}

std::size_t nested_queries(const OfficialQuery &query) noexcept {
  std::size_t count =
      query.arm.query != nullptr ? 1 : 0;  // a set operation counts, a query in FROM does not
  for (const auto *conditions : {&query.on, &query.where, &query.having}) {
    each(*conditions, 0, [&](const OfficialCondition &condition) {
      for (const auto *value : {&condition.first, &condition.second}) {
        if (std::holds_alternative<OfficialSubquery>(*value)) ++count;
      }
    });
  }
  return count;
}

std::size_t aggregates(const OfficialQuery &query) noexcept {
  std::size_t count = 0;
  const auto add = [&count](bool is) {
    if (is) ++count;
  };
  constexpr auto none = OfficialAggregate::none;
  for (const OfficialResult &result : query.select) add(result.aggregate != none);
  each(query.where, 0, [&](const OfficialCondition &condition) { add(condition.negated); });
  for (const OfficialColumn &column : query.group_by) add(column.aggregate != none);
  for (const OfficialTerm &term : query.order_by) {
    add(term.left.aggregate != none);
    add(term.right && term.right->aggregate != none);
  }
  for (const OfficialCondition &condition : query.having)
    add(condition.kind != Kind::condition || condition.negated);
  return count;
}

std::size_t others(const OfficialQuery &query) noexcept {
  std::size_t count = 0;
  if (aggregates(query) > 1) ++count;
  if (query.select.size() > 1) ++count;
  if (query.where.size() > 1) ++count;
  if (query.group_by.size() > 1) ++count;
  return count;
}

}  // namespace

Hardness hardness_of(const OfficialQuery &query) noexcept {
  const std::size_t first = clauses(query), second = nested_queries(query), other = others(query);
  if (first <= 1 && other == 0 && second == 0) return Hardness::easy;
  if (second == 0 && ((other <= 2 && first <= 1) || (first <= 2 && other < 2)))
    return Hardness::medium;
  if ((other > 2 && first <= 2 && second == 0) || (first == 3 && other <= 2 && second == 0) ||
      (first <= 1 && other == 0 && second <= 1)) {
    return Hardness::hard;
  }
  return Hardness::extra;
}

}  // namespace sluice::inline v0
