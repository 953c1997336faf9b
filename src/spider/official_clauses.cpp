/// The parser's rules for queries and their clauses.

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "official_parser.hpp"

namespace sluice::inline v0::official {
namespace {

OfficialSetOperator set_operator_of(Word word) noexcept {
  switch (word) {
    case Word::kw_intersect: return OfficialSetOperator::intersect;
    case Word::kw_union: return OfficialSetOperator::unite;
    case Word::kw_except: return OfficialSetOperator::except;
    default: return OfficialSetOperator::none;
  }
}

}  // namespace

OfficialQuery Parser::query() {
  OfficialQuery query;
  read_query(query);
  return query;
}

void Parser::read_from(OfficialQuery &query, std::vector<OfficialName> &tables) {
  const Call call(*this);
  while (at_ < end_ && tokens_[at_].word != Word::kw_from) ++at_;
  skip(Word::kw_from);
  while (more()) {
    const bool block = take(Word::left_paren);
    if (word() == Word::kw_select) {
      add(query.from, OfficialSource(read_subquery()));
    } else {
      take(Word::kw_join);
      const OfficialName table = read_table();
      add(query.from, OfficialSource(table));
      tables.push_back(table);
    }
    if (take(Word::kw_on)) {
      default_tables_ = &tables;
      OfficialConditions conditions = read_conditions();
      if (!query.on.empty()) {
        OfficialCondition between;
        between.kind = OfficialCondition::Kind::conjunction;
        add(query.on, std::move(between));
      }
      for (OfficialCondition &condition : conditions) add(query.on, std::move(condition));
    }
    if (block) skip(Word::right_paren);
    if (more() && is_end(word())) break;
  }
}

void Parser::read_select(OfficialQuery &query) {
  const Call call(*this);
  skip(Word::kw_select);
  query.distinct = take(Word::kw_distinct);
  while (more() && !is_clause(word())) {
    OfficialResult result;
    if (is_aggregate(word())) {
      result.aggregate = aggregate_of(word());
      ++at_;
    }
    result.term = read_term();
    add(query.select, std::move(result));
    take(Word::comma);
  }
}

void Parser::read_group_by(OfficialQuery &query) {
  const Call call(*this);
  if (!take(Word::kw_group)) return;
  skip(Word::kw_by);
  while (more() && !is_end(word())) {
    add(query.group_by, read_column());
    if (!take(Word::comma)) break;
  }
}

void Parser::read_order_by(OfficialQuery &query) {
  const Call call(*this);
  if (!take(Word::kw_order)) return;
  skip(Word::kw_by);
  query.order = OfficialOrder::ascending;
  while (more() && !is_end(word())) {
    add(query.order_by, read_term());
    if (is(Word::kw_desc) || is(Word::kw_asc)) {
      query.order = word() == Word::kw_desc ? OfficialOrder::descending : OfficialOrder::ascending;
      ++at_;
    }
    if (!take(Word::comma)) break;
  }
}

void Parser::read_query(OfficialQuery &first) {
  Call call(*this);
  const auto *const outer = default_tables_;
  OfficialQuery *query = &first;
  while (read_arm(*query)) {
    call.deepen();
    query->arm.query = std::make_unique<OfficialQuery>();
    query = query->arm.query.get();
  }
  default_tables_ = outer;
}

bool Parser::read_arm(OfficialQuery &query) {
  const bool block = take(Word::left_paren);
  require(more());
  const std::size_t select = at_;
  std::vector<OfficialName> tables;
  default_tables_ = nullptr;
  read_from(query, tables);
  default_tables_ = tables.empty() ? nullptr : &tables;
  const std::size_t after_from = std::exchange(at_, select);
  read_select(query);
  at_ = after_from;
  {
    const Call clause(*this);
    if (take(Word::kw_where)) query.where = read_conditions();
  }
  read_group_by(query);
  {
    const Call clause(*this);
    if (take(Word::kw_having)) query.having = read_conditions();
  }
  read_order_by(query);
  if (take(Word::kw_limit)) {
    query.limited = true;
    require(more());
    ++at_;
  }
  while (take(Word::semicolon)) {
  }
  if (block) skip(Word::right_paren);
  while (take(Word::semicolon)) {
  }
  if (more()) query.set_operator = set_operator_of(word());
  if (query.set_operator == OfficialSetOperator::none) return false;
  ++at_;
  return true;
}

}  // namespace sluice::inline v0::official
