/// The positions of nodes in the source.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "agreement.hpp"
#include "corpora.hpp"
#include "random_sql.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

bool is_expression(NodeKind kind) {
  switch (kind) {
    case NodeKind::null:
    case NodeKind::number:
    case NodeKind::string:
    case NodeKind::blob:
    case NodeKind::boolean:
    case NodeKind::current_time:
    case NodeKind::parameter:
    case NodeKind::column:
    case NodeKind::unary:
    case NodeKind::binary:
    case NodeKind::pattern:
    case NodeKind::between:
    case NodeKind::in:
    case NodeKind::row:
    case NodeKind::paren:
    case NodeKind::case_when:
    case NodeKind::cast:
    case NodeKind::collate:
    case NodeKind::function:
    case NodeKind::exists:
    case NodeKind::raise: return true;
    default: return false;
  }
}

/// The bytes of an expression parse as that expression, those of a query as that query; each span
/// is within that of its parent.
void check_spans(const SyntaxTree &tree) {
  CAPTURE(tree.source());
  for (std::size_t i = 1; i < tree.size(); ++i) {
    const NodeId id(i);
    const NodeId parent = tree.parent(id);
    if (parent == no_node && id != tree.root()) continue;
    const Node &node = tree[id];
    const std::string source(tree.source_of(id));
    CAPTURE(name_of(node.kind));
    CAPTURE(source);
    if (node.kind != NodeKind::type && node.kind != NodeKind::window)
      REQUIRE(node.begin < node.end);
    if (parent != no_node) {
      REQUIRE(tree[parent].begin <= node.begin);
      REQUIRE(node.end <= tree[parent].end);
    }
    if (is_expression(node.kind) && tree.kind(parent) != NodeKind::type) {
      const SyntaxTree again = parse("SELECT " + source);
      REQUIRE(equal(again, again.first_child(again.first_child(again.root())), tree, id));
    }
    if (is_query(node.kind)) REQUIRE(equal(parse(source), parse(source).root(), tree, id));
  }
}

}  // namespace

TEST_CASE("the bytes of a node parse to that node, in random statements") {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    SyntaxTree tree;
    const std::string text = test::joined(test::RandomSql(random).query_statement());
    if (!test::syntax_error(text, tree, Dialect::sqlite)) check_spans(tree);
  }
}

TEST_CASE("the bytes of a node parse to that node, in gold queries") {
  const std::vector<test::Query> golds = test::queries("spider/dev_gold.sql");
  if (golds.empty()) return test::skip("no benchmark data");
  for (const test::Query &gold : golds) check_spans(parse(gold.sql));
  for (const test::KnownStatement &known : test::known_statements("job"))
    check_spans(parse(known.sql));
}

TEST_CASE("the statement's bytes start and end with its tokens") {
  const SyntaxTree tree = parse("  -- a\n SELECT a FROM t /* b */ ; ");
  CHECK(tree.source_of(tree.root()) == "SELECT a FROM t");
  CHECK(tree.source() == "  -- a\n SELECT a FROM t /* b */ ; ");
}
