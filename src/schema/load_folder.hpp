#ifndef SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP
#define SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP

#include <memory>
#include <string>

#include "sluice/core/function_ref.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::detail {

/// The database in a file that may be a SQLite file, gzipped or not, or a DuckDB file; nullptr if
/// it is none, or a catalog file of ours.
std::shared_ptr<const Database> load_if_database(const std::string &path,
                                                 const LoadOptions &options);

/// Of a file in a folder: `is_alone` if nothing beside it goes by its name and more, as SQLite's
/// and DuckDB's logs and journals do.
using ReadFile =
    function_ref<std::shared_ptr<const Database>(const std::string &file, bool is_alone)>;

/// What `read` gives of every file in the folder and in its subfolders, in the order of their
/// paths. Throws Error: not_found if there is nothing; malformed if two databases would have the
/// same name; what `read` throws.
Databases load_folder(const std::string &path, ReadFile read, const Progress &progress);

/// Whether `path` is a folder of database files, and not an index.
bool is_plain_folder(const std::string &path);

}  // namespace sluice::detail

#endif
