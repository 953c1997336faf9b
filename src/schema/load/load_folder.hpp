#ifndef SLUICE_SRC_SCHEMA_LOAD_LOAD_FOLDER_HPP
#define SLUICE_SRC_SCHEMA_LOAD_LOAD_FOLDER_HPP

#include <cstddef>
#include <memory>
#include <string>

#include "folder_files.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// Loads a SQLite file, gzipped or not, or a DuckDB file; nullptr if it is neither, or is a catalog
/// file of this library.
std::shared_ptr<const Database> load_if_database(const std::string &path,
                                                 const LoadOptions &options);

/// Reads the file with that number; returns nullptr if it is not a database.
using ReadFile =
    function_ref<std::shared_ptr<const Database>(const std::string &path, std::size_t number)>;

/// Calls `read` for every file and returns the databases. Throws Error: not_found if there are
/// none; malformed if two databases would have the same name; and the errors of `read`.
Databases load_files(const FolderFiles &files, ReadFile read, const Progress &progress);

/// Whether `path` is a folder of database files rather than an index.
bool is_plain_folder(const std::string &path);

}  // namespace sluice::inline v0::schema_detail

#endif
