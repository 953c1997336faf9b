#include "sluice/rank/label_query.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "sluice/sql/print.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

constexpr std::uint32_t no_column = UINT32_MAX;

struct Choice {
  std::uint32_t column = no_column;
  ColumnLabel label = ColumnLabel::select;
};

constexpr std::array aggregates{ColumnLabel::minimum, ColumnLabel::maximum, ColumnLabel::sum,
                                ColumnLabel::average};
constexpr std::array comparisons{ColumnLabel::where_equal,    ColumnLabel::where_unequal,
                                 ColumnLabel::where_greater,  ColumnLabel::where_less,
                                 ColumnLabel::where_at_least, ColumnLabel::where_at_most,
                                 ColumnLabel::where_like,     ColumnLabel::where_between};

std::string_view call_of(ColumnLabel label) {
  switch (label) {
    case ColumnLabel::count: return "COUNT(";
    case ColumnLabel::count_distinct: return "COUNT(DISTINCT ";
    case ColumnLabel::minimum: return "MIN(";
    case ColumnLabel::maximum: return "MAX(";
    case ColumnLabel::sum: return "SUM(";
    case ColumnLabel::average: return "AVG(";
    default: return {};
  }
}

std::string_view operator_of(ColumnLabel label) {
  switch (label) {
    case ColumnLabel::where_unequal: return " != ";
    case ColumnLabel::where_greater: return " > ";
    case ColumnLabel::where_less: return " < ";
    case ColumnLabel::where_at_least: return " >= ";
    case ColumnLabel::where_at_most: return " <= ";
    case ColumnLabel::where_like: return " LIKE ";
    case ColumnLabel::where_between: return " BETWEEN ";
    default: return " = ";
  }
}

class Builder {
 public:
  Builder(const LabelScores &scores, const LabelSchema &schema, const LabelEvidence &evidence,
          const LabelQuestion &question)
      : scores_(scores),
        schema_(schema),
        database_(schema.database()),
        evidence_(evidence),
        question_(question),
        used_(question.literals.size(), 0) {}

  LabelQuery build() {
    LabelQuery query;
    if (schema_.columns().empty()) return query;
    choose_clauses();
    choose_items();
    if (order_ == Clause::order_up || order_ == Clause::order_ascending ||
        order_ == Clause::order_down || order_ == Clause::order_aggregate)
      order_column_ = best(ColumnLabel::order);
    constexpr std::array group{ColumnLabel::group};
    for (const Choice &of : best_of(group, groups_)) group_columns_.push_back(of.column);
    // As they are selected, or as they stand.
    std::ranges::sort(group_columns_, {}, [this](std::uint32_t column) {
      return std::pair{std::ranges::find(items_, column, &Choice::column) - items_.begin(), column};
    });
    if (having_ != Clause::having_none) having_number_ = number("1");
    if (limit_ == Clause::limit_more) limit_number_ = number("3");
    query.sql = is_set_operation() ? set_operation() : plain_query();
    query.log_probability = log_probability_;
    return query;
  }

 private:
  // Choices.

  float probability(std::uint32_t column, ColumnLabel label) const {
    return scores_.columns[column][static_cast<std::size_t>(label)];
  }
  void take(float probability) { log_probability_ += std::log(std::max(probability, 1e-6F)); }

  Clause choose(std::size_t group, Clause except = Clause::joined_by_or) {
    std::size_t best = clause_groups[group];
    for (std::size_t c = best; c < clause_groups[group + 1]; ++c) {
      if (static_cast<Clause>(best) == except ||
          (scores_.clauses[c] > scores_.clauses[best] && static_cast<Clause>(c) != except))
        best = c;
    }
    return static_cast<Clause>(best);
  }
  Clause taken(std::size_t group) {
    const auto of = static_cast<std::size_t>(
        std::max_element(scores_.clauses.begin() + clause_groups[group],
                         scores_.clauses.begin() + clause_groups[group + 1]) -
        scores_.clauses.begin());
    take(scores_.clauses[of]);
    return static_cast<Clause>(of);
  }
  static std::size_t count_of(Clause chosen, Clause none) {
    return static_cast<std::size_t>(chosen) - static_cast<std::size_t>(none);
  }

  void choose_clauses() {
    frame_ = taken(0);
    columns_ = count_of(taken(1), Clause::columns_0);
    aggregates_ = count_of(taken(2), Clause::aggregates_0);
    counts_ = taken(3);
    star_ = taken(4) == Clause::star_yes;
    distinct_ = taken(5) == Clause::distinct_yes;
    groups_ = count_of(taken(6), Clause::group_no);
    having_ = taken(7);
    order_ = taken(8);
    limit_ = taken(9);
    conditions_ = count_of(taken(10), Clause::conditions_0);
    or_ = taken(11) == Clause::joined_by_or;
    if (limit_ != Clause::limit_none && order_ == Clause::order_none)
      order_ = choose(8, Clause::order_none);
    // Groups are what is counted for these.
    if (having_ != Clause::having_none || order_ == Clause::order_count_up ||
        order_ == Clause::order_count_down)
      groups_ = std::max<std::size_t>(groups_, 1);
  }

