#ifndef SLUICE_SRC_MCP_SQL_TOOLS_HPP
#define SLUICE_SRC_MCP_SQL_TOOLS_HPP

/// check_sql and compare_sql.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/judge/executor.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/mcp/database_tools.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/suite/refuter.hpp"

namespace sluice::inline v0::mcp::detail {

/// Not thread-safe.
class SqlTools {
 public:
  SqlTools(ShownCatalog shown, std::shared_ptr<const SourceDatabases> databases,
           const DatabaseToolsOptions &options);

  /// Return JSON objects as in the tools' output schemas. Throw Error(cancelled), and what reading
  /// the database throws.
  std::string check(DatabaseId database, std::string_view sql, bool is_run, std::size_t rows,
                    const CancellationToken &token);
  std::string compare(DatabaseId database, std::string_view gold, std::string_view predicted,
                      ComparisonMode mode, const CancellationToken &token);

 private:
  /// An open database of the shown catalog. `image` is nullptr if there are no rows.
  struct Open {
    DatabaseId id;
    std::shared_ptr<const SqliteImage> image;
    std::shared_ptr<const Constraints> constraints;
  };
  struct Run {
    SqlCheck check;
    std::string rows;  ///< A JSON array.
    std::vector<std::string> columns;
    std::size_t count = 0;
    bool is_whole = true;
  };

  Open &open(DatabaseId id);
  std::shared_ptr<const Constraints> constraints(Open &of) const;
  /// Returns the id in the whole catalog, which includes hidden objects.
  DatabaseId whole_id(DatabaseId id) const;
  bool is_whole(DatabaseId id) const;
  SqlCheck check_names(DatabaseId id, std::string_view sql) const;
  /// Returns why the query must not be run; empty if it may.
  std::string held_back(DatabaseId id, std::string_view sql) const;
  Run run(DatabaseId id, std::string_view sql, std::size_t rows, const CancellationToken &token);

  ShownCatalog shown_;
  std::shared_ptr<const SourceDatabases> databases_;
  DatabaseToolsOptions options_;
  std::vector<Open> open_;  // most recently used first
};

}  // namespace sluice::inline v0::mcp::detail

#endif
