#include "sluice/spider/exact_set_match.hpp"

#include <algorithm>
#include <bitset>
#include <string_view>
#include <utility>

namespace sluice::inline v0 {
namespace {

using Kind = OfficialCondition::Kind;

/// Number of entries of `a` that can be matched one-to-one with equal entries of `b`.
template <class Entry, class Same>
std::size_t pairs(const std::vector<const Entry *> &a, const std::vector<const Entry *> &b,
                  const Same &same) {
  std::vector<char> taken(b.size());
  std::size_t count = 0;
  for (const Entry *entry : a) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (taken[i] != 0 || !same(*entry, *b[i])) continue;
      taken[i] = 1;
      ++count;
      break;
    }
  }
  return count;
}

template <class Entry>
std::vector<const Entry *> all_of(const std::vector<Entry> &entries) {
  std::vector<const Entry *> views;
  views.reserve(entries.size());
  for (const Entry &entry : entries) views.push_back(&entry);
  return views;
}
/// Every second entry: conditions from 0, connectives from 1.
std::vector<const OfficialCondition *> every_other(const OfficialConditions &conditions,
                                                   std::size_t first) {
  std::vector<const OfficialCondition *> views;
  for (std::size_t i = first; i < conditions.size(); i += 2) views.push_back(&conditions[i]);
  return views;
}

PartialScore score(std::size_t gold, std::size_t predicted, std::size_t count) {
  return {gold == predicted && count == predicted, static_cast<std::uint32_t>(gold),
          static_cast<std::uint32_t>(predicted)};
}

constexpr auto equal = [](const auto &a, const auto &b) { return a == b; };
constexpr auto equal_terms = [](const auto &a, const auto &b) { return a.term == b.term; };

class Comparison {
 public:
  Comparison(const OfficialQuery &gold, const OfficialQuery &predicted,
             const OfficialSchema &schema, ExactSetRules rules)
      : gold_(gold), predicted_(predicted), schema_(schema), rules_(rules) {}

  ExactSetMatch run() const {
    ExactSetMatch result;
    const auto set = [&result](QueryPart part, PartialScore score) {
      result.parts[static_cast<std::size_t>(part)] = score;
    };
    const auto gold_select = all_of(gold_.select), select = all_of(predicted_.select);
    set(QueryPart::select,
        score(gold_select.size(), select.size(), pairs(select, gold_select, equal)));
    set(QueryPart::select_without_aggregates,
        score(gold_select.size(), select.size(), pairs(select, gold_select, equal_terms)));
    const auto gold_where = every_other(gold_.where, 0), where = every_other(predicted_.where, 0);
    set(QueryPart::where, score(gold_where.size(), where.size(), pairs(where, gold_where, equal)));
    set(QueryPart::where_without_operators,
        score(gold_where.size(), where.size(), pairs(where, gold_where, equal_terms)));
    set(QueryPart::group_without_having, group_columns());
    set(QueryPart::group, group());
    set(QueryPart::order, order());
    set(QueryPart::and_or, and_or());
    set(QueryPart::nesting, nesting());
    set(QueryPart::keywords, keywords());
    result.match = std::all_of(result.parts.begin(), result.parts.end(),
                               [](const PartialScore &part) { return part.right; }) &&
                   (gold_.from.empty() || same_sources()) &&
                   (rules_ == ExactSetRules::official || gold_.on == predicted_.on);
    return result;
  }

 private:
  PartialScore group_columns() const {
    const auto same_name = [this](const OfficialColumn &a, const OfficialColumn &b) {
      return schema_.bare(a.name) == schema_.bare(b.name);
    };
    const auto gold = all_of(gold_.group_by), predicted = all_of(predicted_.group_by);
    return score(gold.size(), predicted.size(), pairs(predicted, gold, same_name));
  }

  /// For the columns of GROUP BY, only names are compared, not aggregates.
  PartialScore group() const {
    const bool gold = !gold_.group_by.empty(), predicted = !predicted_.group_by.empty();
    const bool same = gold && predicted &&
                      std::equal(gold_.group_by.begin(), gold_.group_by.end(),
                                 predicted_.group_by.begin(), predicted_.group_by.end(),
                                 [](const OfficialColumn &a, const OfficialColumn &b) {
                                   return a.name == b.name;
                                 }) &&
                      gold_.having == predicted_.having;
    return score(gold ? 1 : 0, predicted ? 1 : 0, same ? 1 : 0);
  }

