#ifndef SLUICE_SRC_PIPELINE_INDEX_FILES_HPP
#define SLUICE_SRC_PIPELINE_INDEX_FILES_HPP

/// What an index folder consists of.

#include <optional>
#include <span>
#include <string>

#include "schema/catalog_file.hpp"
#include "sluice/pipeline/index_folder.hpp"

namespace sluice::inline v0::detail {

std::string catalog_path(const std::string &folder);

/// Whether the trained ranker embeds more than the embedder's tables and columns.
bool has_ranker_vectors(const AnyEmbedder &embedder);

/// Maps the segments that the catalog lists. Throws as open_index_folder does.
OpenIndex open_segments(const std::string &folder, const StoredCatalog &stored);

/// Writes an index; what `known`, another one, has of it is not made again.
void write_index(const std::string &folder, const SourceSnapshot &sources,
                 const IndexFolderOptions &options, const OpenIndex *known,
                 const Progress &progress);

/// Removes what interrupted calls left, if there is anything besides these segments, unless
/// somebody writes the index.
void remove_strays(const std::string &folder, std::span<const StoredSegment> segments);

}  // namespace sluice::inline v0::detail

#endif
