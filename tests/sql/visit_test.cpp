/// Traversals of a tree, cursors that stay valid while it changes, and statistics.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/cursor.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/statistics.hpp"
#include "sluice/sql/visit.hpp"

using namespace sluice;
using sql::NodeId;
using sql::NodeKind;

namespace {

/// The kinds in the order of the traversal, with "<" and ">" around the children.
std::string kinds_of(const sql::SyntaxTree &tree, NodeId top, NodeKind stop = NodeKind::none) {
  std::string seen;
  sql::walk(
      tree, top,
      [&](NodeId id) {
        seen += '<';
        seen += name_of(tree.kind(id));
        return tree.kind(id) != stop;
      },
      [&](NodeId) { seen += '>'; });
  return seen;
}

}  // namespace

TEST_CASE("a walk enters a parent before its children and leaves it after them") {
  const sql::SyntaxTree tree = sql::parse("SELECT a + 1, b FROM t");
  CHECK(kinds_of(tree, tree.root()) ==
        "<select<select_list<binary<column><number>><column>><from<table>>>");
  CHECK(kinds_of(tree, tree.root(), NodeKind::binary) ==
        "<select<select_list<binary><column>><from<table>>>");
  const NodeId list = tree.child(tree.root(), NodeKind::select_list);
  CHECK(kinds_of(tree, list) == "<select_list<binary<column><number>><column>>");
  CHECK(kinds_of(tree, sql::no_node).empty());
}

TEST_CASE("a range contains each node of the subtree once, in the order of the text") {
  const sql::SyntaxTree tree = sql::parse("SELECT a + 1, b FROM t WHERE c IN (SELECT d FROM u)");
  std::string columns;
  for (const NodeId id : nodes_of(tree)) {
    if (tree.kind(id) == NodeKind::column) columns += tree.text(id);
  }
  CHECK(columns == "abcd");
  const NodeId list = tree.child(tree.root(), NodeKind::select_list);
  CHECK(sql::count_nodes(tree, list) == 5);
  CHECK(sql::count_nodes(tree, list, 3) == 3);
  CHECK(sql::count_nodes(tree, sql::no_node) == 0);
  const sql::NodeRange none = nodes_below(tree, sql::no_node);
  CHECK(none.begin() == none.end());
  CHECK(ancestor(tree, tree.first_child(list), NodeKind::select) == tree.root());
  CHECK(ancestor(tree, list, NodeKind::where) == sql::no_node);
}

TEST_CASE("a cursor only moves to nodes that exist") {
  sql::SyntaxTree tree = sql::parse("SELECT a, b FROM t");
  sql::Cursor cursor(tree);
  CHECK(!cursor.up());
  CHECK(!cursor.next());
  CHECK(cursor.down());
  CHECK(cursor.kind() == NodeKind::select_list);
  CHECK(cursor.next());
  CHECK(cursor.kind() == NodeKind::from);
  CHECK(!cursor.next());
  CHECK(cursor.up());
  std::size_t nodes = 1;
  while (cursor.advance()) ++nodes;
  CHECK(nodes == sql::count_nodes(tree, tree.root()));

  sql::Cursor inside(tree, tree.child(tree.root(), NodeKind::select_list));
  CHECK(inside.down());
  CHECK(inside.skip());
  CHECK(tree.text(inside.node()) == "b");
  CHECK(!inside.skip());
  CHECK(inside.up());
  CHECK(!inside.up());
}

TEST_CASE("a cursor stays valid in the tree that it rewrites") {
  sql::SyntaxTree tree = sql::parse("SELECT a, b, c FROM t");
  const NodeId list = tree.child(tree.root(), NodeKind::select_list);
  sql::Cursor cursor(tree, list);
  CHECK(cursor.remove() == sql::no_node);
  CHECK(!cursor.insert_before(tree.add(NodeKind::null)));
  CHECK(!cursor.insert_after(tree.add(NodeKind::null)));
  REQUIRE(cursor.down());

  cursor.replace(tree.add(NodeKind::number, "1"));
  CHECK(print(tree) == "SELECT 1, b, c FROM t");
  CHECK(cursor.insert_before(tree.add(NodeKind::column, "x")));
  CHECK(cursor.insert_after(tree.add(NodeKind::column, "y")));
  CHECK(print(tree) == "SELECT x, 1, y, b, c FROM t");
  CHECK(cursor.next());
  CHECK(tree.text(cursor.remove()) == "y");
  CHECK(tree.text(cursor.node()) == "b");

  cursor.wrap(tree.add(NodeKind::function, "max"));
  CHECK(print(tree) == "SELECT x, 1, max(b), c FROM t");
  CHECK(cursor.kind() == NodeKind::function);
  CHECK(cursor.unwrap());
  CHECK(!cursor.unwrap());
  CHECK(print(tree) == "SELECT x, 1, b, c FROM t");

  CHECK(cursor.next());
  CHECK(tree.text(cursor.remove()) == "c");
  CHECK(cursor.node() == list);
  REQUIRE(cursor.down());
  cursor.remove();
  cursor.remove();
  CHECK(tree.text(cursor.node()) == "b");
  CHECK(print(tree) == "SELECT b FROM t");
}

TEST_CASE("a cursor can replace the root") {
  sql::SyntaxTree tree = sql::parse("SELECT a");
  sql::Cursor cursor(tree);
  const NodeId explain = tree.add(NodeKind::explain);
  cursor.wrap(explain);
  CHECK(tree.root() == explain);
  CHECK(cursor.top() == explain);
  CHECK(print(tree) == "EXPLAIN SELECT a");
  CHECK(cursor.unwrap());
  CHECK(print(tree) == "SELECT a");
  CHECK(!cursor.next());
}

TEST_CASE("a cursor can rewrite a tree while it traverses it") {
  sql::SyntaxTree tree = sql::parse("SELECT (a), ((b)) FROM t WHERE ((a) = (1)) AND (b)");
  sql::Cursor cursor(tree);
  do {
    while (cursor.kind() == NodeKind::paren) cursor.unwrap();
  } while (cursor.advance());
  CHECK(print(tree) == "SELECT a, b FROM t WHERE a = 1 AND b");
}

TEST_CASE("statistics count the parts of a query") {
  const sql::SyntaxTree tree = sql::parse(
      "WITH c AS (SELECT 1) SELECT count(*), max(a), max(a, b), sum(a) OVER () FROM t, u JOIN v ON "
      "t.x = u.x WHERE a LIKE 'x' AND (b IS NULL OR c ISNULL) AND a BETWEEN 1 AND 2 AND d IN (SELECT "
      "1 FROM w) AND EXISTS (SELECT 1) AND NOT e IN f UNION SELECT 1, 2, 3, 4 FROM (SELECT 1)");
  const sql::Statistics counted = statistics_of(tree);
  CHECK(counted.nodes == sql::count_nodes(tree, tree.root()));
  CHECK(counted.tables == 5);
  CHECK(counted.joins == 2);
  CHECK(counted.aggregates == 2);
  CHECK(counted.windows == 1);
  CHECK(counted.subqueries == 3);
  CHECK(counted.common_tables == 1);
  CHECK(counted.set_operations == 1);
  CHECK(counted.predicates == 8);
  CHECK(counted[NodeKind::select] == 6);
  CHECK(counted.leaves > 20);

  const sql::SyntaxTree small = sql::parse("SELECT - - 1");
  CHECK(statistics_of(small).depth == 5);
  CHECK(statistics_of(small).leaves == 1);
  CHECK(statistics_of(small, sql::no_node).nodes == 0);
}
