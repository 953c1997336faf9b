/// The parser's rules for what clauses consist of: columns, terms, tables, values and conditions.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "judge/python_text.hpp"
#include "official_parser.hpp"

namespace sluice::inline v0::official {
namespace {

OfficialArithmetic arithmetic_of(Word word) noexcept {
  return static_cast<OfficialArithmetic>(static_cast<int>(word) - static_cast<int>(Word::kw_none));
}
OfficialOperator operator_of(Word word) noexcept {
  return static_cast<OfficialOperator>(static_cast<int>(word) - static_cast<int>(Word::kw_not));
}

}  // namespace

OfficialName Parser::read_column_name() {
  const Token &name = token();
  ++at_;
  if (name.word == Word::star) return OfficialSchema::all;
  if (const std::size_t dot = name.text.find('.'); dot != std::string_view::npos) {
    require(name.text.find('.', dot + 1) == std::string_view::npos);
    const OfficialName table = table_named(aliased(name.text.substr(0, dot)));
    const auto found = schema_.find_column(table, name.text.substr(dot + 1));
    require(found.has_value());
    return *found;
  }
  require(default_tables_ != nullptr);
  for (const OfficialName table : *default_tables_) {
    require(schema_.is_table(table));
    if (const auto found = schema_.find_column(table, name.text)) return *found;
  }
  stop();
}

OfficialColumn Parser::read_column() {
  const Call call(*this, 2);
  const bool block = take(Word::left_paren);
  OfficialColumn column;
  if (is_aggregate(word())) {
    column.aggregate = aggregate_of(word());
    ++at_;
    skip(Word::left_paren);
    column.distinct = word() == Word::kw_distinct;
    if (column.distinct) ++at_;
    column.name = read_column_name();
    skip(Word::right_paren);
    return column;  // without looking for the block's end
  }
  column.distinct = take(Word::kw_distinct);
  column.name = read_column_name();
  if (block) skip(Word::right_paren);
  return column;
}

OfficialTerm Parser::read_term() {
  const Call call(*this);
  const bool block = take(Word::left_paren);
  OfficialTerm term;
  term.left = read_column();
  if (more() && is_arithmetic(word())) {
    term.arithmetic = arithmetic_of(word());
    ++at_;
    term.right = read_column();
  }
  if (block) skip(Word::right_paren);
  return term;
}

OfficialName Parser::read_table() {
  const Call call(*this);
  const std::string_view name = aliased(token().text);
  ++at_;
  if (is(Word::kw_as)) at_ += 2;
  const auto found = schema_.find_table(name);
  if (found) return *found;
  // An alias of a column or of `*` is also a source, but has no columns.
  if (name == "*") return OfficialSchema::all;
  const std::size_t dot = name.find('.');
  require(dot != std::string_view::npos);
  const auto column = schema_.find_column(table_named(name.substr(0, dot)), name.substr(dot + 1));
  require(column.has_value());
  return *column;
}

OfficialSubquery Parser::read_subquery() {
  auto query = std::make_unique<OfficialQuery>();
  read_query(*query);
  return {std::move(query)};
}

OfficialValue Parser::read_column_value(std::size_t begin) {
  std::size_t end = at_;
  while (end < end_) {
    const Word word = tokens_[end].word;
    if (word == Word::comma || word == Word::right_paren || word == Word::kw_and ||
        is_clause(word) || is_join(word)) {
      break;
    }
    ++end;
  }
  const std::size_t whole = std::exchange(end_, end);
  at_ = begin;
  const OfficialColumn column = read_column();
  end_ = whole;
  at_ = end;
  return column;
}

OfficialValue Parser::read_value() {
  const Call call(*this);
  const std::size_t begin = at_;
  const bool block = take(Word::left_paren);
  OfficialValue value;
  if (word() == Word::kw_select) {
    value = read_subquery();
  } else if (token().is_string) {
    value = std::string(token().text);
    ++at_;
  } else if (const auto number = judge_detail::python_float(token().text)) {
    value = *number;
    ++at_;
  } else {
    value = read_column_value(begin);
  }
  if (block) skip(Word::right_paren);
  return value;
}

OfficialConditions Parser::read_conditions() {
  const Call call(*this);
  OfficialConditions conditions;
  while (more()) {
    OfficialCondition condition;
    condition.term = read_term();
    condition.negated = word() == Word::kw_not;
    if (condition.negated) ++at_;
    require(word() >= Word::kw_not && word() <= Word::kw_exists);
    condition.op = operator_of(word());
    ++at_;
    condition.first = read_value();
    if (condition.op == OfficialOperator::between) {
      skip(Word::kw_and);
      condition.second = read_value();
    }
    add(conditions, std::move(condition));
    if (more() && (is_end(word()) || is_join(word()))) break;
    if (is(Word::kw_and) || is(Word::kw_or)) {
      OfficialCondition between;
      between.kind = word() == Word::kw_and ? OfficialCondition::Kind::conjunction
                                            : OfficialCondition::Kind::disjunction;
      add(conditions, std::move(between));
      ++at_;
    }
  }
  return conditions;
}

}  // namespace sluice::inline v0::official
