#include "sluice/sql/print.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "grammar.hpp"
#include "lexer.hpp"

namespace sluice::sql {
namespace {

using Powers = std::array<std::uint8_t, static_cast<std::size_t>(Operator::similar) + 1>;

/// How tightly each infix operator binds in a dialect.
constexpr Powers powers_of(const PrecedenceTable &table) {
  Powers powers{};
  const auto power_at = [&table](TokenKind token) {
    return table[static_cast<std::size_t>(token)].power;
  };
  for (const Infix &infix : table) {
    if (infix.form != InfixForm::none && infix.op != Operator::none) {
      powers[static_cast<std::size_t>(infix.op)] = infix.power;
    }
  }
  const auto set = [&powers](Operator op, std::uint8_t power) {
    powers[static_cast<std::size_t>(op)] = power;
  };
  for (const Operator op :
       {Operator::is, Operator::is_not, Operator::is_distinct, Operator::is_not_distinct}) {
    set(op, power_at(TokenKind::kw_is));
  }
  for (const Operator op : {Operator::like, Operator::glob, Operator::regexp, Operator::match,
                            Operator::ilike, Operator::similar}) {
    set(op, power_at(TokenKind::kw_like));
  }
  set(Operator::at_time_zone, power::postfix);
  return powers;
}

constexpr Powers sqlite_powers = powers_of(sqlite_precedence);
constexpr Powers postgresql_powers = powers_of(postgresql_precedence);
constexpr Powers permissive_powers = powers_of(permissive_precedence);

constexpr const Powers &powers_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite: break;
    case Dialect::postgresql: return postgresql_powers;
    case Dialect::permissive: return permissive_powers;
  }
  return sqlite_powers;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

/// Whether a name could be a keyword where the words around it change: these three are told from
/// names by their neighbours.
bool is_window_word(std::string_view name) {
  return equals_ignoring_case(name, "window") || equals_ignoring_case(name, "over") ||
         equals_ignoring_case(name, "filter");
}

/// Whether a name starts or ends a phrase of its own outside SQLite.
bool is_phrase_word(std::string_view name) {
  static constexpr std::string_view words[] = {
      "any",     "array",     "at",      "both",     "date",      "div",     "fetch",
      "ilike",   "interval",  "lateral", "leading",  "mod",       "next",    "only",
      "placing", "rlike",     "row",     "rows",     "separator", "similar", "some",
      "time",    "timestamp", "top",     "trailing", "try_cast",  "within"};
  return std::ranges::any_of(
      words, [name](std::string_view word) { return equals_ignoring_case(name, word); });
}

/// Whether a name can stand without quotes; a keyword only where it stood so in the source.
bool is_bare(std::string_view name, bool stood_bare) {
  if (name.empty() || !byte_class::is(name[0], byte_class::word_start)) return false;
  if (name.starts_with("\xEF\xBB\xBF")) return false;  // a byte order mark is a blank
  for (const char c : name) {
    if (!byte_class::is(c, byte_class::word)) return false;
  }
  if (is_window_word(name)) return false;
  return stood_bare || !(is_sqlite_keyword(name) || equals_ignoring_case(name, "true") ||
                         equals_ignoring_case(name, "false"));
}

void append_quoted(std::string &out, std::string_view text, char quote) {
  out += quote;
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  out += quote;
}

/// Text that grows by words, with blanks where the style wants them.
class Writer {
 public:
  explicit Writer(PrintStyle style) : minimal_(style == PrintStyle::minimal) {}

  /// A word, a blank before it.
  void word(std::string_view text) {
    if (!glue_ && !out_.empty() && (!minimal_ || merges(out_.back(), text.front()))) out_ += ' ';
    out_ += text;
    glue_ = false;
  }
  /// A sign right behind what is there.
  void tight(std::string_view sign) {
    out_ += sign;
    glue_ = false;
  }
  /// What comes next follows without a blank.
  void glue() noexcept { glue_ = true; }
  void sign_then_glue(std::string_view sign) {
    word(sign);
    glue_ = true;
  }
  void comma() { tight(","); }
  void open() { sign_then_glue("("); }
  void open_call() {
    tight("(");
    glue_ = true;
  }
  void close() { tight(")"); }
  bool minimal() const noexcept { return minimal_; }
  std::string take() && { return std::move(out_); }

