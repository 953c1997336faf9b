#ifndef SLUICE_SUITE_GOLD_QUERY_HPP
#define SLUICE_SUITE_GOLD_QUERY_HPP

/// A gold query with everything that mutators need to know about it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/database.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/syntax_tree.hpp"

namespace sluice::inline v0 {

/// The text, tokens, syntax tree and name bindings of one query. Immutable. Thread-safe. The
/// database must outlive it.
class GoldQuery {
 public:
  /// Never throws because of the text. O(size + names × columns in scope).
  GoldQuery(std::string_view text, const Database &database);
  GoldQuery(const GoldQuery &) = delete;
  GoldQuery &operator=(const GoldQuery &) = delete;

  std::string_view text() const noexcept { return text_; }
  /// The text of the first statement, split as sqlparse does; whitespace forms tokens, too.
  std::span<const std::string_view> tokens() const noexcept { return tokens_; }
  /// Empty (no root) if the text is not valid SQLite SQL.
  const sql::SyntaxTree &tree() const noexcept { return tree_; }
  /// Meanings of the names in the tree.
  const sql::Bindings &meanings() const noexcept { return meanings_; }
  const Database &database() const noexcept { return *database_; }

 private:
  std::string text_;
  std::vector<std::string_view> tokens_;
  sql::SyntaxTree tree_;
  sql::Bindings meanings_;
  const Database *database_;
};

}  // namespace sluice::inline v0

#endif
