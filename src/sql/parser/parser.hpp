#ifndef SLUICE_SRC_SQL_PARSER_PARSER_HPP
#define SLUICE_SRC_SQL_PARSER_PARSER_HPP

/// The parser: recursive descent over an array of tokens, with a Pratt loop for expressions. With
/// SqliteGrammar it accepts exactly the statements of SQLite 3.40 that `Dialect::sqlite` names; the
/// other grammars extend it. The definitions are in the headers parser_*.hpp, by kind of clause.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "grammar.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0::sql {

template <class Grammar>
class Parser {
 public:
  Parser(SyntaxTree &tree, const ParseLimits &limits) : tree_(tree), limits_(limits) {
    cut_tokens();
    tree_.nodes_.reserve(tokens_.size() + tokens_.size() / 2 + 16);
    at_ = tokens_.data();
  }

  /// Parses the whole text as one statement.
  void parse() {
    const NodeId root = statement();
    while (accept(TokenKind::semicolon)) {
    }
    if (kind() != TokenKind::end) fail("the end of the statement");
    tree_.root_ = root;
  }

 private:
  static constexpr bool strict = Grammar::dialect == Dialect::sqlite;
  static constexpr bool postgresql = Grammar::dialect == Dialect::postgresql;
  static constexpr const PrecedenceTable &precedence = Grammar::precedence;

  /// A node under construction; children are linked as they are added.
  struct Open {
    NodeId id;
    NodeId last;
  };

  // Tokens

  void cut_tokens() {
    typename Grammar::Lexer lexer(tree_.text_.data(), tree_.source_size_);
    tokens_.reserve(tree_.source_size_ / 3 + 8);
    bool window_words = false;
    for (;;) {
      tokens_.push_back(lexer.next());
      const TokenKind found = tokens_.back().kind;
      window_words |= found == TokenKind::kw_window || found == TokenKind::kw_over ||
                      found == TokenKind::kw_filter;
      if (tokens_.back().kind == TokenKind::end) break;
      if (tokens_.size() > limits_.tokens) {
        throw SyntaxError(ErrorCode::limit_exceeded,
                          "the statement has more than " + std::to_string(limits_.tokens) +
                              " tokens",
                          tree_.source(), tokens_.back().begin);
      }
    }
    // Padding, so that lookahead needs no bounds check.
    for (int i = 0; i < lookahead; ++i) tokens_.push_back(tokens_.back());
    if (window_words) distinguish_window_words();
  }

  /// WINDOW, OVER and FILTER are keywords only between certain neighbors, as in SQLite's tokenizer.
  void distinguish_window_words() noexcept {
    const auto may_name = [this](std::size_t at) {
      const TokenKind found = tokens_[at].kind;
      return found == TokenKind::kw_window || found == TokenKind::kw_over ||
             (found != TokenKind::kw_indexed &&
              (name_classes[static_cast<std::size_t>(found)] & as_name) != 0);
    };
    for (std::size_t i = 0; i + lookahead < tokens_.size(); ++i) {
      const TokenKind found = tokens_[i].kind;
      const TokenKind next = tokens_[i + 1].kind;
      const bool after_paren = i > 0 && tokens_[i - 1].kind == TokenKind::right_paren;
      bool is_name = false;
      if (found == TokenKind::kw_window) {
        is_name = !may_name(i + 1) || tokens_[i + 2].kind != TokenKind::kw_as;
      } else if (found == TokenKind::kw_over) {
        is_name = !after_paren || (next != TokenKind::left_paren && !may_name(i + 1));
      } else if (found == TokenKind::kw_filter) {
        is_name = !after_paren || next != TokenKind::left_paren;
      }
      if (is_name) tokens_[i].kind = TokenKind::identifier;
    }
  }

  static constexpr int lookahead = 3;