 private:
  /// Whether two bytes side by side would be read as one word, or as a comment.
  static bool merges(char before, char after) {
    // Two quotes would be one that is escaped.
    if (before == after && (before == '"' || before == '\'')) return true;
    const bool word_before = byte_class::is(before, byte_class::word);
    if (word_before) {
      return byte_class::is(after, byte_class::word) || after == '\'' || after == '.' ||
             after == ':' || after == '@' || after == '?' || after == '[';
    }
    constexpr std::string_view signs = "+-*/<>=!|&~#@%^:?.";
    // A dot after a name's quote or a bracket would make a qualifier of it; `5.` ends with one, and
    // `$a::` with a colon.
    if (after == '.') return true;
    if ((before == '.' || before == ':') && byte_class::is(after, byte_class::word)) return true;
    return signs.find(before) != std::string_view::npos &&
           signs.find(after) != std::string_view::npos;
  }

  std::string out_;
  bool minimal_;
  bool glue_ = false;
};

class Printer {
 public:
  Printer(const SyntaxTree &tree, const PrintOptions &options)
      : tree_(tree),
        powers_(powers_of(options.dialect)),
        strict_(options.dialect == Dialect::sqlite),
        postgresql_(options.dialect == Dialect::postgresql),
        out_(options.style) {}

  std::string print(NodeId node) && {
    emit(node, 0, 0);
    return std::move(out_).take();
  }

 private:
  // Where a node stands: how tightly it must bind so that the operator before it does not take its
  // first operand, and how tightly the operator behind it binds, which could take its last.
  void emit(NodeId id, int before, int behind) {
    const Node &node = tree_[id];
    if (needs_parens(id, node, before, behind)) {
      out_.open();
      emit_bare(id, node, 0, 0);
      out_.close();
    } else {
      emit_bare(id, node, before, behind);
    }
  }

  int power_of(Operator op) const { return powers_[static_cast<std::size_t>(op)]; }
  int power_of_in() const { return power_of(Operator::like); }

  /// How tightly an expression holds together; atoms hold best.
  int binding(const Node &node) const {
    switch (node.kind) {
      case NodeKind::binary:
      case NodeKind::pattern: return power_of(node.as<Operator>());
      case NodeKind::between:
      case NodeKind::in: return power_of_in();
      case NodeKind::unary: {
        const auto op = node.as<Operator>();
        return op == Operator::is_null || op == Operator::not_null ? power_of(Operator::is_null)
                                                                   : power::postfix + 1;
      }
      case NodeKind::collate: return power::collate;
      default: return power::postfix + 1;
    }
  }

  bool needs_parens(NodeId id, const Node &node, int before, int behind) const {
    if (node.kind == NodeKind::unary) {
      // A prefix takes in whatever binds tighter behind it.
      const auto op = node.as<Operator>();
      if (op == Operator::logical_not) return behind >= power::logical_not;
      if (op != Operator::is_null && op != Operator::not_null) return behind >= power::sign;
    }
    const int own = binding(node);
    if (own < before) return true;
    if (own >= behind) return false;
    // Only these end with an operand; what ends with a word or a parenthesis loses nothing.
    if (node.kind == NodeKind::binary) {
      return tree_.kind(tree_.last_child(id)) != NodeKind::quantified;
    }
    return node.kind == NodeKind::pattern || node.kind == NodeKind::between;
  }

