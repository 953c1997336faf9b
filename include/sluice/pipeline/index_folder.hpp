#ifndef SLUICE_PIPELINE_INDEX_FOLDER_HPP
#define SLUICE_PIPELINE_INDEX_FOLDER_HPP

/// An index on disk: a folder with `catalog.sqlite`, whose transaction commits a change, and
/// immutable segment files.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/adaptive_index.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::inline v0 {

struct MeaningVectors;

/// The input of a Retriever.
struct OpenIndex {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const LexicalIndex> lexical;
  /// nullptr if the index has none: then each new Retriever computes them.
  std::shared_ptr<const MeaningVectors> vectors = nullptr;
};

struct IndexFolderOptions {
  /// Computes the vectors that a Retriever over the index needs; that Retriever must use the same
  /// embedder. nullopt: no vectors are stored.
  std::optional<AnyEmbedder> embedder = default_embedder();
  /// From this number of tables (or columns) on, a graph over their vectors is stored with them, so
  /// that a question is not compared with all. Only for embedders without a trained ranker, which
  /// compares all rows. Building the graph takes minutes for a million rows.
  std::size_t graph_from = AdaptiveIndex::default_graph_from;
  std::size_t threads = 1;   ///< Maximum for embedding and for graphs. Does not affect the output.
  LoadOptions loading = {};  ///< How IndexUpdater reads its sources; `skipped` is ignored.
};

/// Writes the index of `catalog` into `folder`, which is created if needed, and replaces the index
/// that it held. If a call fails, the old index stays; after a crash at any moment, the folder has
/// the old index or the new one, and the next call that writes or opens it removes stray files. The
/// folder is locked: one writer at a time. Throws Error: io (also if another writer holds the
/// lock), cancelled, invalid_argument (the folder holds other files), and what the embedder throws.
void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const IndexFolderOptions &options = {}, const Progress &progress = {});

/// The same; also stores what was read from which file, for IndexUpdater.
void write_index_folder(const std::string &folder, const SourceSnapshot &sources,
                        const IndexFolderOptions &options = {}, const Progress &progress = {});

/// Opens an index. Segments are memory-mapped, not read. Removes files of an interrupted writer.
/// Throws Error: not_found, malformed, unsupported, mismatch (a segment was replaced).
OpenIndex open_index_folder(const std::string &folder);

/// Whether `path` is a folder with an index.
bool is_index_folder(const std::string &path);

}  // namespace sluice::inline v0

#endif
