#ifndef SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP
#define SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP

#include <cstddef>
#include <memory>
#include <string>

#include "folder_files.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::detail {

/// The database in a file that may be a SQLite file, gzipped or not, or a DuckDB file; nullptr if
/// it is none, or a catalog file of ours.
std::shared_ptr<const Database> load_if_database(const std::string &path,
                                                 const LoadOptions &options);

/// What the file of that number holds; nullptr: no database.
using ReadFile =
    function_ref<std::shared_ptr<const Database>(const std::string &path, std::size_t number)>;

/// What `read` gives of every file. Throws Error: not_found if there is nothing; malformed if two
/// databases would have the same name; what `read` throws.
Databases load_files(const FolderFiles &files, ReadFile read, const Progress &progress);

/// Whether `path` is a folder of database files, and not an index.
bool is_plain_folder(const std::string &path);

}  // namespace sluice::detail

#endif
