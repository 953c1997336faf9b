#ifndef SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP
#define SLUICE_SRC_SCHEMA_LOAD_FOLDER_HPP

#include "sluice/schema/load.hpp"

namespace sluice::detail {

/// Every SQLite file, gzipped or not, in the folder and in its subfolders, in the order of their
/// paths. Catalog files of ours are passed over. Throws Error: not_found if there is none;
/// malformed if one is damaged or two would have the same name.
Databases load_folder(const std::string &path, const LoadOptions &options,
                      const Progress &progress);

}  // namespace sluice::detail

#endif
