#include "rank/label_query.hpp"

#include <algorithm>
#include <tuple>

#include "core/add_once.hpp"
#include "label_choices.hpp"
#include "label_positions.hpp"
#include "query_literals.hpp"
#include "query_text.hpp"

namespace sluice::inline v0 {

using detail::add_once;
using rank::call_of;
using rank::Choice;
using rank::column_name;
using rank::comparisons;
using rank::from_clause;
using rank::no_column;
using rank::operator_of;
using rank::QueryLiterals;

namespace {

constexpr std::array aggregates{ColumnLabel::minimum, ColumnLabel::maximum, ColumnLabel::sum,
                                ColumnLabel::average};

class Builder {
 public:
  Builder(const LabelScores &scores, const LabelSchema &schema, const LabelEvidence &evidence,
          const LabelQuestion &question)
      : choices_(scores),
        schema_(schema),
        evidence_(evidence),
        question_(question),
        literals_(schema, evidence, question) {}

  LabelQuery build() {
    LabelQuery query;
    if (schema_.columns().empty()) return query;
    choose_clauses();
    choose_items();
    if (order_ == Clause::order_up || order_ == Clause::order_ascending ||
        order_ == Clause::order_down || order_ == Clause::order_aggregate)
      order_column_ = choices_.take_column(ColumnLabel::order);
    constexpr std::array group{ColumnLabel::group};
    for (const Choice &of : choices_.take_columns(group, groups_))
      group_columns_.push_back(of.column);
    // In the order of the result columns, then of the schema.
    std::ranges::sort(group_columns_, {}, [this](std::uint32_t column) {
      return std::pair{std::ranges::find(items_, column, &Choice::column) - items_.begin(), column};
    });
    if (having_ != Clause::having_none) {
      if (compared_ != Clause::having_rows)
        having_column_ = choices_.take_column(ColumnLabel::having);
      having_number_ = literals_.number("1");
    }
    if (limit_ == Clause::limit_more) limit_number_ = literals_.number("3");
    query.sql = is_set_operation() ? set_operation() : plain_query();
    query.log_probability = choices_.log_probability();
    return query;
  }

 private:
  // Choices.

  static std::size_t count_of(Clause chosen, Clause none) {
    return static_cast<std::size_t>(chosen) - static_cast<std::size_t>(none);
  }

  void choose_clauses() {
    frame_ = choices_.take_clause(0);
    columns_ = count_of(choices_.take_clause(1), Clause::columns_0);
    aggregates_ = count_of(choices_.take_clause(2), Clause::aggregates_0);
    counts_ = choices_.take_clause(3);
    star_ = choices_.take_clause(4) == Clause::star_yes;
    distinct_ = choices_.take_clause(5) == Clause::distinct_yes;
    groups_ = count_of(choices_.take_clause(6), Clause::group_no);
    having_ = choices_.take_clause(7);
    if (having_ != Clause::having_none) compared_ = choices_.take_clause(12);
    order_ = choices_.take_clause(8);
    limit_ = choices_.take_clause(9);
    conditions_ = count_of(choices_.take_clause(10), Clause::conditions_0);
    or_ = choices_.take_clause(11) == Clause::joined_by_or;
    if (limit_ != Clause::limit_none && order_ == Clause::order_none)
      order_ = choices_.clause_but_first(8);
    // These count rows per group.
    if (having_ != Clause::having_none || order_ == Clause::order_count_up ||
        order_ == Clause::order_count_down)
      groups_ = std::max<std::size_t>(groups_, 1);
  }

