#ifndef SLUICE_PIPELINE_INDEX_FOLDER_HPP
#define SLUICE_PIPELINE_INDEX_FOLDER_HPP

/// An index on disk: a folder with `catalog.sqlite`, whose transaction is the commit, and immutable
/// segment files beside it.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::inline v0 {

struct MeaningVectors;

/// As a Retriever takes it.
struct OpenIndex {
  std::shared_ptr<const Catalog> catalog;
  std::shared_ptr<const LexicalIndex> lexical;
  /// Null where the index holds none: then a retriever makes them, each time anew.
  std::shared_ptr<const MeaningVectors> vectors = nullptr;
};

struct IndexFolderOptions {
  /// Makes the vectors that a retriever over the index needs; it has to be given the same one.
  /// Nothing: none are stored.
  std::optional<AnyEmbedder> embedder = default_embedder();
  std::size_t threads = 1;  ///< For embedding, at most. Changes no byte.
};

/// Writes the index of `catalog` into `folder`, which is made if need be, in place of what it held.
/// A call that fails leaves what was there before; a crash at any moment leaves the old index or
/// the new one, and files that belong to neither are removed by the next call that writes or opens
/// the index. One writer at a time: the folder is locked. Throws Error: io (among others, another
/// writer is at work), cancelled, invalid_argument (the folder holds other things), and what the
/// embedder throws.
void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const IndexFolderOptions &options = {}, const Progress &progress = {});

/// The same; remembers what was read of which file.
void write_index_folder(const std::string &folder, const SourceSnapshot &sources,
                        const IndexFolderOptions &options = {}, const Progress &progress = {});

/// Opens an index; its segments are mapped, not read. What an interrupted writer left behind is
/// removed. Throws Error: not_found, malformed,
/// unsupported, mismatch (a segment is not the one that was written).
OpenIndex open_index_folder(const std::string &folder);

/// Whether `path` is a folder that holds an index.
bool is_index_folder(const std::string &path);

}  // namespace sluice::inline v0

#endif
