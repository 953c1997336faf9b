#ifndef SLUICE_SRC_SCHEMA_LOAD_LOAD_FOLDER_HPP
#define SLUICE_SRC_SCHEMA_LOAD_LOAD_FOLDER_HPP

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "folder_files.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// Loads a SQLite file, gzipped or not, or a DuckDB file; nullptr if it is neither, or is a catalog
/// file of this library.
std::shared_ptr<const Database> load_if_database(const std::string &path,
                                                 const LoadOptions &options);

/// What the files of a folder define.
class FolderReader {
 public:
  /// Reads the file with that number; returns nullptr if it is not a database.
  using ReadFile =
      function_ref<std::shared_ptr<const Database>(const std::string &path, std::size_t number)>;
  /// Receives what texts define.
  using TakeDatabase = function_ref<void(std::shared_ptr<const Database>)>;

  FolderReader(const FolderFiles &files, const LoadOptions &options, const Progress &progress)
      : files_(files), options_(options), progress_(progress) {}

  /// Calls `read` for every file, which adds what it finds to a list of its own, then reads
  /// scripts, exports and the like, and calls `take` for each database. Texts in or below a folder
  /// with database files are about these; only descriptions are read there. Files that cannot be
  /// read are skipped.
  /// Throws Error(not_found) if nothing was found, or the first error if nothing could be read.
  void read(ReadFile read, TakeDatabase take);

 private:
  void read_texts(TakeDatabase take);
  void fail(const std::string &path);
  bool is_beside_database(const std::string &path) const;

  const FolderFiles &files_;
  const LoadOptions &options_;
  const Progress &progress_;
  std::vector<std::size_t> texts_;                  // files that may be texts
  std::unordered_set<std::string> with_databases_;  // folders
  std::size_t found_ = 0;
  std::exception_ptr first_error_;
};

/// Whether `path` is a folder of database files rather than an index.
bool is_plain_folder(const std::string &path);

/// Where a database of a list comes from.
struct DatabaseOrigin {
  std::string source;  ///< For messages.
  bool is_file;        ///< A database file or a server; else a text, which may describe another.
};

/// The databases that may stay, by position: of those whose names differ by ASCII case at most, the
/// first. A text that defines no table that this one lacks adds what it says, descriptions for
/// example; the others are reported.
std::vector<std::size_t> distinct(Databases &databases, const LoadOptions &options,
                                  function_ref<DatabaseOrigin(std::size_t)> origin_of);

}  // namespace sluice::inline v0::schema_detail

#endif