  void choose_items() {
    constexpr std::array select{ColumnLabel::select};
    constexpr std::array counted{ColumnLabel::count, ColumnLabel::count_distinct};
    if (columns_ + aggregates_ == 0 && counts_ == Clause::counts_none && !star_) columns_ = 1;
    items_ = choices_.take_columns(select, columns_);
    for (const Choice &of : choices_.take_columns(aggregates, aggregates_)) items_.push_back(of);
    // In the order in which the question names them.
    std::ranges::stable_sort(items_, {}, [this](const Choice &of) {
      const std::size_t cue = rank::cue_position(of.label, evidence_, question_);
      return cue != SIZE_MAX ? cue : rank::name_position(schema_.columns()[of.column], question_);
    });
    if (counts_ == Clause::counts_column) {
      for (const Choice &of : choices_.take_columns(counted, 1)) items_.push_back(of);
    }
  }

  std::string name(std::uint32_t column) const { return column_name(schema_, column); }

  std::string condition(std::uint32_t column, ColumnLabel label) {
    auto value = literals_.take(column, label);
    if (!value) value = "1";
    std::string text = name(column);
    text += operator_of(label);
    text += *value;
    if (label == ColumnLabel::where_between) {
      text += " AND ";
      text += literals_.take(column, label).value_or(*value);
    }
    return text;
  }

  // Tables.

  void need_column(std::vector<std::uint32_t> &tables, std::uint32_t column) const {
    if (column != no_column) add_once(tables, schema_.columns()[column].table);
  }
  void need_likely(std::vector<std::uint32_t> &tables, TableLabel label) const {
    for (const std::uint32_t table : choices_.likely_tables(label)) add_once(tables, table);
    if (tables.empty()) tables.push_back(choices_.most_likely_table(label));
  }

  std::string from(const std::vector<std::uint32_t> &tables) const {
    return from_clause(schema_, tables);
  }

  // Text.

  bool is_set_operation() const {
    return frame_ == Clause::frame_intersect || frame_ == Clause::frame_union ||
           frame_ == Clause::frame_except;
  }

  std::string select_list() const {
    std::vector<std::string> items;
    if (counts_ == Clause::counts_rows_first) items.emplace_back("COUNT(*)");
    if (star_) items.emplace_back("*");
    for (const Choice &of : items_) {
      const std::string_view call = call_of(of.label);
      items.push_back(std::string(call) + name(of.column) + (call.empty() ? "" : ")"));
    }
    if (counts_ == Clause::counts_rows_last) items.emplace_back("COUNT(*)");
    std::string text = distinct_ ? "SELECT DISTINCT " : "SELECT ";
    for (std::size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : ", ") + items[i];
    return text;
  }

  std::vector<std::string> conditions(std::size_t count, std::vector<std::uint32_t> &tables,
                                      std::uint32_t except = no_column) {
    std::vector<std::string> texts;
    if (count == 0) return texts;
    std::vector<Choice> chosen;
    for (const Choice &of : choices_.conditions(except)) {
      if (chosen.size() == count) break;
      // A column may occur twice only with OR.
      if (std::ranges::any_of(chosen,
                              [&](const Choice &other) { return other.column == of.column; }))
        continue;
      if (or_ && !chosen.empty() && choices_.probability(of.column, of.label) < 0.4F) break;
      chosen.push_back(of);
    }
    while (or_ && !chosen.empty() && chosen.size() < count) chosen.push_back(chosen.front());
    for (const Choice &of : chosen) {
      choices_.take(choices_.probability(of.column, of.label));
      need_column(tables, of.column);
      texts.push_back(condition(of.column, of.label));
    }
    return texts;
  }

  std::string where_of(const std::vector<std::string> &texts) const {
    std::string text;
    for (std::size_t i = 0; i < texts.size(); ++i)
      text += (i == 0 ? " WHERE " : or_ ? " OR " : " AND ") + texts[i];
    return text;
  }

  std::vector<std::uint32_t> tables_of_items() const {
    std::vector<std::uint32_t> tables;
    for (const Choice &of : items_) need_column(tables, of.column);
    return tables;
  }

