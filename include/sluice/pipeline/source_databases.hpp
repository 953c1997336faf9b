#ifndef SLUICE_PIPELINE_SOURCE_DATABASES_HPP
#define SLUICE_PIPELINE_SOURCE_DATABASES_HPP

/// The databases that a catalog was loaded from, to run queries on.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/db/sqlite_image.hpp"
#include "sluice/judge/executor.hpp"

namespace sluice::inline v0 {

/// SQLite files, gzipped or not, alone or in folders, and SQL scripts, which are run in memory: by
/// the names that `load` gives them. What else a path holds, a bare schema for one, has no rows.
/// Every `find` reads the file, a relative path as it was meant when this was made.
class SourceDatabases final : public DatabaseSource {
 public:
  /// Throws Error: not_found, io.
  explicit SourceDatabases(const std::vector<std::string> &paths, const SqliteLimits &limits = {});

  /// One database, the first of that name. Throws Error: not_found, and what reading it throws.
  std::vector<std::shared_ptr<const EvaluationDatabase>> find(
      std::string_view database_id) const override;
  /// The same as bytes. Throws as above.
  std::shared_ptr<const SqliteImage> image(std::string_view database_id) const;
  bool has(std::string_view database_id) const noexcept;

 private:
  struct Source {
    std::string name;
    std::string path;
    bool is_script = false;
  };
  const Source *source_of(std::string_view database_id) const noexcept;

  std::vector<Source> sources_;
  SqliteLimits limits_;
  std::string start_;  // the current folder when the paths were given
};

}  // namespace sluice::inline v0

#endif
