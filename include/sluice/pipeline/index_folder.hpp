#ifndef SLUICE_PIPELINE_INDEX_FOLDER_HPP
#define SLUICE_PIPELINE_INDEX_FOLDER_HPP

/// An index on disk: a folder with `catalog.sqlite`, whose transaction is the commit, and immutable
/// segment files beside it.

#include <memory>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

struct OpenIndex {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const LexicalIndex> lexical;
};

/// Writes the index of `catalog` into `folder`, which is made if need be, in place of what it held.
/// A crash at any moment leaves the old index or the new one; files that belong to neither are
/// removed by the next call. One writer at a time. Throws Error: io, cancelled, invalid_argument
/// (the folder holds other things).
void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const Progress &progress = {});

/// Opens an index; its segments are mapped, not read. Throws Error: not_found, malformed,
/// unsupported, mismatch.
OpenIndex open_index_folder(const std::string &folder);

/// Whether `path` is a folder that holds an index.
bool is_index_folder(const std::string &path);

}  // namespace sluice

#endif
