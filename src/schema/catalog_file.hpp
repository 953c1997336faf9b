#ifndef SLUICE_SRC_SCHEMA_CATALOG_FILE_HPP
#define SLUICE_SRC_SCHEMA_CATALOG_FILE_HPP

/// An index folder's `catalog.sqlite`: the catalog, and the segment files that belong to it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/file_stamp.hpp"

namespace sluice::inline v0 {

/// A segment file in the folder of the catalog.
struct StoredSegment {
  std::string kind;  ///< "postings", "column vectors", …
  std::string file;
  std::uint64_t fingerprint = 0;  ///< Fingerprint of its content.
  std::uint64_t rows = 0;         ///< Number of rows it must have, if it holds rows.
  std::uint64_t embedder = 0;     ///< Fingerprint of the embedder of its vectors; 0 if it holds
                                  ///< none.

  friend bool operator==(const StoredSegment &, const StoredSegment &) = default;
};

struct StoredCatalog {
  std::shared_ptr<const Catalog> catalog;
  std::vector<StoredSegment> segments;
  std::vector<FileStamp> files = {};  ///< By DatabaseId; empty: unknown.
};

/// Replaces the content of `path` in one transaction; the new index exists from the moment of its
/// commit. After a crash before that, the old content remains: the next load or store rolls the
/// transaction back. `files` has one entry per database, or is empty. Throws Error:
/// invalid_argument (a segment's file name contains a folder, or the size of `files` is wrong),
/// mismatch (the file is another kind of database), malformed (the file is not a database), io.
void store_catalog(const std::string &path, const Catalog &catalog,
                   std::span<const StoredSegment> segments, std::span<const FileStamp> files = {});

/// Replaces only the file stamps in a catalog that `store_catalog` of this release wrote. Throws
/// the same errors.
void store_file_stamps(const std::string &path, std::span<const FileStamp> files);

/// Whether `path` is a file that `store_catalog` wrote.
bool is_stored_catalog(const std::string &path);

/// Throws Error: not_found (no file, or nothing was ever committed to it), malformed (damaged, or
/// its fingerprint does not match its content), unsupported (written by a newer release), io.
StoredCatalog load_stored_catalog(const std::string &path);

}  // namespace sluice::inline v0

#endif