  PartialScore order() const {
    const bool gold = gold_.order != OfficialOrder::none;
    const bool same = gold && gold_.order == predicted_.order &&
                      gold_.order_by == predicted_.order_by && gold_.limited == predicted_.limited;
    return score(gold ? 1 : 0, predicted_.order != OfficialOrder::none ? 1 : 0, same ? 1 : 0);
  }

  /// If they differ, the script swaps the two totals.
  PartialScore and_or() const {
    const auto words = [](const OfficialConditions &conditions) {
      std::vector<const OfficialCondition *> found;
      for (const OfficialCondition *word : every_other(conditions, 1)) {
        if (std::none_of(found.begin(), found.end(),
                         [&](const OfficialCondition *other) { return *other == *word; })) {
          found.push_back(word);
        }
      }
      return found;
    };
    const auto gold = words(gold_.where), predicted = words(predicted_.where);
    const bool same =
        gold.size() == predicted.size() && pairs(predicted, gold, equal) == gold.size();
    if (same) return score(1, 1, 1);
    return {false, static_cast<std::uint32_t>(predicted.size()),
            static_cast<std::uint32_t>(gold.size())};
  }

  PartialScore nesting() const {
    const bool gold = gold_.arm.query != nullptr, predicted = predicted_.arm.query != nullptr;
    const bool same =
        gold && predicted && gold_.set_operator == predicted_.set_operator &&
        Comparison(*gold_.arm.query, *predicted_.arm.query, schema_, rules_).run().match;
    return score(gold ? 1 : 0, predicted ? 1 : 0, same ? 1 : 0);
  }

  enum Keyword {
    kw_where,
    kw_group,
    kw_having,
    kw_order,
    kw_asc,
    kw_desc,
    kw_limit,
    kw_set_operator,  // followed by the two others
    kw_or = kw_set_operator + 3,
    kw_not,
    kw_in,
    kw_like,
    keyword_count,
  };
  using Keywords = std::bitset<keyword_count>;

  static Keywords keywords_of(const OfficialQuery &query) {
    Keywords found;
    found[kw_where] = !query.where.empty();
    found[kw_group] = !query.group_by.empty();
    found[kw_having] = !query.having.empty();
    found[kw_order] = query.order != OfficialOrder::none;
    found[kw_asc] = query.order == OfficialOrder::ascending;
    found[kw_desc] = query.order == OfficialOrder::descending;
    found[kw_limit] = query.limited;
    if (query.set_operator != OfficialSetOperator::none) {
      found[kw_set_operator + static_cast<std::size_t>(query.set_operator) -
            static_cast<std::size_t>(OfficialSetOperator::intersect)] = true;
    }
    for (const auto *conditions : {&query.on, &query.where, &query.having}) {
      for (const OfficialCondition *word : every_other(*conditions, 1)) {
        if (word->kind == Kind::disjunction) found[kw_or] = true;
      }
      for (const OfficialCondition *condition : every_other(*conditions, 0)) {
        if (condition->negated) found[kw_not] = true;
        if (condition->op == OfficialOperator::in) found[kw_in] = true;
        if (condition->op == OfficialOperator::like) found[kw_like] = true;
      }
    }
    return found;
  }

  PartialScore keywords() const {
    const Keywords gold = keywords_of(gold_), predicted = keywords_of(predicted_);
    return score(gold.count(), predicted.count(), (gold & predicted).count());
  }

  bool same_sources() const {
    const auto gold = all_of(gold_.from), predicted = all_of(predicted_.from);
    return gold.size() == predicted.size() && pairs(predicted, gold, equal) == gold.size();
  }

  const OfficialQuery &gold_;
  const OfficialQuery &predicted_;
  const OfficialSchema &schema_;
  ExactSetRules rules_;
};

}  // namespace

ExactSetMatch exact_set_match(const OfficialQuery &gold, const OfficialQuery &predicted,
                              const OfficialSchema &schema, ExactSetRules rules) {
  return Comparison(gold, predicted, schema, rules).run();
}

}  // namespace sluice::inline v0
