#ifndef SLUICE_MCP_DATABASE_TOOLS_HPP
#define SLUICE_MCP_DATABASE_TOOLS_HPP

/// The tools that sluice offers to agents: find_schema, route, find_examples, find_values,
/// check_sql and compare_sql.

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "sluice/mcp/shown_catalog.hpp"
#include "sluice/mcp/tool.hpp"

namespace sluice::inline v0 {
class ExampleStore;
class Ranker;
class Retriever;
class SourceDatabases;
class ValueIndex;
}  // namespace sluice::inline v0

namespace sluice::inline v0::mcp {

/// `shown` and `retriever` are required. All parts must be of `shown.catalog`.
struct DatabaseToolsParts {
  ShownCatalog shown;
  std::shared_ptr<const Retriever> retriever = nullptr;
  /// Routes questions, also by values; nullptr: the retriever routes.
  std::shared_ptr<const Ranker> ranker = nullptr;
  std::shared_ptr<const ValueIndex> values = nullptr;      ///< nullptr: no values are found.
  std::shared_ptr<const ExampleStore> examples = nullptr;  ///< nullptr: no examples are found.
  /// The databases, by their names in the catalog; nullptr: queries are not run.
  std::shared_ptr<const SourceDatabases> databases = nullptr;
};

struct DatabaseToolsOptions {
  std::size_t rows = 20;         ///< Maximum number of result rows to show.
  std::size_t cell_bytes = 500;  ///< Maximum number of bytes to show of a text.
  std::size_t compared = 1500;   ///< Maximum number of databases that compare_sql tries.
  std::size_t open_databases =
      16;  ///< Maximum number in memory; the least recently used are closed.
};

/// Answers depend only on what is shown; see ShownCatalog. If part of a database is hidden, queries
/// must name their columns, and compare_sql knows only those keys of it that the catalog has.
class DatabaseTools final : public Tools {
 public:
  /// Throws Error(invalid_argument) without a retriever, and Error(mismatch) if a part is of
  /// another catalog.
  explicit DatabaseTools(DatabaseToolsParts parts, const DatabaseToolsOptions &options = {});
  ~DatabaseTools() override;

  std::span<const Tool> list() const noexcept override;
  std::string call(std::size_t tool, const Arguments &arguments,
                   const CancellationToken &token) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0::mcp

#endif
