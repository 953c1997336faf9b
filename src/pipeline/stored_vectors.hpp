#ifndef SLUICE_SRC_PIPELINE_STORED_VECTORS_HPP
#define SLUICE_SRC_PIPELINE_STORED_VECTORS_HPP

/// The router's vectors as segment files of an index folder.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/catalog_file.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0::pipeline_detail {

/// Writes a segment file and returns its name, which is a hash of its content: segments are
/// immutable. An existing file is not written again.
std::string write_segment(const std::string &folder, std::string_view kind, std::string_view bytes);

/// Writes the files. They are part of the index once the catalog that lists them is committed.
/// Writes nothing if there are no vectors.
std::vector<StoredSegment> write_vectors(const std::string &folder, const MeaningVectors &vectors);

/// Maps the listed files. nullptr if none are listed, or only files of an older format. Throws
/// Error: malformed (some sets are missing), mismatch (a file was replaced), and what
/// VectorSegment::open throws.
std::shared_ptr<const MeaningVectors> open_vectors(const std::string &folder,
                                                   const StoredCatalog &stored);

}  // namespace sluice::inline v0::pipeline_detail

#endif
