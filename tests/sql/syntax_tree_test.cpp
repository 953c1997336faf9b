/// Changes of a tree, compared with a simple model: parents, children and siblings agree after each
/// change.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/sql/parse.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

/// A forest as lists of children, by the tree's ids.
class Model {
 public:
  void add() { nodes_.emplace_back(); }
  std::size_t size() const { return nodes_.size(); }
  std::size_t parent(std::size_t id) const { return nodes_[id].parent; }
  const std::vector<std::size_t> &children(std::size_t id) const { return nodes_[id].children; }

  bool is_inside(std::size_t id, std::size_t above) const {
    for (; id != 0; id = parent(id)) {
      if (id == above) return true;
    }
    return false;
  }
  void append(std::size_t parent, std::size_t child) {
    nodes_[parent].children.push_back(child);
    nodes_[child].parent = parent;
  }
  void insert_before(std::size_t next, std::size_t child) {
    auto &siblings = nodes_[parent(next)].children;
    siblings.insert(std::ranges::find(siblings, next), child);
    nodes_[child].parent = parent(next);
  }
  void remove(std::size_t id) {
    if (parent(id) != 0) std::erase(nodes_[parent(id)].children, id);
    nodes_[id].parent = 0;
  }
  void replace(std::size_t old, std::size_t with) {
    if (parent(old) != 0) {
      auto &siblings = nodes_[parent(old)].children;
      *std::ranges::find(siblings, old) = with;
    }
    nodes_[with].parent = parent(old);
    nodes_[old].parent = 0;
  }
  void move_children(std::size_t from, std::size_t to) {
    nodes_[to].children.swap(nodes_[from].children);
    for (const std::size_t child : nodes_[to].children) nodes_[child].parent = to;
  }
  /// Appends the nodes of a copy in the order in which the tree creates them: each before its
  /// children.
  std::size_t copy(std::size_t id) {
    const std::size_t made = nodes_.size();
    nodes_.emplace_back();
    const std::vector<std::size_t> originals = nodes_[id].children;
    for (const std::size_t original : originals) append(made, copy(original));
    return made;
  }

 private:
  struct Links {
    std::size_t parent = 0;
    std::vector<std::size_t> children;
  };
  std::vector<Links> nodes_{1};  // [0] is no node
};

void check_same(const SyntaxTree &tree, const Model &model) {
  REQUIRE(tree.size() == model.size());
  for (std::size_t i = 1; i < model.size(); ++i) {
    const NodeId id(i);
    REQUIRE(tree.parent(id).index() == model.parent(i));
    std::vector<std::size_t> children;
    for (const NodeId child : tree.children(id)) children.push_back(child.index());
    REQUIRE(children == model.children(i));
    REQUIRE(tree.count_children(id) == children.size());
    REQUIRE(tree.last_child(id).index() == (children.empty() ? 0 : children.back()));
    for (std::size_t c = 0; c < children.size(); ++c) {
      REQUIRE(tree.child(id, c).index() == children[c]);
    }
    REQUIRE(tree.child(id, children.size()) == no_node);
    if (model.parent(i) == 0) REQUIRE(tree.next_sibling(id) == no_node);
  }
}

}  // namespace

TEST_CASE("after each change, the links of a tree equal those of a simple model") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    SyntaxTree tree;
    Model model;
    const auto any = [&] { return 1 + static_cast<std::size_t>(random.below(model.size() - 1)); };
    for (int step = 0; step < 120; ++step) {
      if (model.size() < 4) {
        tree.add(NodeKind::name, "n" + std::to_string(model.size()));
        model.add();
        continue;
      }
      const std::size_t a = any(), b = any();
      switch (random.below(8)) {
        case 0:
          tree.add(NodeKind::name, "n" + std::to_string(model.size()));
          model.add();
          break;
        case 1:
        case 2:
          if (model.parent(b) != 0 || model.is_inside(a, b)) break;
          tree.append(NodeId(a), NodeId(b));
          model.append(a, b);
          break;
        case 3:
          if (model.parent(a) == 0 || model.parent(b) != 0 || model.is_inside(a, b)) break;
          tree.insert_before(NodeId(a), NodeId(b));
          model.insert_before(a, b);
          break;
        case 4:
          tree.remove(NodeId(a));
          model.remove(a);
          break;
        case 5:
          if (model.parent(b) != 0 || model.is_inside(a, b)) break;
          tree.replace(NodeId(a), NodeId(b));
          model.replace(a, b);
          break;
        case 6:
          if (!model.children(b).empty() || model.is_inside(b, a)) break;
          tree.move_children(NodeId(a), NodeId(b));
          model.move_children(a, b);
          break;
        default: {
          if (model.size() > 150) break;
          const NodeId made = tree.copy(tree, NodeId(a));
          CHECK(made.index() == model.copy(a));
          CHECK(equal(tree, made, tree, NodeId(a)));
        }
      }
      check_same(tree, model);
    }
  }
}