  std::string plain_query() {
    std::vector<std::uint32_t> tables = tables_of_items();
    std::uint32_t linked = no_column;
    std::string nested;
    if (frame_ != Clause::frame_plain) std::tie(linked, nested) = nested_condition();
    need_column(tables, linked);
    std::vector<std::string> texts = conditions(conditions_, tables, linked);
    if (!nested.empty()) texts.push_back(std::move(nested));
    for (const std::uint32_t column : group_columns_) need_column(tables, column);
    need_column(tables, having_column_);
    need_column(tables, order_column_);
    if (tables.empty() || counts_ == Clause::counts_rows_first ||
        counts_ == Clause::counts_rows_last || star_ || groups_ > 0 || !texts.empty())
      need_likely(tables, TableLabel::read);
    std::string text = select_list() + from(tables) + where_of(texts);
    text += group();
    text += having();
    text += order();
    if (limit_ == Clause::limit_one) text += " LIMIT 1";
    if (limit_ == Clause::limit_more) text += " LIMIT " + limit_number_;
    return text;
  }

  std::string group() const {
    std::string text;
    for (const std::uint32_t column : group_columns_)
      text += (text.empty() ? " GROUP BY " : ", ") + name(column);
    return text;
  }

  std::string having() const {
    if (having_ == Clause::having_none) return {};
    std::string text = " HAVING ";
    if (having_column_ == no_column) {
      text += "COUNT(*)";
    } else {
      text += compared_ == Clause::having_sum       ? "SUM("
              : compared_ == Clause::having_average ? "AVG("
                                                    : "COUNT(";
      text += name(having_column_) + ')';
    }
    switch (having_) {
      case Clause::having_at_least: text += " >= "; break;
      case Clause::having_equal: text += " = "; break;
      case Clause::having_less: text += " < "; break;
      case Clause::having_at_most: text += " <= "; break;
      default: text += " > ";
    }
    return text + having_number_;
  }

  std::string order() const {
    switch (order_) {
      case Clause::order_count_up: return " ORDER BY COUNT(*)";
      case Clause::order_count_down: return " ORDER BY COUNT(*) DESC";
      case Clause::order_up: return " ORDER BY " + name(order_column_);
      case Clause::order_ascending: return " ORDER BY " + name(order_column_) + " ASC";
      case Clause::order_down: return " ORDER BY " + name(order_column_) + " DESC";
      case Clause::order_aggregate: {
        const bool averages = choices_.probability(order_column_, ColumnLabel::average) >
                              choices_.probability(order_column_, ColumnLabel::sum);
        return std::string(averages ? " ORDER BY AVG(" : " ORDER BY SUM(") + name(order_column_) +
               ") DESC";
      }
      default: return {};
    }
  }

  /// The column that a nested query is compared with, and the condition.
  std::pair<std::uint32_t, std::string> nested_condition() {
    std::vector<std::uint32_t> tables;
    if (frame_ == Clause::frame_over_average || frame_ == Clause::frame_over_extreme) {
      const std::uint32_t column = choices_.take_column(ColumnLabel::linked);
      const bool averages = frame_ == Clause::frame_over_average;
      const bool least = choices_.probability(column, ColumnLabel::minimum) >
                         choices_.probability(column, ColumnLabel::maximum);
      ColumnLabel compared = ColumnLabel::where_greater;
      if (averages ? choices_.probability(column, ColumnLabel::where_less) >
                         choices_.probability(column, ColumnLabel::where_greater)
                   : least)
        compared = ColumnLabel::where_less;
      for (const ColumnLabel label : comparisons) {
        if (choices_.probability(column, label) > choices_.probability(column, compared))
          compared = label;
      }
      need_column(tables, column);
      const std::string where = inner_condition(tables, 0.5F);
      return {column, name(column) + std::string(operator_of(compared)) + "(SELECT " +
                          (averages ? "AVG("
                           : least  ? "MIN("
                                    : "MAX(") +
                          name(column) + ')' + from(tables) + where + ')'};
    }
    const auto [outer, inner] = linked_columns();
    need_column(tables, inner);
    std::string condition = name(outer) +
                            (frame_ == Clause::frame_not_in ? " NOT IN (SELECT " : " IN (SELECT ") +
                            name(inner);
    std::string where = inner_condition(tables, 0.3F);
    condition += from(tables) + where + ')';
    return {outer, std::move(condition)};
  }

