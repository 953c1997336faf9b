#ifndef SLUICE_MCP_DATABASE_TOOLS_HPP
#define SLUICE_MCP_DATABASE_TOOLS_HPP

/// What sluice does, as tools for agents: find_schema, route, find_examples, find_values, check_sql
/// and compare_sql.

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "sluice/index/value_index.hpp"
#include "sluice/mcp/shown_catalog.hpp"
#include "sluice/mcp/tool.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/rank/example_store.hpp"

namespace sluice::mcp {

/// The first two have to be there, and all of `shown.catalog`.
struct DatabaseToolsParts {
  ShownCatalog shown;
  std::shared_ptr<const Retriever> retriever = nullptr;
  /// Routes, by values as well; nullptr: the retriever does.
  std::shared_ptr<const Ranker> ranker = nullptr;
  std::shared_ptr<const ValueIndex> values = nullptr;      ///< nullptr: no value is found.
  std::shared_ptr<const ExampleStore> examples = nullptr;  ///< nullptr: no example is found.
  /// By the names of the catalog; nullptr: no query is run.
  std::shared_ptr<const SourceDatabases> databases = nullptr;
};

struct DatabaseToolsOptions {
  std::size_t rows = 20;            ///< Shown of a query's result, at most.
  std::size_t cell_bytes = 500;     ///< Shown of one text.
  std::size_t compared = 1500;      ///< Databases that compare_sql looks at.
  std::size_t open_databases = 16;  ///< Held in memory, the last ones that were asked for.
};

/// Every answer is made of what is shown alone; see ShownCatalog. Where a part of a database is
/// hidden, queries have to name their columns, and compare_sql knows of its keys no more than the
/// catalog does.
class DatabaseTools final : public Tools {
 public:
  /// Throws Error: invalid_argument (no retriever), mismatch (a part is of another catalog).
  explicit DatabaseTools(DatabaseToolsParts parts, const DatabaseToolsOptions &options = {});
  ~DatabaseTools() override;

  std::span<const Tool> list() const noexcept override;
  std::string call(std::size_t tool, const Arguments &arguments,
                   const CancellationToken &token) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::mcp

#endif