  TokenKind kind(std::size_t ahead = 0) const noexcept { return at_[ahead].kind; }
  std::string_view word(const Token &token) const noexcept {
    return {tree_.text_.data() + token.begin, token.end - token.begin};
  }
  /// Whether the current token is this bare word, given in lower case.
  bool is_word(std::string_view lower, std::size_t ahead = 0) const noexcept {
    if (kind(ahead) != TokenKind::identifier) return false;
    const std::string_view found = word(at_[ahead]);
    if (found.size() != lower.size()) return false;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if ((found[i] | 0x20) != (lower[i] | 0x20)) return false;
    }
    return true;
  }
  void advance() noexcept { ++at_; }
  bool accept(TokenKind wanted) noexcept {
    if (kind() != wanted) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view lower) noexcept {
    if (!is_word(lower)) return false;
    advance();
    return true;
  }
  void expect(TokenKind wanted, std::string_view expected) {
    if (!accept(wanted)) fail(expected);
  }

  [[noreturn, gnu::cold, gnu::noinline]] void fail(std::string_view expected) const;
  [[noreturn, gnu::cold, gnu::noinline]] void refuse(const Token &at, std::string_view why) const;
  [[noreturn, gnu::cold, gnu::noinline]] void fail_depth() const;

  /// Restores the depth of the tree when it is destroyed.
  class Depth {
   public:
    explicit Depth(Parser &parser) : parser_(parser), before_(parser.depth_) { parser.deepen(); }
    Depth(const Depth &) = delete;
    Depth &operator=(const Depth &) = delete;
    ~Depth() { parser_.depth_ = before_; }

   private:
    Parser &parser_;
    std::size_t before_;
  };
  /// Adds one level, until the enclosing Depth is destroyed.
  void deepen() {
    if (++depth_ > limits_.depth) fail_depth();
  }

  // Names

  bool is_id(std::size_t ahead = 0) const noexcept { return (name_class(ahead) & as_id) != 0; }
  bool is_name(std::size_t ahead = 0) const noexcept { return (name_class(ahead) & as_name) != 0; }
  bool is_alias(std::size_t ahead = 0) const noexcept {
    return (name_class(ahead) & as_alias) != 0;
  }
  std::uint8_t name_class(std::size_t ahead) const noexcept {
    return name_classes[static_cast<std::size_t>(kind(ahead))];
  }

  // Nodes

  NodeId add_node(NodeKind node_kind, std::uint32_t begin) {
    const NodeId id(tree_.nodes_.size());
    Node &node = tree_.nodes_.emplace_back();
    node.kind = node_kind;
    node.begin = begin;
    return id;
  }
  /// Starts a node at the current token.
  Open open(NodeKind node_kind) { return {add_node(node_kind, at_->begin), no_node}; }
  Open open_at(NodeKind node_kind, std::uint32_t begin) {
    return {add_node(node_kind, begin), no_node};
  }
  /// Starts a node around `first`, which becomes its first child.
  Open wrap(NodeKind node_kind, NodeId first) {
    Open node = open_at(node_kind, tree_.nodes_[first.index()].begin);
    add(node, first);
    return node;
  }
  void add(Open &node, NodeId child) {
    if (child == no_node) return;
    std::vector<Node> &nodes = tree_.nodes_;
    nodes[child.index()].parent = node.id;
    (node.last == no_node ? nodes[node.id.index()].first_child
                          : nodes[node.last.index()].next_sibling) = child;
    node.last = child;
  }
  /// Ends a node at the last token read.
  NodeId close(const Open &node) noexcept {
    tree_.nodes_[node.id.index()].end = at_[-1].end;
    return node.id;
  }
  Node &at(const Open &node) noexcept { return tree_.nodes_[node.id.index()]; }
  void mark(const Open &node, std::uint16_t flags) noexcept {
    at(node).flags = static_cast<std::uint16_t>(at(node).flags | flags);
  }
  template <class Enum>
  void set_op(const Open &node, Enum op) noexcept {
    at(node).op = static_cast<std::uint8_t>(op);
  }
  /// Sets the text of a node to that of a name, string or literal, without its quotes.
  void set_text(NodeId id, const Token &token);
  void set_slice(NodeId id, std::uint32_t begin, std::uint32_t end) noexcept {
    tree_.nodes_[id.index()].text_begin = begin;
    tree_.nodes_[id.index()].text_size = end - begin;
  }
  void unescape(NodeId id, const Token &token, char quote);
  /// Reads a node that consists of one token.
  NodeId leaf(NodeKind node_kind) {
    const Open node = open(node_kind);
    set_text(node.id, *at_);
    advance();
    return close(node);
  }
  /// Reads a node that consists of one keyword, which its kind already identifies.
  NodeId word_leaf(NodeKind node_kind) {
    const Open node = open(node_kind);
    advance();
    return close(node);
  }
  NodeId name_leaf(std::string_view expected) {
    if (!is_name()) fail(expected);
    return leaf(NodeKind::name);
  }
  void prepend(NodeId parent, NodeId child);

  // parser_expressions.hpp
  NodeId expression(int min_power = 1);
  NodeId infix(NodeId left, int min_power, bool stop_at_and);
  NodeId prefix();
  NodeId unary();
  Operator prefix_at() const noexcept;
  NodeId parenthesized();
  NodeId name_or_call();
  NodeId named_constant();
  NodeId call(Open node);
  void call_arguments(Open &node);
  NodeId keyword_argument();
  NodeId call_tail(Open node);
  NodeId case_expression();
  NodeId cast_expression();
  NodeId exists_expression();
  NodeId raise_expression();
  NodeId postgresql_word();
  // Not inlined, so that nested statements need only the stack space of the constructs that they
  // use.
  [[gnu::noinline]] NodeId binary(NodeId left, Operator op, int power);
  [[gnu::noinline]] NodeId comparison(NodeId left, Operator op, int power);
  NodeId comparison_operand(int power);
  [[gnu::noinline]] NodeId pattern(NodeId left, Operator op, bool negated, int power);
  [[gnu::noinline]] NodeId between(NodeId left, bool negated, int power);
  [[gnu::noinline]] NodeId in(NodeId left, bool negated);
  [[gnu::noinline]] NodeId is(NodeId left, int power);
  [[gnu::noinline]] NodeId negated_infix(NodeId left, int power);
  [[gnu::noinline]] NodeId null_test(NodeId left, Operator op);
  [[gnu::noinline]] NodeId collate(NodeId left);
  [[gnu::noinline]] NodeId cast(NodeId left);
  [[gnu::noinline]] NodeId subscript(NodeId left);
  Infix infix_at() const noexcept;
  NodeId type(bool after_colons = false);
  void type_arguments(Open &node);
  NodeId ordering();
  NodeId order_by();
  void expressions(Open &node);
  NodeId window_specification();
  NodeId frame();
  NodeId frame_bound(bool first);
  FrameExclusion frame_exclusion();

  // parser_queries.hpp
  bool at_query(std::size_t ahead = 0) const noexcept {
    return kind(ahead) == TokenKind::kw_select || kind(ahead) == TokenKind::kw_values ||
           kind(ahead) == TokenKind::kw_with;
  }
  bool at_parenthesized_query();
  NodeId query();
  NodeId query_body();
  NodeId query_terms(bool intersections_only, NodeId left = no_node);
  [[gnu::noinline]] NodeId compound(bool intersections_only, NodeId left);
  NodeId query_term();
  NodeId query_tail(NodeId body);
  bool at_set_operator(SetOperator &op) const noexcept;
  NodeId with();
  NodeId common_table();
  NodeId name_list();
  NodeId select();
  NodeId top();
  NodeId distinct();
  NodeId select_list(NodeKind node_kind);
  NodeId result();
  NodeId alias(bool columns);
  NodeId optional_alias(bool columns);
  NodeId values();
  NodeId from();
  void sources(Open &node);
  NodeId source();
  NodeId parenthesized_source(bool lateral);
  NodeId named_source();
  NodeId join();
  void join_words(Open &node);
  NodeId join_condition();
  NodeId where();
  NodeId group_by();
  NodeId having();
  NodeId windows();
  NodeId limit();
  NodeId fetch();
  NodeId offset_tail();

  // parser_changes.hpp
  NodeId statement();
  NodeId explain();
  NodeId insert(NodeId with);
  NodeId update(NodeId with);
  NodeId remove(NodeId with);
  NodeId changed_table();
  NodeId upsert();
  NodeId assignments();
  NodeId returning();
  ConflictAction conflict_action();
  void index_choice(NodeId table);
  void change_tail(Open &node);

  // parser_definitions.hpp
  NodeId create();
  NodeId create_table(std::uint32_t begin, bool temporary);
  NodeId create_view(std::uint32_t begin, bool temporary);
  NodeId create_index(std::uint32_t begin);
  NodeId drop();
  void qualified_name(Open &node, std::string_view expected);
  bool accept_exists(bool negated);
  void table_body(Open &node);
  void table_options(const Open &node);
  NodeId column_definition();
  bool at_constraint() const noexcept;
  NodeId column_constraint();
  NodeId table_constraint();
  NodeId default_value();
  bool at_term() const noexcept;
  NodeId references();
  void deferral(Open &node);
  void on_conflict(const Open &node);
  void parenthesized_orderings(Open &node);

  SyntaxTree &tree_;
  const ParseLimits &limits_;
  std::vector<Token> tokens_;
  const Token *at_ = nullptr;
  std::size_t depth_ = 0;
  // matching right parenthesis of each left one; filled on first use
  std::vector<std::uint32_t> closing_;
};

}  // namespace sluice::inline v0::sql

#endif