TEST_CASE("replacing and removing the root updates it") {
  SyntaxTree tree = parse("SELECT a");
  const NodeId root = tree.root();
  const NodeId other = tree.add(NodeKind::null);
  tree.replace(root, other);
  CHECK(tree.root() == other);
  CHECK(tree.parent(root) == no_node);
  tree.remove(other);
  CHECK(tree.root() == no_node);
}

TEST_CASE("a copy in another tree is equal and independent of the original") {
  SyntaxTree copy;
  {
    const SyntaxTree tree = parse("SELECT a, 'it''s' FROM \"odd name\" WHERE b IN (1, -2)");
    copy.set_root(copy.copy(tree, tree.root()));
    CHECK(copy == tree);
  }
  CHECK(copy == parse("select a, 'it''s' from [odd name] where b in (1, -2)"));
  CHECK(copy.source_of(copy.root()).empty());
  SyntaxTree part = parse("SELECT b FROM t");
  const NodeId where = copy.child(copy.root(), NodeKind::where);
  part.append(part.root(), part.copy(copy, where));
  CHECK(part == parse("SELECT b FROM t WHERE b IN (1, -2)"));
}

TEST_CASE("trees are equal exactly if their content is equal") {
  const auto same = [](const char *a, const char *b) { return parse(a) == parse(b); };
  CHECK(same("SELECT a FROM t", " select /* a comment */ a\nfrom t;"));
  CHECK(same("SELECT a FROM t", "SELECT `a` FROM [t]"));
  CHECK_FALSE(same("SELECT a FROM t", "SELECT A FROM t"));
  CHECK_FALSE(same("SELECT a FROM t", "SELECT 'a' FROM t"));
  CHECK_FALSE(same("SELECT a FROM t", "SELECT (a) FROM t"));
  CHECK_FALSE(same("SELECT a LIKE b", "SELECT a NOT LIKE b"));
  CHECK_FALSE(same("SELECT a + b", "SELECT a - b"));
  CHECK_FALSE(same("SELECT a, b", "SELECT a"));
  CHECK_FALSE(same("SELECT a", "SELECT a, b"));
  CHECK_FALSE(same("SELECT 1 UNION SELECT 2", "SELECT 1 UNION ALL SELECT 2"));
  CHECK(SyntaxTree() == SyntaxTree());
  CHECK_FALSE(SyntaxTree() == parse("SELECT 1"));
  const SyntaxTree tree = parse("SELECT f(a), f(a), f(b)");
  const NodeId list = tree.first_child(tree.root());
  CHECK(equal(tree, tree.child(list, std::size_t{0}), tree, tree.child(list, std::size_t{1})));
  CHECK_FALSE(
      equal(tree, tree.child(list, std::size_t{0}), tree, tree.child(list, std::size_t{2})));
}

TEST_CASE("parsing into a used tree leaves only the new statement in it") {
  SyntaxTree tree;
  parse("SELECT a, b, c FROM t WHERE d", tree);
  parse("SELECT 1", tree);
  CHECK(tree == parse("SELECT 1"));
  CHECK(tree.source() == "SELECT 1");
  CHECK_THROWS_AS(parse("SELECT", tree), SyntaxError);
  CHECK(tree.root() == no_node);
  CHECK(tree.source().empty());
}

TEST_CASE("the texts of names and values do not include their quotes") {
  const auto texts_of = [](const char *text, Dialect dialect) {
    const SyntaxTree tree = parse(text, {.dialect = dialect});
    std::vector<std::string> texts;
    for (const NodeId id : tree.children(tree.first_child(tree.root())))
      texts.emplace_back(tree.text(id));
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(texts_of("SELECT \"a\"\"b\", 'it''s', x'0aFF', [c d], `e``f`, :p, 1e3, ''",
                 Dialect::sqlite) == Texts{"a\"b", "it's", "0aFF", "c d", "e`f", ":p", "1e3", ""});
  CHECK(texts_of("SELECT E'a\\'b\\n''', $$it's$$, $x$a$$b$x$", Dialect::postgresql) ==
        Texts{"a'b\n'", "it's", "a$$b"});
}
