#ifndef SLUICE_SRC_PIPELINE_INDEX_FILES_HPP
#define SLUICE_SRC_PIPELINE_INDEX_FILES_HPP

/// The files of an index folder.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "schema/catalog_file.hpp"
#include "sluice/pipeline/index_folder.hpp"

namespace sluice::inline v0::pipeline_detail {

std::string catalog_path(const std::string &folder);

/// Whether the trained ranker for this embedder needs more vectors than those of tables and
/// columns.
bool has_ranker_vectors(const AnyEmbedder &embedder);

/// Whether an index with these options has a graph over so many rows of an embedder's vectors.
bool has_graph(std::size_t rows, const AnyEmbedder &embedder, const IndexFolderOptions &options);

/// Maps the segments that the catalog lists. Throws what open_index_folder throws.
OpenIndex open_segments(const std::string &folder, const StoredCatalog &stored);

/// Writes an index; reuses the vectors of `known`, another index, as far as they apply.
void write_index(const std::string &folder, const SourceSnapshot &sources,
                 const IndexFolderOptions &options, const OpenIndex *known,
                 const Progress &progress);

/// Removes all segments except `segments`, which interrupted calls left, unless a writer holds the
/// lock.
void remove_strays(const std::string &folder, std::span<const StoredSegment> segments);

}  // namespace sluice::inline v0::pipeline_detail

#endif
