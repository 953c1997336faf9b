#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sql/token.hpp"

namespace {

using namespace sluice::sql;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Spans are nested, and links are consistent.
void check_links(const SyntaxTree &tree, NodeId id) {
  for (const NodeId child : tree.children(id)) {
    require(tree.parent(child) == id);
    require(tree[child].begin <= tree[child].end);
    require(tree[child].end <= tree.source().size());
    check_links(tree, child);
  }
}

/// In both styles, the printed text parses to the same tree and prints the same again.
void check_printing(const SyntaxTree &tree, Dialect dialect) {
  for (const PrintStyle style : {PrintStyle::canonical, PrintStyle::minimal}) {
    const PrintOptions options{style, dialect};
    const std::string printed = print(tree, options);
    const SyntaxTree again = parse(printed, {.dialect = dialect});
    require(again == tree);
    require(print(again, options) == printed);
  }
}

}  // namespace

/// The first byte chooses the dialect, the rest is the statement.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const auto dialect = static_cast<Dialect>(data[0] % 3);
  const std::string_view sql(reinterpret_cast<const char *>(data) + 1, size - 1);
  SyntaxTree tree;
  try {
    parse(sql, tree, {.dialect = dialect});
  } catch (const SyntaxError &error) {
    require(error.offset() <= sql.size());
    require(tree.root() == no_node);
    try {
      static_cast<void>(split_statements(sql, dialect));
    } catch (const SyntaxError &) {
    }
    return 0;
  }
  check_links(tree, tree.root());
  // Parentheses that printing adds may exceed the depth limit.
  try {
    check_printing(tree, dialect);
  } catch (const SyntaxError &error) {
    require(error.code() == sluice::ErrorCode::limit_exceeded);
  }
  return 0;
}
