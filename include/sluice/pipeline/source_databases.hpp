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

/// Finds SQLite files, gzipped or not, alone or in folders, and SQL scripts, which are run in
/// memory, by the names that `load` gives them. Skips other files, such as bare schemas, which have
/// no rows. Each `find` reads the file again. Relative paths are resolved against the working
/// directory at construction. Immutable. Thread-safe.
class SourceDatabases final : public DatabaseSource {
 public:
  /// Throws Error: not_found, io.
  explicit SourceDatabases(const std::vector<std::string> &paths, const SqliteLimits &limits = {});

  /// The first database of that name that can be read, as one element; those before it are skipped.
  /// Throws Error(not_found), and the first one's error if none can be read.
  FoundDatabases find(std::string_view database_id) const override;
  /// The same database as the bytes of a SQLite file. Throws what `find` throws.
  std::shared_ptr<const SqliteImage> image(std::string_view database_id) const;
  bool has(std::string_view database_id) const noexcept;

 private:
  struct Source {
    std::string name;
    std::string path;
    bool is_script = false;
  };
  std::shared_ptr<const SqliteImage> read(std::string_view database_id,
                                          std::vector<SkippedItem> &skipped) const;
  std::shared_ptr<const SqliteImage> image_of(const Source &source) const;

  std::vector<Source> sources_;
  SqliteLimits limits_;
  std::string start_;  // the working directory at construction
};

}  // namespace sluice::inline v0

#endif