  void emit_bare(NodeId id, const Node &node, int before, int behind) {
    switch (node.kind) {
      case NodeKind::none: break;
      case NodeKind::select: select(id, node); break;
      case NodeKind::compound: compound(id, node); break;
      case NodeKind::values: values(id); break;
      case NodeKind::row_values: parenthesised_list(id, true); break;
      case NodeKind::with: with(id, node); break;
      case NodeKind::common_table: common_table(id, node); break;
      case NodeKind::name_list: parenthesised_list(id, true); break;
      case NodeKind::name: name(id); break;
      case NodeKind::distinct: distinct(id); break;
      case NodeKind::select_list: list(id); break;
      case NodeKind::aliased: each(id); break;
      case NodeKind::alias: alias(id, node); break;
      case NodeKind::star:
        for (const NodeId child : tree_.children(id)) qualifier(child);
        out_.word("*");
        break;
      case NodeKind::from:
        out_.word("FROM");
        each(id);
        break;
      case NodeKind::join: join(id, node); break;
      case NodeKind::on: clause("ON", id); break;
      case NodeKind::using_names:
        out_.word("USING");
        parenthesised_list(id, false);
        break;
      case NodeKind::table: table(id, node); break;
      case NodeKind::indexed_by:
        out_.word("INDEXED BY");
        name(id);
        break;
      case NodeKind::table_function: table_function(id, node); break;
      case NodeKind::subquery:
        if (node.has(flag::lateral)) out_.word("LATERAL");
        in_parens(tree_.first_child(id));
        rest(id, 1);
        break;
      case NodeKind::join_tree: join_tree(id); break;
      case NodeKind::where: clause("WHERE", id); break;
      case NodeKind::group_by: clause("GROUP BY", id); break;
      case NodeKind::having: clause("HAVING", id); break;
      case NodeKind::windows: clause("WINDOW", id); break;
      case NodeKind::window_definition:
        name(id);
        out_.word("AS");
        in_parens(tree_.first_child(id));
        break;
      case NodeKind::window:
        if (node.text_size != 0) name(id);
        each(id);
        break;
      case NodeKind::partition_by: clause("PARTITION BY", id); break;
      case NodeKind::frame: frame(id, node); break;
      case NodeKind::frame_bound: frame_bound(id, node); break;
      case NodeKind::order_by: clause("ORDER BY", id); break;
      case NodeKind::ordering: ordering(id, node); break;
      case NodeKind::limit: limit(id, node); break;
      case NodeKind::offset: clause("OFFSET", id); break;
      case NodeKind::null: out_.word("NULL"); break;
      case NodeKind::number:
      case NodeKind::parameter: out_.word(tree_.text(id)); break;
      case NodeKind::string: out_.word(quote_string(tree_.text(id))); break;
      case NodeKind::blob: out_.word("X'" + std::string(tree_.text(id)) + "'"); break;
      case NodeKind::boolean: out_.word(node.has(flag::truth) ? "TRUE" : "FALSE"); break;
      case NodeKind::current_time: current_time(node); break;
      case NodeKind::column:
        for (const NodeId child : tree_.children(id)) qualifier(child);
        column_name(id, node);
        break;
      case NodeKind::unary: unary(id, node, before, behind); break;
      case NodeKind::binary: binary(id, node, before, behind); break;
      case NodeKind::pattern: pattern(id, node, before, behind); break;
      case NodeKind::escape:
        out_.word("ESCAPE");
        emit(tree_.first_child(id), power_of(Operator::like) + 1, behind);
        break;
      case NodeKind::between: between(id, node, before, behind); break;
      case NodeKind::in: in(id, node, before); break;
      case NodeKind::list: parenthesised_list(id, true); break;
      case NodeKind::row:
        if (node.has(flag::keyword)) out_.word("ROW");
        parenthesised_list(id, !node.has(flag::keyword));
        break;
      case NodeKind::paren: in_parens(tree_.first_child(id)); break;
      case NodeKind::case_when: case_when(id); break;
      case NodeKind::when:
        out_.word("WHEN");
        emit(tree_.child(id, std::size_t{0}), 0, 0);
        out_.word("THEN");
        emit(tree_.child(id, std::size_t{1}), 0, 0);
        break;
      case NodeKind::otherwise: clause("ELSE", id); break;
      case NodeKind::cast: cast(id, node, before); break;
      case NodeKind::type: type(id, node); break;
      case NodeKind::collate:
        emit(tree_.first_child(id), before, power::collate);
        out_.word("COLLATE");
        name(id);
        break;
      case NodeKind::function: function(id, node); break;
      case NodeKind::keyword_argument:
        out_.word(tree_.text(id));
        each(id);
        break;
      case NodeKind::within_group:
        out_.word("WITHIN GROUP");
        in_parens(tree_.first_child(id));
        break;
      case NodeKind::filter:
        out_.word("FILTER");
        out_.open();
        out_.word("WHERE");
        each(id);
        out_.close();
        break;
      case NodeKind::over:
        out_.word("OVER");
        if (tree_.first_child(id) != no_node) {
          in_parens(tree_.first_child(id));
        } else {
          name(id);
        }
        break;
      case NodeKind::exists:
        out_.word("EXISTS");
        in_parens(tree_.first_child(id));
        break;
      case NodeKind::raise: raise(id, node); break;
      case NodeKind::quantified: quantified(id, node); break;
      case NodeKind::array: array(id); break;
      case NodeKind::subscript: subscript(id, node, before); break;
      case NodeKind::interval:
        out_.word("INTERVAL");
        emit(tree_.first_child(id), power::sign, 0);
        if (node.text_size != 0) out_.word(tree_.text(id));
        break;
      case NodeKind::typed_literal:
        out_.word(tree_.text(id));
        each(id);
        break;
      case NodeKind::insert_statement: insert(id, node); break;
      case NodeKind::upsert: upsert(id, node); break;
      case NodeKind::conflict_target: {
        out_.open();
        bool first = true;
        for (const NodeId child : tree_.children(id)) {
          const bool is_where = tree_.kind(child) == NodeKind::where;
          if (is_where) out_.close();
          if (!first && !is_where) out_.comma();
          first = false;
          emit(child, 0, 0);
        }
        if (tree_.child(id, NodeKind::where) == no_node) out_.close();
        break;
      }
      case NodeKind::assignments: clause("SET", id); break;
      case NodeKind::assignment:
        emit(tree_.child(id, std::size_t{0}), 0, 0);
        out_.word("=");
        emit(tree_.child(id, std::size_t{1}), 0, 0);
        break;
      case NodeKind::returning: clause("RETURNING", id); break;
      case NodeKind::update_statement: update(id, node); break;
      case NodeKind::delete_statement: remove(id); break;
      case NodeKind::create_table: create_table(id, node); break;
      case NodeKind::column_definition:
        name(id);
        each(id);
        break;
      case NodeKind::constraint: constraint(id, node); break;
      case NodeKind::references:
        out_.word("REFERENCES");
        name(id);
        each(id);
        break;
      case NodeKind::reference_action: reference_action(id, node); break;
      case NodeKind::create_view: create_view(id, node); break;
      case NodeKind::create_index: create_index(id, node); break;
      case NodeKind::drop: drop(id, node); break;
      case NodeKind::explain:
        out_.word(node.has(flag::query_plan) ? "EXPLAIN QUERY PLAN" : "EXPLAIN");
        each(id);
        break;
    }
  }

