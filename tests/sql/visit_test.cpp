/// Traversals of a tree, and statistics.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"
#include "sql/statistics.hpp"

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
