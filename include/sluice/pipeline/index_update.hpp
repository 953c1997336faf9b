#ifndef SLUICE_PIPELINE_INDEX_UPDATE_HPP
#define SLUICE_PIPELINE_INDEX_UPDATE_HPP

/// Keeps an index folder up to date with its sources.

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
  std::shared_ptr<const Catalog> catalog;  ///< The current catalog.
  CatalogDelta delta;                      ///< Changes since the previous index.
  std::size_t read = 0;  ///< Number of databases read; other files had not changed.
  bool written = false;  ///< Whether a new index was written.
  std::vector<SkippedItem> skipped = {};  ///< What could not be read, while the rest was.
};

/// Updates one folder. Not thread-safe; one writer per folder. Relative paths are resolved against
/// the working directory at construction.
class IndexUpdater {
 public:
  IndexUpdater(std::string folder, std::vector<AnySource> sources, IndexFolderOptions options = {});

  /// Makes the index equal to what `write_index_folder` would write now: the same bytes of every
  /// segment and an equal catalog. Reads only files that changed and embeds only new texts. The old
  /// index can be opened until the commit; after a crash at any moment, the folder has the old
  /// index or the new one, and the next call continues from it. If nothing changed, nothing is
  /// written. Creates a missing index and rebuilds a damaged one. Throws what `read_sources` and
  /// `write_index_folder` throw; then the old index stays.
  IndexUpdate update(const Progress &progress = {});

 private:
  std::string folder_;
  std::vector<AnySource> sources_;
  std::string start_;  // the working directory at construction
  IndexFolderOptions options_;
  /// The folder's content after the last call, so that the next call need not read it.
  std::optional<SourceSnapshot> last_;
};

}  // namespace sluice::inline v0

#endif
