#include "sluice/rank/query_labels.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0 {
namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::Operator;

/// The choice of a group for a count. The last choice means `max_count` or more.
Clause counted_clause(Clause none, std::size_t count, std::size_t max_count) {
  return static_cast<Clause>(static_cast<std::size_t>(none) + std::min(count, max_count));
}

class LabelReader {
 public:
  LabelReader(const sql::SyntaxTree &tree, const Database &database)
      : tree_(tree), database_(database), names_(database), bindings_(sql::bind(tree, names_)) {
    labels_.tables.assign(database.tables().size(), 0);
    labels_.columns.assign(database.columns().size(), 0);
  }

  QueryLabels read() {
    NodeId query = tree_.root();
    if (tree_.kind(query) == NodeKind::compound) {
      frame_ = frame_of(static_cast<sql::SetOperator>(tree_[query].op));
      NodeId first = no_query, second = no_query;
      for (const NodeId child : tree_.children(query)) {
        if (!sql::is_query(tree_.kind(child))) continue;
        (first == no_query ? first : second) = child;
      }
      inner_query(second);
      query = first;
      while (tree_.kind(query) == NodeKind::compound) query = tree_.first_child(query);
    }
    if (tree_.kind(query) == NodeKind::select) main_query(query);
    set(frame_);
    return std::move(labels_);
  }

 private:
  static constexpr NodeId no_query = sql::no_node;

  static Clause frame_of(sql::SetOperator op) {
    switch (op) {
      case sql::SetOperator::intersect:
      case sql::SetOperator::intersect_all: return Clause::frame_intersect;
      case sql::SetOperator::except:
      case sql::SetOperator::except_all: return Clause::frame_except;
      default: return Clause::frame_union;
    }
  }

  void set(Clause clause) { labels_.clauses |= std::uint64_t{1} << static_cast<unsigned>(clause); }

  void label(NodeId column, ColumnLabel as) {
    if (tree_.kind(column) != NodeKind::column) return;
    const sql::Binding &of = bindings_[column];
    if (of.table == sql::no_position || of.column == sql::no_position) return;
    labels_.columns[database_.tables()[of.table].first_column + of.column] |=
        1U << static_cast<unsigned>(as);
  }

  /// Labels all columns below a node, except those in nested queries.
  void label_all(NodeId node, ColumnLabel as) {
    if (node == sql::no_node) return;
    sql::walk(tree_, node, [&](NodeId below) {
      if (sql::is_query(tree_.kind(below))) return false;
      label(below, as);
      return true;
    });
  }

  void label_tables(NodeId node, TableLabel as) {
    if (node == sql::no_node) return;
    for (const NodeId below : sql::nodes_below(tree_, node)) {
      if (tree_.kind(below) != NodeKind::table) continue;
      const std::uint32_t table = bindings_.source(below).table;
      if (table != sql::no_position) labels_.tables[table] |= 1U << static_cast<unsigned>(as);
    }
  }

  /// Includes the tables of nested queries.
  std::size_t tables_in(NodeId node) const {
    if (node == sql::no_node) return 0;
    std::size_t count = 0;
    for (const NodeId below : sql::nodes_below(tree_, node))
      count += tree_.kind(below) == NodeKind::table ? 1 : 0;
    return count;
  }

  bool is_call(NodeId node, std::string_view name) const {
    return tree_.kind(node) == NodeKind::function && same_name(tree_.text(node), name);
  }
  bool is_count(NodeId node) const { return is_call(node, "count"); }
  NodeId unwrapped(NodeId node) const {
    while (tree_.kind(node) == NodeKind::aliased || tree_.kind(node) == NodeKind::paren)
      node = tree_.first_child(node);
    return node;
  }

