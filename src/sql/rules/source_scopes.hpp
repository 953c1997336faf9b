#ifndef SLUICE_SRC_SQL_RULES_SOURCE_SCOPES_HPP
#define SLUICE_SRC_SQL_RULES_SOURCE_SCOPES_HPP

/// Which source each qualifier refers to, determined without a schema.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0::sql::rules {

inline constexpr std::uint32_t nowhere = UINT32_MAX;

/// An item of a FROM clause.
struct NamedSource {
  NodeId node;
  std::uint32_t scope = nowhere;
  /// The table's or function's own name in lower case; empty for a derived table.
  std::string bare;
  /// The name that qualifiers use, in lower case: the alias, or else the own name.
  std::string shown;
  NodeId alias;  ///< no_node if there is none.
};

/// The sources of one select, or of a statement that changes a table.
struct SourceScope {
  NodeId query;
  std::uint32_t outer = nowhere;
  /// Names in it are not changed, because two sources have the same name or an alias renames
  /// columns.
  bool frozen = false;
  std::uint32_t sources = 0;
  std::unordered_map<std::string, std::uint32_t> shown = {};  ///< Positions among all sources.
};

/// A column or a star with a qualifier.
struct Qualified {
  NodeId node;
  NodeId qualifier;  ///< The last one, which refers to the source.
  std::uint32_t scope = nowhere;
  std::uint32_t source = nowhere;
};

struct SourceScopes {
  std::vector<SourceScope> scopes;
  std::vector<NamedSource> sources;   ///< In the order of the text.
  std::vector<Qualified> references;  ///< In the order of the text.
};

/// O(nodes × depth of scopes) at worst, usually O(nodes).
SourceScopes find_scopes(const SyntaxTree &tree);

}  // namespace sluice::inline v0::sql::rules

#endif
