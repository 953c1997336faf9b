#ifndef SLUICE_JUDGE_DATABASE_IMAGE_HPP
#define SLUICE_JUDGE_DATABASE_IMAGE_HPP

/// SQLite databases for evaluation, each loaded into memory once.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/executor.hpp"

namespace sluice::inline v0 {

/// A SQLite file in memory.
class DatabaseImage final : public EvaluationDatabase {
 public:
  explicit DatabaseImage(std::shared_ptr<const SqliteImage> image) : image_(std::move(image)) {}

  const std::string &name() const noexcept override { return image_->source(); }
  AnyExecutor open(const QueryLimits &limits, CancellationToken token) const override;

 private:
  std::shared_ptr<const SqliteImage> image_;
};

/// A folder in the layout of the benchmarks: FOLDER/id/ with one or more files whose names contain
/// ".sqlite" (except journals), or FOLDER/id.sqlite; optionally gzipped. Every `find` reads the
/// files; those that are damaged, empty, of another kind or without tables are skipped. A relative
/// folder is resolved against the working directory at construction.
class SqliteFolder final : public DatabaseSource {
 public:
  explicit SqliteFolder(std::string folder);

  FoundDatabases find(std::string_view database_id) const override;
  /// The files of a database, sorted. Throws Error: not_found, invalid_argument (an id that cannot
  /// be a file name).
  std::vector<std::string> files(std::string_view database_id) const;
  /// Calls `read` for the files of a database, in order, until it does not throw an Error. Returns
  /// the files for which it did. Throws the errors of `files`; the first file's error if none can
  /// be read; and at once Error(cancelled) and Error(internal), which are not about a file.
  std::vector<SkippedItem> read_first(std::string_view database_id,
                                      function_ref<void(const std::string &path)> read) const;

 private:
  std::string folder_;
  std::string start_;  // the working directory at construction
};

}  // namespace sluice::inline v0

#endif