  void main_query(NodeId select) {
    std::size_t columns = 0, aggregates = 0;
    Clause counts = Clause::counts_none;
    bool star = false;
    for (const NodeId item : tree_.children(tree_.child(select, NodeKind::select_list))) {
      const NodeId of = unwrapped(item);
      if (tree_.kind(of) == NodeKind::star) {
        star = true;
      } else if (is_count(of)) {
        const bool distinct = tree_.child(of, NodeKind::distinct) != sql::no_node;
        const NodeId counted = tree_.last_child(of);
        if (counted != sql::no_node && tree_.kind(counted) == NodeKind::column) {
          label(counted, distinct ? ColumnLabel::count_distinct : ColumnLabel::count);
          counts = Clause::counts_column;
        } else {
          counts = columns + aggregates == 0 ? Clause::counts_rows_first : Clause::counts_rows_last;
        }
      } else if (const auto as = aggregate_of(of)) {
        ++aggregates;
        label_all(of, *as);
      } else {
        ++columns;
        label_all(of, ColumnLabel::select);
      }
    }
    set(counted_clause(Clause::columns_0, columns, 4));
    set(counted_clause(Clause::aggregates_0, aggregates, 3));
    set(counts);
    set(star ? Clause::star_yes : Clause::star_no);
    set(tree_.child(select, NodeKind::distinct) != sql::no_node ? Clause::distinct_yes
                                                                : Clause::distinct_no);
    const NodeId from = tree_.child(select, NodeKind::from);
    label_tables(from, TableLabel::read);
    set(counted_clause(Clause::tables_1, std::max<std::size_t>(tables_in(from), 1) - 1, 2));
    const NodeId where = tree_.child(select, NodeKind::where);
    if (where != sql::no_node) conditions(tree_.first_child(where));
    set(counted_clause(Clause::conditions_0, conditions_, 3));
    set(has_or_ ? Clause::joined_by_or : Clause::joined_by_and);
    set(compared_.value_or(Clause::compared_equal));
    const NodeId group = tree_.child(select, NodeKind::group_by);
    label_all(group, ColumnLabel::group);
    set(counted_clause(Clause::group_no, group == sql::no_node ? 0 : tree_.count_children(group),
                       2));
    having(tree_.child(select, NodeKind::having));
    set(order_of(tree_.child(select, NodeKind::order_by)));
    const NodeId limit = tree_.child(select, NodeKind::limit);
    set(limit == sql::no_node                         ? Clause::limit_none
        : tree_.text(tree_.first_child(limit)) == "1" ? Clause::limit_one
                                                      : Clause::limit_more);
  }

  std::optional<ColumnLabel> aggregate_of(NodeId node) const {
    if (is_call(node, "min")) return ColumnLabel::minimum;
    if (is_call(node, "max")) return ColumnLabel::maximum;
    if (is_call(node, "sum")) return ColumnLabel::sum;
    if (is_call(node, "avg")) return ColumnLabel::average;
    return std::nullopt;
  }

  /// Sets two choices: the operator, and what is compared.
  void having(NodeId having) {
    Clause how = Clause::having_none, what = Clause::having_rows;
    if (having != sql::no_node) {
      how = Clause::having_other;
      const NodeId compared = tree_.first_child(having);
      const NodeId first = tree_.first_child(compared);
      if (tree_.kind(compared) == NodeKind::binary && tree_.kind(first) == NodeKind::function) {
        how = having_comparison(static_cast<Operator>(tree_[compared].op));
        const NodeId column = tree_.last_child(first);
        if (column != sql::no_node && tree_.kind(column) == NodeKind::column) {
          what = is_count(first)         ? Clause::having_count
                 : is_call(first, "sum") ? Clause::having_sum
                 : is_call(first, "avg") ? Clause::having_average
                                         : Clause::having_rows;
          if (what != Clause::having_rows) label(column, ColumnLabel::having);
        }
      }
    }
    set(how);
    set(what);
  }

  static Clause having_comparison(Operator op) {
    switch (op) {
      case Operator::greater: return Clause::having_greater;
      case Operator::greater_equal: return Clause::having_at_least;
      case Operator::equal: return Clause::having_equal;
      case Operator::less: return Clause::having_less;
      case Operator::less_equal: return Clause::having_at_most;
      default: return Clause::having_other;
    }
  }

  Clause order_of(NodeId order) {
    if (order == sql::no_node) return Clause::order_none;
    const NodeId ordering = tree_.first_child(order);
    const bool down = (tree_[ordering].flags & sql::flag::descending) != 0;
    const NodeId by = unwrapped(tree_.first_child(ordering));
    if (is_count(by)) return down ? Clause::order_count_down : Clause::order_count_up;
    label_all(by, ColumnLabel::order);
    if (tree_.kind(by) != NodeKind::column) return Clause::order_aggregate;
    if (down) return Clause::order_down;
    const bool written = (tree_[ordering].flags & sql::flag::ascending) != 0;
    return written ? Clause::order_ascending : Clause::order_up;
  }

  /// Visits all conditions that AND and OR join.
  void conditions(NodeId top) {
    std::vector<NodeId> open{top};
    while (!open.empty()) {
      const NodeId node = unwrapped(open.back());
      open.pop_back();
      const auto op = static_cast<Operator>(tree_[node].op);
      const bool joins = tree_.kind(node) == NodeKind::binary &&
                         (op == Operator::logical_and || op == Operator::logical_or);
      if (joins) {
        has_or_ = has_or_ || op == Operator::logical_or;
        open.push_back(tree_.last_child(node));
        open.push_back(tree_.first_child(node));  // visited next
      } else {
        condition(node);
      }
    }
  }

