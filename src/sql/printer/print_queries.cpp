#include "printed_names.hpp"
#include "printer.hpp"
#include "sql/parser/grammar.hpp"

namespace sluice::inline v0::sql {
namespace {

bool is_change(NodeKind kind) {
  return kind == NodeKind::insert_statement || kind == NodeKind::update_statement ||
         kind == NodeKind::delete_statement;
}

}  // namespace

void Printer::alias(NodeId id, const Node &) {
  // Not every name can be an alias without AS, and the target table of a change cannot have one.
  const NodeId aliased = tree_.parent(id);
  const bool changed = aliased != no_node && is_change(tree_.kind(tree_.parent(aliased)));
  const std::string_view text = tree_.text(id);
  if (!out_.minimal() || changed || is_sqlite_keyword(text) || (!strict_ && is_phrase_word(text)))
    out_.word("AS");
  name(id);
  each(id);
}

void Printer::select(NodeId id, const Node &node) {
  NodeId child = tree_.first_child(id);
  if (child != no_node && tree_.kind(child) == NodeKind::with) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  out_.word("SELECT");
  if (node.has(flag::all)) out_.word("ALL");
  const NodeId limit = tree_.child(id, NodeKind::limit);
  const bool top = limit != no_node && tree_[limit].has(flag::top);
  if (child != no_node && tree_.kind(child) == NodeKind::distinct) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  if (top) emit(limit, 0, 0);
  for (; child != no_node; child = tree_.next_sibling(child)) {
    if (top && child == limit) continue;
    emit(child, 0, 0);
  }
}

void Printer::compound(NodeId id, const Node &node) {
  NodeId child = tree_.first_child(id);
  if (child != no_node && tree_.kind(child) == NodeKind::with) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  if (child == no_node) return;
  emit(child, 0, 0);
  switch (node.as<SetOperator>()) {
    case SetOperator::union_distinct: out_.word("UNION"); break;
    case SetOperator::union_all: out_.word("UNION ALL"); break;
    case SetOperator::intersect: out_.word("INTERSECT"); break;
    case SetOperator::except: out_.word("EXCEPT"); break;
    case SetOperator::intersect_all: out_.word("INTERSECT ALL"); break;
    case SetOperator::except_all: out_.word("EXCEPT ALL"); break;
  }
  for (child = tree_.next_sibling(child); child != no_node; child = tree_.next_sibling(child))
    emit(child, 0, 0);
}

void Printer::values(NodeId id) {
  NodeId child = tree_.first_child(id);
  if (child != no_node && tree_.kind(child) == NodeKind::with) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  out_.word("VALUES");
  bool first = true;
  for (; child != no_node; child = tree_.next_sibling(child)) {
    if (!first && tree_.kind(child) == NodeKind::row_values) out_.comma();
    first = false;
    emit(child, 0, 0);
  }
}

void Printer::with(NodeId id, const Node &node) {
  out_.word(node.has(flag::recursive) ? "WITH RECURSIVE" : "WITH");
  list(id);
}

void Printer::common_table(NodeId id, const Node &node) {
  name(id);
  NodeId child = tree_.first_child(id);
  if (child != no_node && tree_.kind(child) == NodeKind::name_list) {
    parenthesized_list(child, false);
    child = tree_.next_sibling(child);
  }
  out_.word("AS");
  if (node.has(flag::materialized)) out_.word("MATERIALIZED");
  if (node.has(flag::not_materialized)) out_.word("NOT MATERIALIZED");
  in_parens(child);
}

void Printer::distinct(NodeId id) {
  out_.word("DISTINCT");
  if (tree_.first_child(id) == no_node || tree_.kind(tree_.parent(id)) == NodeKind::function)
    return;
  out_.word("ON");
  parenthesized_list(id, true);
}

void Printer::join(NodeId id, const Node &node) {
  const auto kind = node.as<JoinKind>();
  if (kind == JoinKind::comma) {
    out_.comma();
  } else {
    if (node.has(flag::natural)) out_.word("NATURAL");
    switch (kind) {
      case JoinKind::comma:
      case JoinKind::plain: break;
      case JoinKind::inner: out_.word("INNER"); break;
      case JoinKind::cross: out_.word("CROSS"); break;
      case JoinKind::left: out_.word("LEFT"); break;
      case JoinKind::right: out_.word("RIGHT"); break;
      case JoinKind::full: out_.word("FULL"); break;
    }
    if (node.has(flag::outer)) out_.word("OUTER");
    out_.word("JOIN");
  }
  each(id);
}

void Printer::join_tree(NodeId id) {
  out_.open();
  NodeId child = tree_.first_child(id);
  for (; child != no_node && tree_.kind(child) != NodeKind::alias;
       child = tree_.next_sibling(child)) {
    emit(child, 0, 0);
  }
  out_.close();
  if (child != no_node) emit(child, 0, 0);
}

void Printer::table(NodeId id, const Node &node) {
  NodeId child = tree_.first_child(id);
  for (; child != no_node && tree_.kind(child) == NodeKind::name; child = tree_.next_sibling(child))
    qualifier(child);
  source_name(id);
  for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
  if (node.has(flag::not_indexed)) out_.word("NOT INDEXED");
}

void Printer::table_function(NodeId id, const Node &node) {
  NodeId child = tree_.first_child(id);
  if (node.has(flag::qualified)) {
    for (; child != no_node && tree_.kind(child) == NodeKind::name;
         child = tree_.next_sibling(child))
      qualifier(child);
  }
  source_name(id);
  out_.open_call();
  bool first = true;
  for (; child != no_node && tree_.kind(child) != NodeKind::alias;
       child = tree_.next_sibling(child)) {
    if (!first) out_.comma();
    first = false;
    emit(child, 0, 0);
  }
  out_.close();
  if (child != no_node) emit(child, 0, 0);
}

void Printer::ordering(NodeId id, const Node &node) {
  each(id);
  if (node.has(flag::ascending)) out_.word("ASC");
  if (node.has(flag::descending)) out_.word("DESC");
  if (node.has(flag::nulls_first)) out_.word("NULLS FIRST");
  if (node.has(flag::nulls_last)) out_.word("NULLS LAST");
}

void Printer::limit(NodeId id, const Node &node) {
  const NodeId count = tree_.first_child(id);
  const NodeId offset = tree_.child(id, NodeKind::offset);
  if (node.has(flag::top)) {
    out_.word("TOP");
    each(id);
  } else if (node.has(flag::fetch)) {
    if (offset != no_node) {
      emit(offset, 0, 0);
      out_.word("ROWS");
    }
    out_.word("FETCH FIRST");
    emit(count, power::sign, 0);
    out_.word("ROWS ONLY");
  } else if (node.has(flag::comma) && offset != no_node) {
    out_.word("LIMIT");
    emit(tree_.first_child(offset), 0, 0);
    out_.comma();
    emit(count, 0, 0);
  } else {
    if (count != offset) {
      out_.word("LIMIT");
      emit(count, 0, 0);
    }
    if (offset != no_node) emit(offset, 0, 0);
    if (count == no_node) out_.word("LIMIT ALL");
  }
}

void Printer::frame(NodeId id, const Node &node) {
  switch (node.as<FrameUnit>()) {
    case FrameUnit::rows: out_.word("ROWS"); break;
    case FrameUnit::range: out_.word("RANGE"); break;
    case FrameUnit::groups: out_.word("GROUPS"); break;
  }
  const NodeId first = tree_.first_child(id);
  const NodeId second = first == no_node ? no_node : tree_.next_sibling(first);
  if (second != no_node) out_.word("BETWEEN");
  emit(first, 0, 0);
  if (second != no_node) {
    out_.word("AND");
    emit(second, 0, 0);
  }
  switch (static_cast<FrameExclusion>(node.flags)) {
    case FrameExclusion::none: break;
    case FrameExclusion::no_others: out_.word("EXCLUDE NO OTHERS"); break;
    case FrameExclusion::current_row: out_.word("EXCLUDE CURRENT ROW"); break;
    case FrameExclusion::group: out_.word("EXCLUDE GROUP"); break;
    case FrameExclusion::ties: out_.word("EXCLUDE TIES"); break;
  }
}

void Printer::frame_bound(NodeId id, const Node &node) {
  // The AND of BETWEEN comes after the first bound.
  if (tree_.first_child(id) != no_node) emit(tree_.first_child(id), 0, 0);
  switch (node.as<FrameBound>()) {
    case FrameBound::unbounded_preceding: out_.word("UNBOUNDED PRECEDING"); break;
    case FrameBound::preceding: out_.word("PRECEDING"); break;
    case FrameBound::current_row: out_.word("CURRENT ROW"); break;
    case FrameBound::following: out_.word("FOLLOWING"); break;
    case FrameBound::unbounded_following: out_.word("UNBOUNDED FOLLOWING"); break;
  }
}

}  // namespace sluice::inline v0::sql