  // Parts

  void each(NodeId id) {
    for (const NodeId child : tree_.children(id)) emit(child, 0, 0);
  }
  void rest(NodeId id, std::size_t from) {
    for (NodeId child = tree_.child(id, from); child != no_node; child = tree_.next_sibling(child))
      emit(child, 0, 0);
  }
  void list(NodeId id) {
    bool first = true;
    for (const NodeId child : tree_.children(id)) {
      if (!first) out_.comma();
      first = false;
      emit(child, 0, 0);
    }
  }
  void clause(std::string_view keyword, NodeId id) {
    out_.word(keyword);
    list(id);
  }
  void in_parens(NodeId id) {
    out_.open();
    emit(id, 0, 0);
    out_.close();
  }
  void parenthesised_list(NodeId id, bool spaced) {
    if (spaced) {
      out_.open();
    } else {
      out_.open_call();
    }
    list(id);
    out_.close();
  }

  // Names

  bool stood_bare(const Node &node) const {
    return !node.has(flag::quoted) && node.end > node.begin;
  }
  bool needs_quotes(NodeId id) const {
    const std::string_view text = tree_.text(id);
    const bool bare = stood_bare(tree_[id]);
    return !is_bare(text, bare) || (!strict_ && !bare && is_phrase_word(text));
  }
  void name(NodeId id) {
    if (needs_quotes(id)) {
      quoted_name(tree_.text(id));
    } else {
      out_.word(tree_.text(id));
    }
  }
  void quoted_name(std::string_view text, char quote = '"') {
    std::string quoted;
    append_quoted(quoted, text, quote);
    out_.word(quoted);
  }
  void qualifier(NodeId id) {
    name(id);
    out_.tight(".");
    out_.glue();
  }
  /// Outside SQLite, ONLY and LATERAL may stand before a source.
  void source_name(NodeId id) {
    const std::string_view text = tree_.text(id);
    if (!strict_ && (equals_ignoring_case(text, "only") || equals_ignoring_case(text, "lateral"))) {
      return quoted_name(text);
    }
    name(id);
  }
  void column_name(NodeId id, const Node &node) {
    // SQLite takes a double-quoted name that names nothing for a string: what may be one stays so,
    // and nothing else becomes one.
    const bool alone = node.first_child == no_node;
    if (alone && (node.flags & flag::quoted) == flag::double_quoted) {
      quoted_name(tree_.text(id));
    } else if (alone && !postgresql_ && needs_quotes(id)) {
      quoted_name(tree_.text(id), '`');
    } else {
      name(id);
    }
  }
  static bool is_change(NodeKind kind) {
    return kind == NodeKind::insert_statement || kind == NodeKind::update_statement ||
           kind == NodeKind::delete_statement;
  }
  void alias(NodeId id, const Node &) {
    // Not every name may be an alias without AS, and no table that is changed takes one.
    const NodeId aliased = tree_.parent(id);
    const bool changed = aliased != no_node && is_change(tree_.kind(tree_.parent(aliased)));
    const std::string_view text = tree_.text(id);
    if (!out_.minimal() || changed || is_sqlite_keyword(text) || (!strict_ && is_phrase_word(text)))
      out_.word("AS");
    name(id);
    each(id);
  }