  /// The likeliest column for a label, of those not in `except`.
  std::uint32_t best(ColumnLabel label, std::span<const std::uint32_t> except = {}) {
    std::uint32_t found = no_column;
    for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) {
      if (std::ranges::find(except, c) != except.end()) continue;
      if (found == no_column || probability(c, label) > probability(found, label)) found = c;
    }
    if (found != no_column) take(probability(found, label));
    return found;
  }

  std::vector<Choice> best_of(std::span<const ColumnLabel> labels, std::size_t count) {
    std::vector<Choice> all;
    for (const ColumnLabel label : labels) {
      for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) all.push_back({c, label});
    }
    count = std::min(count, all.size());
    std::ranges::stable_sort(all, [this](const Choice &a, const Choice &b) {
      return probability(a.column, a.label) > probability(b.column, b.label);
    });
    all.resize(count);
    for (const Choice &of : all) take(probability(of.column, of.label));
    return all;
  }

  void choose_items() {
    constexpr std::array select{ColumnLabel::select};
    constexpr std::array counted{ColumnLabel::count, ColumnLabel::count_distinct};
    if (columns_ + aggregates_ == 0 && counts_ == Clause::counts_none && !star_) columns_ = 1;
    items_ = best_of(select, columns_);
    for (const Choice &of : best_of(aggregates, aggregates_)) items_.push_back(of);
    // As the question names them.
    std::ranges::stable_sort(items_, {}, [this](const Choice &of) {
      const std::size_t cue = place_of_cue(of.label);
      return cue != SIZE_MAX ? cue : place(of.column);
    });
    if (counts_ == Clause::counts_column) {
      for (const Choice &of : best_of(counted, 1)) items_.push_back(of);
    }
  }

  /// Where the question asks for an aggregate.
  std::size_t place_of_cue(ColumnLabel label) const {
    std::span<const std::string_view> cues;
    static constexpr std::array<std::string_view, 6> least{"min",      "minimum", "lowest",
                                                           "smallest", "least",   "shortest"};
    static constexpr std::array<std::string_view, 6> most{"max",     "maximum", "highest",
                                                          "largest", "most",    "longest"};
    static constexpr std::array<std::string_view, 2> average{"average", "mean"};
    static constexpr std::array<std::string_view, 2> sum{"total", "sum"};
    switch (label) {
      case ColumnLabel::minimum: cues = least; break;
      case ColumnLabel::maximum: cues = most; break;
      case ColumnLabel::average: cues = average; break;
      case ColumnLabel::sum: cues = sum; break;
      default: return SIZE_MAX;
    }
    for (std::size_t w = 0; w < question_.words.size(); ++w) {
      const LabelWord &of = question_.words[w];
      const std::string word = lower_case(evidence_.question.substr(of.begin, of.end - of.begin));
      if (std::ranges::find(cues, word) != cues.end()) return w;
    }
    return SIZE_MAX;
  }

  std::size_t place(std::uint32_t column) const {
    std::size_t last = SIZE_MAX;
    for (const std::uint64_t stem : schema_.columns()[column].stems) {
      const auto at = std::ranges::find(question_.words, stem, &LabelWord::stem);
      if (at != question_.words.end())
        last = static_cast<std::size_t>(at - question_.words.begin());
    }
    return last;
  }

  // Literals.

  std::string number(std::string_view otherwise) {
    for (std::size_t l = 0; l < used_.size(); ++l) {
      if (used_[l] != 0 || !question_.literals[l].is_number) continue;
      used_[l] = 1;
      return question_.literals[l].text;
    }
    return std::string(otherwise);
  }

  /// What to compare a column with; nothing if the question has nothing left.
  std::optional<std::string> literal(std::uint32_t column, ColumnLabel label) {
    const bool is_number = schema_.columns()[column].type == ColumnType::number;
    const bool wants_number =
        is_number || (label != ColumnLabel::where_equal && label != ColumnLabel::where_unequal &&
                      label != ColumnLabel::where_like);
    if (label != ColumnLabel::where_like && !wants_number) {
      for (const LabelValue &of : evidence_.values) {
        if (of.column != column || !of.is_whole || is_taken(of.words)) continue;
        taken_words_.push_back(of.words);
        for (std::size_t l = 0; l < used_.size(); ++l) {
          if (question_.literals[l].text == of.words) used_[l] = 1;
        }
        return sql::quote_string(of.value);
      }
    }
    for (const bool any : {false, true}) {
      for (std::size_t l = 0; l < used_.size(); ++l) {
        const LabelLiteral &of = question_.literals[l];
        if (used_[l] != 0 || (!any && of.is_number != wants_number)) continue;
        used_[l] = 1;
        if (label == ColumnLabel::where_like) return sql::quote_string('%' + of.text + '%');
        return of.is_number && (is_number || wants_number) ? of.text : sql::quote_string(of.text);
      }
    }
    return std::nullopt;
  }
  bool is_taken(const std::string &words) const {
    return std::ranges::find(taken_words_, words) != taken_words_.end();
  }

  std::string name(std::uint32_t column) const {
    const Table &table = database_.tables()[schema_.columns()[column].table];
    return sql::quote_name(table.name) + '.' + sql::quote_name(database_.columns()[column].name);
  }

  std::string condition(std::uint32_t column, ColumnLabel label) {
    auto value = literal(column, label);
    if (!value) value = "1";
    std::string text = name(column);
    text += operator_of(label);
    text += *value;
    if (label == ColumnLabel::where_between) {
      text += " AND ";
      text += literal(column, label).value_or(*value);
    }
    return text;
  }

  // Tables.

  void need(std::vector<std::uint32_t> &tables, std::uint32_t table) const {
    if (std::ranges::find(tables, table) == tables.end()) tables.push_back(table);
  }
  void need_column(std::vector<std::uint32_t> &tables, std::uint32_t column) const {
    if (column != no_column) need(tables, schema_.columns()[column].table);
  }
  void need_likely(std::vector<std::uint32_t> &tables, TableLabel label) const {
    const auto l = static_cast<std::size_t>(label);
    for (std::uint32_t t = 0; t < scores_.tables.size(); ++t) {
      if (scores_.table_votes[t][l] > 0.5F && scores_.tables[t][l] >= 0.5F) need(tables, t);
    }
    if (!tables.empty()) return;
    std::uint32_t best = 0;
    for (std::uint32_t t = 1; t < scores_.tables.size(); ++t) {
      if (scores_.tables[t][l] > scores_.tables[best][l]) best = t;
    }
    tables.push_back(best);
  }

  std::string from(const std::vector<std::uint32_t> &tables) const {
    std::vector<TableId> joined{TableId(tables.front())};
    std::string text = " FROM " + sql::quote_name(database_.tables()[tables.front()].name);
    std::vector<std::uint32_t> rest(tables.begin() + 1, tables.end());
    while (!rest.empty()) {
      // The nearest first, so that a wanted table is the way to another.
      std::optional<std::vector<const Join *>> path;
      std::size_t nearest = 0;
      for (std::size_t t = 0; t < rest.size(); ++t) {
        auto other = schema_.graph().path(joined, TableId(rest[t]));
        if (!other || (path && path->size() <= other->size())) continue;
        path = std::move(other);
        nearest = t;
      }
      const std::uint32_t table = rest[nearest];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(nearest));
      if (!path) {  // nothing joins it
        joined.push_back(TableId(table));
        text += " JOIN " + sql::quote_name(database_.tables()[table].name);
        continue;
      }
      for (const Join *join : *path) {
        joined.push_back(join->to);
        text += " JOIN " + sql::quote_name(database_.tables()[join->to.index()].name) + " ON " +
                name(join->from_columns.front().value) + " = " +
                name(join->to_columns.front().value);
      }
    }
    return text;
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
    for (const Choice &of : ranked_conditions(except)) {
      if (chosen.size() == count) break;
      // A column twice only where that is what OR is for.
      if (std::ranges::any_of(chosen,
                              [&](const Choice &other) { return other.column == of.column; }))
        continue;
      if (or_ && !chosen.empty() && probability(of.column, of.label) < 0.4F) break;
      chosen.push_back(of);
    }
    while (or_ && !chosen.empty() && chosen.size() < count) chosen.push_back(chosen.front());
    for (const Choice &of : chosen) {
      take(probability(of.column, of.label));
      need_column(tables, of.column);
      texts.push_back(condition(of.column, of.label));
    }
    return texts;
  }

  std::vector<Choice> ranked_conditions(std::uint32_t except) const {
    std::vector<Choice> all;
    for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) {
      if (c == except) continue;
      Choice of{c, comparisons[0]};
      for (const ColumnLabel label : comparisons) {
        if (probability(c, label) > probability(c, of.label)) of.label = label;
      }
      all.push_back(of);
    }
    std::ranges::stable_sort(all, [this](const Choice &a, const Choice &b) {
      return probability(a.column, a.label) > probability(b.column, b.label);
    });
    return all;
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
    switch (having_) {
      case Clause::having_none: return {};
      case Clause::having_at_least: return " HAVING COUNT(*) >= " + having_number_;
      case Clause::having_equal: return " HAVING COUNT(*) = " + having_number_;
      case Clause::having_less: return " HAVING COUNT(*) < " + having_number_;
      default: return " HAVING COUNT(*) > " + having_number_;
    }
  }

  std::string order() const {
    switch (order_) {
      case Clause::order_count_up: return " ORDER BY COUNT(*)";
      case Clause::order_count_down: return " ORDER BY COUNT(*) DESC";
      case Clause::order_up: return " ORDER BY " + name(order_column_);
      case Clause::order_ascending: return " ORDER BY " + name(order_column_) + " ASC";
      case Clause::order_down: return " ORDER BY " + name(order_column_) + " DESC";
      case Clause::order_aggregate: {
        const bool averages = probability(order_column_, ColumnLabel::average) >
                              probability(order_column_, ColumnLabel::sum);
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
      const std::uint32_t column = best(ColumnLabel::linked);
      const bool averages = frame_ == Clause::frame_over_average;
      const bool least =
          probability(column, ColumnLabel::minimum) > probability(column, ColumnLabel::maximum);
      ColumnLabel compared = ColumnLabel::where_greater;
      if (averages ? probability(column, ColumnLabel::where_less) >
                         probability(column, ColumnLabel::where_greater)
                   : least)
        compared = ColumnLabel::where_less;
      for (const ColumnLabel label : comparisons) {
        if (probability(column, label) > probability(column, compared)) compared = label;
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

  /// Likeliest pair of joined columns.
  std::pair<std::uint32_t, std::uint32_t> linked_columns() {
    std::pair<std::uint32_t, std::uint32_t> found{no_column, no_column};
    float score = -1;
    const auto offer = [&](std::uint32_t outer, std::uint32_t inner) {
      const float value =
          probability(outer, ColumnLabel::linked) * probability(inner, ColumnLabel::inner_select);
      if (value <= score) return;
      score = value;
      found = {outer, inner};
    };
    for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
      for (const Join &join : schema_.graph().joins(TableId(t)))
        offer(join.from_columns.front().value, join.to_columns.front().value);
    }
    if (found.first == no_column) {
      const std::uint32_t column = best(ColumnLabel::linked);
      return {column, column};
    }
    take(score);
    return found;
  }

  std::string inner_condition(std::vector<std::uint32_t> &tables, float least) {
    const std::uint32_t column = best(ColumnLabel::inner_where);
    if (probability(column, ColumnLabel::inner_where) < least) return {};
    need_column(tables, column);
    ColumnLabel label = ColumnLabel::where_equal;
    for (const ColumnLabel other : comparisons) {
      if (probability(column, other) > probability(column, label)) label = other;
    }
    return " WHERE " + condition(column, label);
  }

  std::string set_operation() {
    std::vector<std::uint32_t> first = tables_of_items();
    if (first.empty()) need_likely(first, TableLabel::read);
    std::vector<std::uint32_t> second = first;
    const std::vector<std::string> texts = conditions(conditions_, first);
    for (const std::uint32_t column : group_columns_) need_column(first, column);
    std::string text = select_list() + from(first) + where_of(texts);
    text += group();
    text += having();
    text += frame_ == Clause::frame_intersect ? " INTERSECT "
            : frame_ == Clause::frame_union   ? " UNION "
                                              : " EXCEPT ";
    const std::string where = inner_condition(second, frame_ == Clause::frame_except ? 0.3F : 0.1F);
    // A key may stand for itself in the second table.
    if (items_.size() == 1 && items_[0].label == ColumnLabel::select) {
      const std::uint32_t other = best(ColumnLabel::inner_select);
      if (probability(other, ColumnLabel::inner_select) >
          probability(items_[0].column, ColumnLabel::inner_select)) {
        std::erase(second, schema_.columns()[items_[0].column].table);
        need_column(second, other);
        items_[0].column = other;
      }
    }
    need_likely(second, TableLabel::inner);
    return text + select_list() + from(second) + where;
  }

  const LabelScores &scores_;
  const LabelSchema &schema_;
  const Database &database_;
  const LabelEvidence &evidence_;
  const LabelQuestion &question_;
  std::vector<std::uint8_t> used_;  // by literal
  std::vector<std::string> taken_words_;
  double log_probability_ = 0;

  Clause frame_{}, counts_{}, having_{}, order_{}, limit_{};
  std::size_t columns_ = 0, aggregates_ = 0, groups_ = 0, conditions_ = 0;
  bool star_ = false, distinct_ = false, or_ = false;
  std::vector<Choice> items_;
  std::vector<std::uint32_t> group_columns_;
  std::uint32_t order_column_ = no_column;
  std::string having_number_, limit_number_;
};

}  // namespace

LabelQuery query_of(const LabelScores &scores, const LabelSchema &schema,
                    const LabelEvidence &evidence, const LabelQuestion &question) {
  return Builder(scores, schema, evidence, question).build();
}

}  // namespace sluice