  /// The most likely pair of joined columns.
  std::pair<std::uint32_t, std::uint32_t> linked_columns() {
    std::pair<std::uint32_t, std::uint32_t> found{no_column, no_column};
    float score = -1;
    const auto offer = [&](std::uint32_t outer, std::uint32_t inner) {
      const float value = choices_.probability(outer, ColumnLabel::linked) *
                          choices_.probability(inner, ColumnLabel::inner_select);
      if (value <= score) return;
      score = value;
      found = {outer, inner};
    };
    for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
      for (const Join &join : schema_.graph().joins(TableId(t))) {
        // A column of a composite key says nothing about the key.
        if (join.from_columns.size() == 1)
          offer(join.from_columns.front().value, join.to_columns.front().value);
      }
    }
    if (found.first == no_column) {
      const std::uint32_t column = choices_.take_column(ColumnLabel::linked);
      return {column, column};
    }
    choices_.take(score);
    return found;
  }

  std::string inner_condition(std::vector<std::uint32_t> &tables, float least) {
    const std::uint32_t column = choices_.take_column(ColumnLabel::inner_where);
    if (choices_.probability(column, ColumnLabel::inner_where) < least) return {};
    need_column(tables, column);
    ColumnLabel label = ColumnLabel::where_equal;
    for (const ColumnLabel other : comparisons) {
      if (choices_.probability(column, other) > choices_.probability(column, label)) label = other;
    }
    return " WHERE " + condition(column, label);
  }

  std::string set_operation() {
    std::vector<std::uint32_t> first = tables_of_items();
    if (first.empty()) need_likely(first, TableLabel::read);
    std::vector<std::uint32_t> second = first;
    const std::vector<std::string> texts = conditions(conditions_, first);
    for (const std::uint32_t column : group_columns_) need_column(first, column);
    need_column(first, having_column_);
    std::string text = select_list() + from(first) + where_of(texts);
    text += group();
    text += having();
    text += frame_ == Clause::frame_intersect ? " INTERSECT "
            : frame_ == Clause::frame_union   ? " UNION "
                                              : " EXCEPT ";
    const std::string where = inner_condition(second, frame_ == Clause::frame_except ? 0.3F : 0.1F);
    // A key may be represented by its counterpart in the second table.
    if (items_.size() == 1 && items_[0].label == ColumnLabel::select) {
      const std::uint32_t other = choices_.take_column(ColumnLabel::inner_select);
      if (choices_.probability(other, ColumnLabel::inner_select) >
          choices_.probability(items_[0].column, ColumnLabel::inner_select)) {
        std::erase(second, schema_.columns()[items_[0].column].table);
        need_column(second, other);
        items_[0].column = other;
      }
    }
    need_likely(second, TableLabel::inner);
    return text + select_list() + from(second) + where;
  }

  rank::LabelChoices choices_;
  const LabelSchema &schema_;
  const LabelEvidence &evidence_;
  const LabelQuestion &question_;
  QueryLiterals literals_;

  Clause frame_{}, counts_{}, having_{}, compared_ = Clause::having_rows, order_{}, limit_{};
  std::size_t columns_ = 0, aggregates_ = 0, groups_ = 0, conditions_ = 0;
  bool star_ = false, distinct_ = false, or_ = false;
  std::vector<Choice> items_;
  std::vector<std::uint32_t> group_columns_;
  std::uint32_t order_column_ = no_column, having_column_ = no_column;
  std::string having_number_, limit_number_;
};

}  // namespace

LabelQuery query_of(const LabelScores &scores, const LabelSchema &schema,
                    const LabelEvidence &evidence, const LabelQuestion &question) {
  return Builder(scores, schema, evidence, question).build();
}

}  // namespace sluice::inline v0