  // Queries

  void select(NodeId id, const Node &node) {
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
  void compound(NodeId id, const Node &node) {
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
  void values(NodeId id) {
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
  void with(NodeId id, const Node &node) {
    out_.word(node.has(flag::recursive) ? "WITH RECURSIVE" : "WITH");
    list(id);
  }
  void common_table(NodeId id, const Node &node) {
    name(id);
    NodeId child = tree_.first_child(id);
    if (child != no_node && tree_.kind(child) == NodeKind::name_list) {
      parenthesised_list(child, false);
      child = tree_.next_sibling(child);
    }
    out_.word("AS");
    if (node.has(flag::materialized)) out_.word("MATERIALIZED");
    if (node.has(flag::not_materialized)) out_.word("NOT MATERIALIZED");
    in_parens(child);
  }
  void distinct(NodeId id) {
    out_.word("DISTINCT");
    if (tree_.first_child(id) == no_node || tree_.kind(tree_.parent(id)) == NodeKind::function)
      return;
    out_.word("ON");
    parenthesised_list(id, true);
  }
  void join(NodeId id, const Node &node) {
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
  void join_tree(NodeId id) {
    out_.open();
    NodeId child = tree_.first_child(id);
    for (; child != no_node && tree_.kind(child) != NodeKind::alias;
         child = tree_.next_sibling(child)) {
      emit(child, 0, 0);
    }
    out_.close();
    if (child != no_node) emit(child, 0, 0);
  }
  void table(NodeId id, const Node &node) {
    NodeId child = tree_.first_child(id);
    for (; child != no_node && tree_.kind(child) == NodeKind::name;
         child = tree_.next_sibling(child))
      qualifier(child);
    source_name(id);
    for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
    if (node.has(flag::not_indexed)) out_.word("NOT INDEXED");
  }
  void table_function(NodeId id, const Node &node) {
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
  void ordering(NodeId id, const Node &node) {
    each(id);
    if (node.has(flag::ascending)) out_.word("ASC");
    if (node.has(flag::descending)) out_.word("DESC");
    if (node.has(flag::nulls_first)) out_.word("NULLS FIRST");
    if (node.has(flag::nulls_last)) out_.word("NULLS LAST");
  }
  void limit(NodeId id, const Node &node) {
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
  void frame(NodeId id, const Node &node) {
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
  void frame_bound(NodeId id, const Node &node) {
    // Behind the first bound of BETWEEN stands its AND.
    if (tree_.first_child(id) != no_node) emit(tree_.first_child(id), 0, 0);
    switch (node.as<FrameBound>()) {
      case FrameBound::unbounded_preceding: out_.word("UNBOUNDED PRECEDING"); break;
      case FrameBound::preceding: out_.word("PRECEDING"); break;
      case FrameBound::current_row: out_.word("CURRENT ROW"); break;
      case FrameBound::following: out_.word("FOLLOWING"); break;
      case FrameBound::unbounded_following: out_.word("UNBOUNDED FOLLOWING"); break;
    }
  }

  // Expressions

  void current_time(const Node &node) {
    switch (node.as<CurrentTime>()) {
      case CurrentTime::date: out_.word("CURRENT_DATE"); break;
      case CurrentTime::time: out_.word("CURRENT_TIME"); break;
      case CurrentTime::timestamp: out_.word("CURRENT_TIMESTAMP"); break;
    }
  }
  void unary(NodeId id, const Node &node, int before, int behind) {
    const NodeId operand = tree_.first_child(id);
    switch (node.as<Operator>()) {
      case Operator::logical_not:
        out_.word("NOT");
        emit(operand, power::logical_not, behind);
        break;
      case Operator::is_null:
      case Operator::not_null:
        emit(operand, before, power_of(Operator::is_null));
        out_.word(text_of(node.as<Operator>()));
        break;
      default: {
        out_.word(text_of(node.as<Operator>()));
        // Two signs side by side could be a comment.
        if (tree_.kind(operand) != NodeKind::unary) out_.glue();
        emit(operand, power::sign, behind);
      }
    }
  }
  void binary(NodeId id, const Node &node, int before, int behind) {
    const auto op = node.as<Operator>();
    const int power = power_of(op);
    const NodeId left = tree_.child(id, std::size_t{0});
    emit(left, before, power);
    out_.word(text_of(op));
    const NodeId right = tree_.next_sibling(left);
    if (op == Operator::is && is_not(right)) return in_parens(right);  // no IS NOT
    emit(right, power + 1, behind);
  }
  bool is_not(NodeId id) const {
    return tree_.kind(id) == NodeKind::unary && tree_[id].as<Operator>() == Operator::logical_not;
  }
  /// Whether an ESCAPE behind an expression would be taken by a pattern at its end.
  bool ends_with_pattern(NodeId id) const {
    for (;;) {
      switch (tree_.kind(id)) {
        case NodeKind::pattern:
          if (tree_.child(id, NodeKind::escape) == no_node) return true;
          id = tree_.first_child(tree_.last_child(id));
          break;
        case NodeKind::unary:
          if (tree_[id].as<Operator>() == Operator::is_null ||
              tree_[id].as<Operator>() == Operator::not_null)
            return false;
          [[fallthrough]];
        case NodeKind::binary:
        case NodeKind::between: id = tree_.last_child(id); break;
        default: return false;
      }
    }
  }
  void pattern(NodeId id, const Node &node, int before, int behind) {
    const auto op = node.as<Operator>();
    const int power = power_of(op);
    const NodeId left = tree_.first_child(id), right = tree_.next_sibling(left);
    const NodeId escape = tree_.next_sibling(right);
    emit(left, before, power);
    if (node.has(flag::negated)) out_.word("NOT");
    out_.word(text_of(op));
    if (escape == no_node) return emit(right, power + 1, behind);
    if (is_not(right) && ends_with_pattern(right)) {
      in_parens(right);
    } else {
      emit(right, power + 1, 0);
    }
    emit(escape, 0, behind);
  }
  void between(NodeId id, const Node &node, int before, int behind) {
    const int power = power_of_in();
    const NodeId value = tree_.first_child(id), low = tree_.next_sibling(value);
    emit(value, before, power);
    if (node.has(flag::negated)) out_.word("NOT");
    out_.word("BETWEEN");
    if (node.has(flag::symmetric)) out_.word("SYMMETRIC");
    emit(low, power::logical_not, power::logical_and);
    out_.word("AND");
    emit(tree_.next_sibling(low), power + 1, behind);
  }
  void in(NodeId id, const Node &node, int before) {
    const NodeId value = tree_.first_child(id);
    emit(value, before, power_of_in());
    if (node.has(flag::negated)) out_.word("NOT");
    out_.word("IN");
    emit(tree_.next_sibling(value), 0, 0);
  }
  void case_when(NodeId id) {
    out_.word("CASE");
    each(id);
    out_.word("END");
  }
  void cast(NodeId id, const Node &node, int before) {
    const NodeId value = tree_.first_child(id), type = tree_.next_sibling(value);
    if (node.has(flag::colons)) {
      emit(value, before, power::postfix);
      out_.tight("::");
      out_.glue();
      emit(type, 0, 0);
      return;
    }
    out_.word(node.has(flag::attempt) ? "TRY_CAST" : "CAST");
    out_.open_call();
    emit(value, 0, 0);
    out_.word("AS");
    emit(type, 0, 0);
    out_.close();
  }
  void type(NodeId id, const Node &node) {
    if (const std::string_view text = tree_.text(id); !text.empty()) out_.word(text);
    if (tree_.first_child(id) != no_node) parenthesised_list(id, false);
    if (node.has(flag::array)) out_.tight("[]");
  }
  void function(NodeId id, const Node &node) {
    NodeId child = tree_.first_child(id);
    if (node.has(flag::qualified)) {
      for (; child != no_node && tree_.kind(child) == NodeKind::name;
           child = tree_.next_sibling(child))
        qualifier(child);
    }
    name(id);
    out_.open_call();
    if (node.has(flag::all)) out_.word("ALL");
    bool comma = false;
    for (; child != no_node; child = tree_.next_sibling(child)) {
      const NodeKind kind = tree_.kind(child);
      if (kind == NodeKind::filter || kind == NodeKind::over || kind == NodeKind::within_group)
        break;
      if (comma && kind != NodeKind::order_by && kind != NodeKind::keyword_argument) out_.comma();
      comma = kind != NodeKind::distinct;
      emit(child, position_argument(id, child) ? power::bits : 0, 0);
    }
    out_.close();
    for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
  }
  /// Whether an argument stands before a keyword that could be taken for its operator: POSITION(a
  /// IN b).
  bool position_argument(NodeId function, NodeId child) const {
    const NodeId next = tree_.next_sibling(child);
    return equals_ignoring_case(tree_.text(function), "position") && next != no_node &&
           tree_.kind(next) == NodeKind::keyword_argument;
  }
  void raise(NodeId id, const Node &node) {
    out_.word("RAISE");
    out_.open_call();
    action(node.as<ConflictAction>());
    if (tree_.first_child(id) != no_node) {
      out_.comma();
      each(id);
    }
    out_.close();
  }
  void quantified(NodeId id, const Node &node) {
    switch (node.as<Quantifier>()) {
      case Quantifier::any: out_.word("ANY"); break;
      case Quantifier::some: out_.word("SOME"); break;
      case Quantifier::all: out_.word("ALL"); break;
    }
    in_parens(tree_.first_child(id));
  }
  void array(NodeId id) {
    out_.word("ARRAY");
    const NodeId first = tree_.first_child(id);
    if (first != no_node && tree_.kind(first) == NodeKind::subquery) return each(id);
    out_.tight("[");
    out_.glue();
    list(id);
    out_.tight("]");
  }
  void subscript(NodeId id, const Node &node, int before) {
    const NodeId value = tree_.first_child(id), from = tree_.next_sibling(value);
    emit(value, before, power::postfix);
    out_.tight("[");
    out_.glue();
    if (from != no_node) emit(from, 0, 0);
    if (node.has(flag::slice)) out_.tight(":");
    if (const NodeId to = from == no_node ? no_node : tree_.next_sibling(from); to != no_node)
      emit(to, 0, 0);
    out_.tight("]");
  }

  // Statements that change something

  void action(ConflictAction action) {
    switch (action) {
      case ConflictAction::none: break;
      case ConflictAction::rollback: out_.word("ROLLBACK"); break;
      case ConflictAction::abort: out_.word("ABORT"); break;
      case ConflictAction::fail: out_.word("FAIL"); break;
      case ConflictAction::ignore: out_.word("IGNORE"); break;
      case ConflictAction::replace: out_.word("REPLACE"); break;
    }
  }
  void or_action(const Node &node) {
    if (node.as<ConflictAction>() == ConflictAction::none) return;
    out_.word("OR");
    action(node.as<ConflictAction>());
  }
  /// Prints a WITH that comes first; returns the child behind it.
  NodeId leading_with(NodeId id) {
    const NodeId child = tree_.first_child(id);
    if (child == no_node || tree_.kind(child) != NodeKind::with) return child;
    emit(child, 0, 0);
    return tree_.next_sibling(child);
  }
  void emit_from(NodeId child) {
    for (; child != no_node; child = tree_.next_sibling(child)) emit(child, 0, 0);
  }
  void insert(NodeId id, const Node &node) {
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
  void upsert(NodeId id, const Node &node) {
    out_.word("ON CONFLICT");
    NodeId child = tree_.first_child(id);
    if (child != no_node && tree_.kind(child) == NodeKind::conflict_target) {
      emit(child, 0, 0);
      child = tree_.next_sibling(child);
    }
    out_.word(node.has(flag::nothing) ? "DO NOTHING" : "DO UPDATE");
    emit_from(child);
  }
  void update(NodeId id, const Node &node) {
    const NodeId child = leading_with(id);
    out_.word("UPDATE");
    or_action(node);
    emit_from(child);
  }
  void remove(NodeId id) {
    const NodeId child = leading_with(id);
    out_.word("DELETE FROM");
    emit_from(child);
  }

  // Definitions

  NodeId qualifiers_and_name(NodeId id) {
    NodeId child = tree_.first_child(id);
    for (; child != no_node && tree_.kind(child) == NodeKind::name;
         child = tree_.next_sibling(child))
      qualifier(child);
    name(id);
    return child;
  }
  void create_table(NodeId id, const Node &node) {
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
  void constraint(NodeId id, const Node &node) {
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
        if (of_table) parenthesised_list(id, true);
        break;
      case Constraint::check:
        out_.word("CHECK");
        parenthesised_list(id, true);
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
        parenthesised_list(id, true);
        if (node.has(flag::stored)) out_.word("STORED");
        if (node.has(flag::virtual_column)) out_.word("VIRTUAL");
        return;
    }
    conflict(node);
  }
  void conflict(const Node &node) {
    const auto bits = static_cast<std::uint8_t>((node.flags >> flag::conflict_shift) & 7u);
    if (bits == 0) return;
    out_.word("ON CONFLICT");
    action(static_cast<ConflictAction>(bits));
  }
  void deferral(const Node &node) {
    if (node.has(flag::deferrable)) out_.word("DEFERRABLE");
    if (node.has(flag::not_deferrable)) out_.word("NOT DEFERRABLE");
    if (node.has(flag::initially_deferred)) out_.word("INITIALLY DEFERRED");
    if (node.has(flag::initially_immediate)) out_.word("INITIALLY IMMEDIATE");
  }
  void reference_action(NodeId id, const Node &node) {
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
  void create_view(NodeId id, const Node &node) {
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
  void create_index(NodeId id, const Node &node) {
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
  void drop(NodeId id, const Node &node) {
    switch (node.as<Droppable>()) {
      case Droppable::table: out_.word("DROP TABLE"); break;
      case Droppable::view: out_.word("DROP VIEW"); break;
      case Droppable::index: out_.word("DROP INDEX"); break;
      case Droppable::trigger: out_.word("DROP TRIGGER"); break;
    }
    if (node.has(flag::if_exists)) out_.word("IF EXISTS");
    qualifiers_and_name(id);
  }

  const SyntaxTree &tree_;
  const Powers &powers_;
  bool strict_;
  bool postgresql_;
  Writer out_;
};

}  // namespace

std::string print(const SyntaxTree &tree, NodeId node, const PrintOptions &options) {
  return Printer(tree, options).print(node);
}

std::string quote_name(std::string_view name) {
  if (is_bare(name, false)) return std::string(name);
  std::string quoted;
  append_quoted(quoted, name, '"');
  return quoted;
}

std::string quote_string(std::string_view value) {
  std::string quoted;
  append_quoted(quoted, value, '\'');
  return quoted;
}

}  // namespace sluice::sql
