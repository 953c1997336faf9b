#ifndef SLUICE_SRC_PIPELINE_STORED_VECTORS_HPP
#define SLUICE_SRC_PIPELINE_STORED_VECTORS_HPP

/// The router's vectors as segment files of an index folder.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/catalog_file.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0::detail {

/// Writes a segment's file and returns its name, which is made of its content: a segment is never
/// changed, only replaced by another name. One that is there is left alone.
std::string write_segment(const std::string &folder, std::string_view kind, std::string_view bytes);

/// Writes the files; they belong to the index once the catalog that lists them is committed. Of no
/// vectors, nothing is written.
std::vector<StoredSegment> write_vectors(const std::string &folder, const MeaningVectors &vectors);

/// Maps the files that are listed. Null if there are none, or of an older form only. Throws Error:
/// malformed (some are listed, but not all), mismatch (a file is not the one that was listed), and
/// what VectorSegment::open throws.
std::shared_ptr<const MeaningVectors> open_vectors(const std::string &folder,
                                                   const StoredCatalog &stored);

}  // namespace sluice::inline v0::detail

#endif
