#ifndef SLUICE_PIPELINE_INDEX_UPDATE_HPP
#define SLUICE_PIPELINE_INDEX_UPDATE_HPP

/// An index folder that follows its sources.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/pipeline/index_folder.hpp"
#include "sluice/schema/catalog_delta.hpp"

namespace sluice::inline v0 {

/// What an update found.
struct IndexUpdate {
  std::shared_ptr<const Catalog> catalog;  ///< As it is now.
  CatalogDelta delta;                      ///< Against what the folder held.
  std::size_t read = 0;                    ///< Databases read; the others' files had not changed.
  bool written = false;                    ///< Whether there is a new index.
};

/// Keeps one folder up to date. One thread at a time, and one writer a folder. Relative paths stay
/// what they were when it was made, whatever folder is the current one then.
class IndexUpdater {
 public:
  IndexUpdater(std::string folder, std::vector<SchemaSource> sources,
               IndexFolderOptions options = {});

  /// Brings the index to what `write_index_folder` would write of the sources now: the same bytes
  /// of every segment and an equal catalog, though only files that changed are read and only texts
  /// that are new are embedded. Until its commit the old index can be opened; after a crash at any
  /// moment the old or the new one can, and the next call goes on from there. Where nothing
  /// changed, no byte of the index does. A folder without an index gets one; a damaged one is made
  /// anew. Throws what `read_sources` and `write_index_folder` throw; then the old index stays.
  IndexUpdate update(const Progress &progress = {});

 private:
  std::string folder_;
  std::vector<SchemaSource> sources_;
  std::string start_;  // the current folder when the paths were given
  IndexFolderOptions options_;
  /// What the folder holds, as far as this object knows: so the next call need not read it.
  std::optional<SourceSnapshot> last_;
};

}  // namespace sluice::inline v0

#endif
