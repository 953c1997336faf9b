#include "printed_names.hpp"
#include "printer.hpp"

namespace sluice::inline v0::sql {

void Printer::action(ConflictAction action) {
  switch (action) {
    case ConflictAction::none: break;
    case ConflictAction::rollback: out_.word("ROLLBACK"); break;
    case ConflictAction::abort: out_.word("ABORT"); break;
    case ConflictAction::fail: out_.word("FAIL"); break;
    case ConflictAction::ignore: out_.word("IGNORE"); break;
    case ConflictAction::replace: out_.word("REPLACE"); break;
  }
}

void Printer::or_action(const Node &node) {
  if (node.as<ConflictAction>() == ConflictAction::none) return;
  out_.word("OR");
  action(node.as<ConflictAction>());
}

NodeId Printer::leading_with(NodeId id) {
  const NodeId child = tree_.first_child(id);
  if (child == no_node || tree_.kind(child) != NodeKind::with) return child;
  emit(child, 0, 0);
  return tree_.next_sibling(child);
}

void Printer::emit_from(NodeId child) {
  for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
}

void Printer::insert(NodeId id, const Node &node) {
  NodeId child = leading_with(id);
  out_.word(node.has(flag::replace) ? "REPLACE" : "INSERT");
  or_action(node);
  out_.word("INTO");
  emit(child, 0, 0);
  child = tree_.next_sibling(child);
  if (child != no_node && tree_.kind(child) == NodeKind::name_list) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  if (node.has(flag::default_values)) out_.word("DEFAULT VALUES");
  emit_from(child);
}

void Printer::upsert(NodeId id, const Node &node) {
  out_.word("ON CONFLICT");
  NodeId child = tree_.first_child(id);
  if (child != no_node && tree_.kind(child) == NodeKind::conflict_target) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  out_.word(node.has(flag::nothing) ? "DO NOTHING" : "DO UPDATE");
  emit_from(child);
}

void Printer::update(NodeId id, const Node &node) {
  const NodeId child = leading_with(id);
  out_.word("UPDATE");
  or_action(node);
  emit_from(child);
}

void Printer::remove(NodeId id) {
  const NodeId child = leading_with(id);
  out_.word("DELETE FROM");
  emit_from(child);
}

NodeId Printer::qualifiers_and_name(NodeId id) {
  NodeId child = tree_.first_child(id);
  for (; child != no_node && tree_.kind(child) == NodeKind::name; child = tree_.next_sibling(child))
    qualifier(child);
  name(id);
  return child;
}

void Printer::create_table(NodeId id, const Node &node) {
  out_.word(node.has(flag::temporary) ? "CREATE TEMP TABLE" : "CREATE TABLE");
  if (node.has(flag::if_not_exists)) out_.word("IF NOT EXISTS");
  NodeId child = qualifiers_and_name(id);
  if (child != no_node &&
      (is_query(tree_.kind(child)) || tree_.kind(child) == NodeKind::subquery)) {
    out_.word("AS");
    emit(child, 0, 0);
    return;
  }
  out_.open();
  bool first = true;
  for (; child != no_node; child = tree_.next_sibling(child)) {
    if (!first) out_.comma();
    first = false;
    emit(child, 0, 0);
  }
  out_.close();
  if (node.has(flag::without_rowid)) out_.word("WITHOUT ROWID");
  if (node.has(flag::strict)) {
    if (node.has(flag::without_rowid)) out_.comma();
    out_.word("STRICT");
  }
}

void Printer::constraint(NodeId id, const Node &node) {
  if (node.text_size != 0) {
    out_.word("CONSTRAINT");
    name(id);
  }
  const bool of_table = node.has(flag::of_table);
  switch (node.as<Constraint>()) {
    case Constraint::primary_key:
      out_.word("PRIMARY KEY");
      if (of_table) {
        out_.open();
        list(id);
        if (node.has(flag::autoincrement)) out_.word("AUTOINCREMENT");
        out_.close();
        conflict(node);
        return;
      }
      if (node.has(flag::ascending)) out_.word("ASC");
      if (node.has(flag::descending)) out_.word("DESC");
      conflict(node);
      if (node.has(flag::autoincrement)) out_.word("AUTOINCREMENT");
      return;
    case Constraint::not_null: out_.word("NOT NULL"); break;
    case Constraint::nullable: out_.word("NULL"); break;
    case Constraint::name_alone: return;
    case Constraint::unique:
      out_.word("UNIQUE");
      if (of_table) parenthesized_list(id, true);
      break;
    case Constraint::check:
      out_.word("CHECK");
      parenthesized_list(id, true);
      break;
    case Constraint::default_value: clause("DEFAULT", id); break;
    case Constraint::foreign_key:
      if (of_table) out_.word("FOREIGN KEY");
      each(id);
      deferral(node);
      return;
    case Constraint::collate: clause("COLLATE", id); break;
    case Constraint::generated:
      out_.word(node.has(flag::always) ? "GENERATED ALWAYS AS" : "AS");
      parenthesized_list(id, true);
      if (node.has(flag::stored)) out_.word("STORED");
      if (node.has(flag::virtual_column)) out_.word("VIRTUAL");
      return;
  }
  conflict(node);
}

void Printer::conflict(const Node &node) {
  const auto bits = static_cast<std::uint8_t>((node.flags >> flag::conflict_shift) & 7u);
  if (bits == 0) return;
  out_.word("ON CONFLICT");
  action(static_cast<ConflictAction>(bits));
}

void Printer::deferral(const Node &node) {
  if (node.has(flag::deferrable)) out_.word("DEFERRABLE");
  if (node.has(flag::not_deferrable)) out_.word("NOT DEFERRABLE");
  if (node.has(flag::initially_deferred)) out_.word("INITIALLY DEFERRED");
  if (node.has(flag::initially_immediate)) out_.word("INITIALLY IMMEDIATE");
}

void Printer::reference_action(NodeId id, const Node &node) {
  if (node.as<ReferenceAction>() == ReferenceAction::match) {
    out_.word("MATCH");
    return name(id);
  }
  out_.word("ON");
  out_.word(tree_.text(id));
  switch (node.as<ReferenceAction>()) {
    case ReferenceAction::none:
    case ReferenceAction::match: break;
    case ReferenceAction::set_null: out_.word("SET NULL"); break;
    case ReferenceAction::set_default: out_.word("SET DEFAULT"); break;
    case ReferenceAction::cascade: out_.word("CASCADE"); break;
    case ReferenceAction::restrict: out_.word("RESTRICT"); break;
    case ReferenceAction::no_action: out_.word("NO ACTION"); break;
  }
}

void Printer::create_view(NodeId id, const Node &node) {
  out_.word(node.has(flag::temporary) ? "CREATE TEMP VIEW" : "CREATE VIEW");
  if (node.has(flag::if_not_exists)) out_.word("IF NOT EXISTS");
  NodeId child = qualifiers_and_name(id);
  if (child != no_node && tree_.kind(child) == NodeKind::name_list) {
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  out_.word("AS");
  emit_from(child);
}

void Printer::create_index(NodeId id, const Node &node) {
  out_.word(node.has(flag::unique) ? "CREATE UNIQUE INDEX" : "CREATE INDEX");
  if (node.has(flag::if_not_exists)) out_.word("IF NOT EXISTS");
  NodeId child = qualifiers_and_name(id);
  out_.word("ON");
  emit(child, 0, 0);
  out_.open();
  child = tree_.next_sibling(child);
  for (bool first = true; child != no_node && tree_.kind(child) == NodeKind::ordering;
       first = false) {
    if (!first) out_.comma();
    emit(child, 0, 0);
    child = tree_.next_sibling(child);
  }
  out_.close();
  emit_from(child);
}

void Printer::drop(NodeId id, const Node &node) {
  switch (node.as<Droppable>()) {
    case Droppable::table: out_.word("DROP TABLE"); break;
    case Droppable::view: out_.word("DROP VIEW"); break;
    case Droppable::index: out_.word("DROP INDEX"); break;
    case Droppable::trigger: out_.word("DROP TRIGGER"); break;
  }
  if (node.has(flag::if_exists)) out_.word("IF EXISTS");
  qualifiers_and_name(id);
}

}  // namespace sluice::inline v0::sql
