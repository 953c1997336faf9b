#include "sql_node.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"

namespace sluice::cli {
namespace {

using sql::NodeKind;
namespace flag = sql::flag;

struct NamedFlag {
  std::uint16_t bit;
  std::string_view name;
};

std::span<const NamedFlag> flags_of_constraint(const sql::Node &node) noexcept {
  static constexpr NamedFlag generated[] = {
      {flag::stored, "stored"}, {flag::virtual_column, "virtual_column"}, {flag::always, "always"}};
  static constexpr NamedFlag others[] = {{flag::ascending, "ascending"},
                                         {flag::descending, "descending"},
                                         {flag::of_table, "of_table"},
                                         {flag::autoincrement, "autoincrement"},
                                         {flag::deferrable, "deferrable"},
                                         {flag::not_deferrable, "not_deferrable"},
                                         {flag::initially_deferred, "initially_deferred"},
                                         {flag::initially_immediate, "initially_immediate"}};
  if (node.as<sql::Constraint>() == sql::Constraint::generated) return generated;
  return others;
}

std::span<const NamedFlag> flags_of(const sql::Node &node) noexcept {
  switch (node.kind) {
    case NodeKind::select: {
      static constexpr NamedFlag flags[] = {{flag::all, "all"}};
      return flags;
    }
    case NodeKind::with: {
      static constexpr NamedFlag flags[] = {{flag::recursive, "recursive"}};
      return flags;
    }
    case NodeKind::common_table: {
      static constexpr NamedFlag flags[] = {{flag::materialized, "materialized"},
                                            {flag::not_materialized, "not_materialized"}};
      return flags;
    }
    case NodeKind::join: {
      static constexpr NamedFlag flags[] = {{flag::natural, "natural"}, {flag::outer, "outer"}};
      return flags;
    }
    case NodeKind::table: {
      static constexpr NamedFlag flags[] = {{flag::not_indexed, "not_indexed"}};
      return flags;
    }
    case NodeKind::subquery: {
      static constexpr NamedFlag flags[] = {{flag::lateral, "lateral"}};
      return flags;
    }
    case NodeKind::ordering: {
      static constexpr NamedFlag flags[] = {{flag::ascending, "ascending"},
                                            {flag::descending, "descending"},
                                            {flag::nulls_first, "nulls_first"},
                                            {flag::nulls_last, "nulls_last"}};
      return flags;
    }
    case NodeKind::limit: {
      static constexpr NamedFlag flags[] = {
          {flag::comma, "comma"}, {flag::top, "top"}, {flag::fetch, "fetch"}};
      return flags;
    }
    case NodeKind::boolean: {
      static constexpr NamedFlag flags[] = {{flag::truth, "truth"}};
      return flags;
    }
    case NodeKind::pattern:
    case NodeKind::between:
    case NodeKind::in: {
      static constexpr NamedFlag flags[] = {{flag::negated, "negated"},
                                            {flag::symmetric, "symmetric"}};
      return flags;
    }
    case NodeKind::row: {
      static constexpr NamedFlag flags[] = {{flag::keyword, "keyword"}};
      return flags;
    }
    case NodeKind::case_when: {
      static constexpr NamedFlag flags[] = {{flag::operand, "operand"}};
      return flags;
    }
    case NodeKind::cast: {
      static constexpr NamedFlag flags[] = {{flag::colons, "colons"}, {flag::attempt, "attempt"}};
      return flags;
    }
    case NodeKind::type: {
      static constexpr NamedFlag flags[] = {{flag::array, "array"}};
      return flags;
    }
    case NodeKind::table_function:
    case NodeKind::function: {
      static constexpr NamedFlag flags[] = {{flag::all, "all"}, {flag::qualified, "qualified"}};
      return flags;
    }
    case NodeKind::subscript: {
      static constexpr NamedFlag flags[] = {{flag::slice, "slice"}};
      return flags;
    }
    case NodeKind::insert_statement: {
      static constexpr NamedFlag flags[] = {{flag::replace, "replace"},
                                            {flag::default_values, "default_values"}};
      return flags;
    }
    case NodeKind::upsert: {
      static constexpr NamedFlag flags[] = {{flag::nothing, "nothing"}};
      return flags;
    }
    case NodeKind::create_view:
    case NodeKind::create_table: {
      static constexpr NamedFlag flags[] = {{flag::temporary, "temporary"},
                                            {flag::if_not_exists, "if_not_exists"},
                                            {flag::without_rowid, "without_rowid"},
                                            {flag::strict, "strict"}};
      return flags;
    }
    case NodeKind::create_index: {
      static constexpr NamedFlag flags[] = {{flag::if_not_exists, "if_not_exists"},
                                            {flag::unique, "unique"}};
      return flags;
    }
    case NodeKind::drop: {
      static constexpr NamedFlag flags[] = {{flag::if_exists, "if_exists"}};
      return flags;
    }
    case NodeKind::explain: {
      static constexpr NamedFlag flags[] = {{flag::query_plan, "query_plan"}};
      return flags;
    }
    case NodeKind::constraint: return flags_of_constraint(node);
    default: return {};
  }
}

template <std::size_t N>
std::string_view name_in(const std::string_view (&names)[N], std::uint8_t op) noexcept {
  return op < N ? names[op] : std::string_view();
}

constexpr std::string_view conflict_actions[] = {"",     "ROLLBACK", "ABORT",
                                                 "FAIL", "IGNORE",   "REPLACE"};

}  // namespace

std::string_view operator_name(const sql::Node &node) noexcept {
  switch (node.kind) {
    case NodeKind::unary:
    case NodeKind::binary:
    case NodeKind::pattern: return text_of(node.as<sql::Operator>());
    case NodeKind::compound: {
      static constexpr std::string_view names[] = {"UNION",  "UNION ALL",     "INTERSECT",
                                                   "EXCEPT", "INTERSECT ALL", "EXCEPT ALL"};
      return name_in(names, node.op);
    }
    case NodeKind::join: {
      static constexpr std::string_view names[] = {",",    "",      "INNER", "CROSS",
                                                   "LEFT", "RIGHT", "FULL"};
      return name_in(names, node.op);
    }
    case NodeKind::frame: {
      static constexpr std::string_view names[] = {"ROWS", "RANGE", "GROUPS"};
      return name_in(names, node.op);
    }
    case NodeKind::frame_bound: {
      static constexpr std::string_view names[] = {
          "UNBOUNDED PRECEDING", "PRECEDING", "CURRENT ROW", "FOLLOWING", "UNBOUNDED FOLLOWING"};
      return name_in(names, node.op);
    }
    case NodeKind::current_time: {
      static constexpr std::string_view names[] = {"CURRENT_DATE", "CURRENT_TIME",
                                                   "CURRENT_TIMESTAMP"};
      return name_in(names, node.op);
    }
    case NodeKind::quantified: {
      static constexpr std::string_view names[] = {"ANY", "SOME", "ALL"};
      return name_in(names, node.op);
    }
    case NodeKind::constraint: {
      static constexpr std::string_view names[] = {
          "PRIMARY KEY", "NOT NULL",    "NULL",    "UNIQUE",    "CHECK",
          "DEFAULT",     "FOREIGN KEY", "COLLATE", "GENERATED", "CONSTRAINT"};
      return name_in(names, node.op);
    }
    case NodeKind::reference_action: {
      static constexpr std::string_view names[] = {
          "", "SET NULL", "SET DEFAULT", "CASCADE", "RESTRICT", "NO ACTION", "MATCH"};
      return name_in(names, node.op);
    }
    case NodeKind::drop: {
      static constexpr std::string_view names[] = {"TABLE", "VIEW", "INDEX", "TRIGGER"};
      return name_in(names, node.op);
    }
    case NodeKind::raise:
    case NodeKind::insert_statement:
    case NodeKind::update_statement: return name_in(conflict_actions, node.op);
    default: return {};
  }
}

std::string flag_names(const sql::Node &node) {
  std::string names;
  const auto add = [&names](std::string_view name) {
    if (name.empty()) return;
    if (!names.empty()) names += ' ';
    names += name;
  };
  if (node.kind == NodeKind::frame) {
    static constexpr std::string_view exclusions[] = {
        "", "exclude_no_others", "exclude_current_row", "exclude_group", "exclude_ties"};
    add(name_in(exclusions, static_cast<std::uint8_t>(node.flags)));
    return names;
  }
  for (const NamedFlag &each : flags_of(node)) {
    if (node.has(each.bit)) add(each.name);
  }
  if (node.kind == NodeKind::constraint) {
    static constexpr std::string_view actions[] = {"",
                                                   "on_conflict_rollback",
                                                   "on_conflict_abort",
                                                   "on_conflict_fail",
                                                   "on_conflict_ignore",
                                                   "on_conflict_replace"};
    add(name_in(actions, static_cast<std::uint8_t>((node.flags >> flag::conflict_shift) & 7U)));
  }
  static constexpr std::string_view quotes[] = {"", "double_quoted", "back_quoted", "bracketed",
                                                "single_quoted"};
  add(name_in(quotes, static_cast<std::uint8_t>((node.flags & flag::quoted) >> 12U)));
  return names;
}

std::string tree_text(const sql::SyntaxTree &tree) {
  std::string text;
  std::size_t depth = 0;
  for (sql::NodeId id = tree.root(); id != sql::no_node;) {
    const sql::Node &node = tree[id];
    std::string line(2 * depth, ' ');
    line += name_of(node.kind);
    const auto add = [&line](std::string_view word) {
      if (!word.empty()) line += fmt::format(" {}", word);
    };
    add(operator_name(node));
    add(flag_names(node));
    if (node.text_size != 0) add(fmt::format("\"{}\"", one_line(tree.text(id))));
    text += fmt::format("{:<60}  {}-{}\n", line, node.begin, node.end);
    if (tree.first_child(id) != sql::no_node) {
      id = tree.first_child(id);
      ++depth;
      continue;
    }
    while (id != tree.root() && tree.next_sibling(id) == sql::no_node) {
      id = tree.parent(id);
      --depth;
    }
    id = id == tree.root() ? sql::no_node : tree.next_sibling(id);
  }
  return text;
}

void write_tree(const sql::SyntaxTree &tree, sql::NodeId id, JsonWriter &writer) {
  const sql::Node &node = tree[id];
  writer.begin_object().member("kind", name_of(node.kind));
  if (const std::string_view op = operator_name(node); !op.empty()) writer.member("op", op);
  if (const std::string flags = flag_names(node); !flags.empty()) {
    writer.key("flags").begin_array();
    for (std::size_t begin = 0; begin < flags.size();) {
      const std::size_t end = std::min(flags.find(' ', begin), flags.size());
      writer.value(std::string_view(flags).substr(begin, end - begin));
      begin = end + 1;
    }
    writer.end_array();
  }
  if (node.text_size != 0) writer.member("text", tree.text(id));
  writer.member("begin", node.begin).member("end", node.end);
  if (node.first_child != sql::no_node) {
    writer.key("children").begin_array();
    for (const sql::NodeId child : tree.children(id)) write_tree(tree, child, writer);
    writer.end_array();
  }
  writer.end_object();
}

}  // namespace sluice::cli