  void condition(NodeId node) {
    const NodeId first = tree_.first_child(node);
    switch (tree_.kind(node)) {
      case NodeKind::binary: {
        const auto op = static_cast<Operator>(tree_[node].op);
        const NodeId right = tree_.last_child(node);
        if (tree_.kind(right) == NodeKind::subquery) {
          // These labels say how the column is compared, and with what.
          label_all(first, comparison(op));
          nested(tree_.first_child(right), first, Clause::frame_over_extreme);
          return;
        }
        compared(comparison(op));
        label_all(first, comparison(op));
        return;
      }
      case NodeKind::pattern:
        compared(ColumnLabel::where_like);
        return label_all(first, ColumnLabel::where_like);
      case NodeKind::between:
        compared(ColumnLabel::where_between);
        return label_all(first, ColumnLabel::where_between);
      case NodeKind::in: {
        const NodeId behind = tree_.last_child(node);
        if (tree_.kind(behind) != NodeKind::subquery) {
          compared(ColumnLabel::where_equal);
          return label_all(first, ColumnLabel::where_equal);
        }
        const bool negated = (tree_[node].flags & sql::flag::negated) != 0;
        return nested(tree_.first_child(behind), first,
                      negated ? Clause::frame_not_in : Clause::frame_in);
      }
      default: return;
    }
  }

  /// Counts one condition.
  void compared(ColumnLabel as) {
    const Clause kind = kind_of(as);
    compared_ = !compared_ || *compared_ == kind ? kind : Clause::compared_other;
    ++conditions_;
  }

  static Clause kind_of(ColumnLabel comparison) {
    switch (comparison) {
      case ColumnLabel::where_equal: return Clause::compared_equal;
      case ColumnLabel::where_greater:
      case ColumnLabel::where_at_least: return Clause::compared_greater;
      case ColumnLabel::where_less:
      case ColumnLabel::where_at_most: return Clause::compared_less;
      case ColumnLabel::where_like: return Clause::compared_like;
      case ColumnLabel::where_between: return Clause::compared_between;
      default: return Clause::compared_other;
    }
  }

  static ColumnLabel comparison(Operator op) {
    switch (op) {
      case Operator::not_equal: return ColumnLabel::where_unequal;
      case Operator::greater: return ColumnLabel::where_greater;
      case Operator::less: return ColumnLabel::where_less;
      case Operator::greater_equal: return ColumnLabel::where_at_least;
      case Operator::less_equal: return ColumnLabel::where_at_most;
      default: return ColumnLabel::where_equal;
    }
  }

  void nested(NodeId query, NodeId outer, Clause as) {
    label_all(outer, ColumnLabel::linked);
    if (tree_.kind(query) == NodeKind::select) {
      const NodeId of = unwrapped(tree_.first_child(tree_.child(query, NodeKind::select_list)));
      if (as == Clause::frame_over_extreme) {
        if (is_call(of, "avg")) as = Clause::frame_over_average;
        if (const auto aggregate = aggregate_of(of)) label_all(of, *aggregate);
      }
    }
    frame_ = as;
    inner_query(query);
  }

  void inner_query(NodeId query) {
    while (query != sql::no_node && tree_.kind(query) != NodeKind::select)
      query = tree_.first_child(query);
    if (query == sql::no_node) return;
    label_tables(tree_.child(query, NodeKind::from), TableLabel::inner);
    label_all(tree_.child(query, NodeKind::select_list), ColumnLabel::inner_select);
    label_all(tree_.child(query, NodeKind::where), ColumnLabel::inner_where);
  }

  const sql::SyntaxTree &tree_;
  const Database &database_;
  SqlNames names_;
  sql::Bindings bindings_;
  QueryLabels labels_;
  Clause frame_ = Clause::frame_plain;
  std::size_t conditions_ = 0;
  std::optional<Clause> compared_;
  bool has_or_ = false;
};

}  // namespace

QueryLabels labels_of(std::string_view text, const Database &database) {
  sql::SyntaxTree tree;
  sql::parse(text, tree, {.dialect = sql::Dialect::permissive});
  if (!sql::is_query(tree.kind(tree.root())))
    throw Error(ErrorCode::invalid_argument, "only a query has labels");
  return LabelReader(tree, database).read();
}

}  // namespace sluice::inline v0
