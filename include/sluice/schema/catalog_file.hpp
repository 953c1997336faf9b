#ifndef SLUICE_SCHEMA_CATALOG_FILE_HPP
#define SLUICE_SCHEMA_CATALOG_FILE_HPP

/// An index folder's `catalog.sqlite`: the catalog, and which segment files belong to it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/file_stamp.hpp"

namespace sluice {

/// A segment file beside the catalog, by its name inside the folder.
struct StoredSegment {
  std::string kind;  ///< "postings", "column vectors", …
  std::string file;
  std::uint64_t fingerprint = 0;  ///< Of its content.
  std::uint64_t rows = 0;         ///< That it has to hold, where it holds rows.
  std::uint64_t embedder = 0;     ///< Fingerprint of what made its vectors; 0: it holds none.

  friend bool operator==(const StoredSegment &, const StoredSegment &) = default;
};

struct StoredCatalog {
  std::shared_ptr<const Catalog> catalog;
  std::vector<StoredSegment> segments;
  std::vector<FileStamp> files = {};  ///< By DatabaseId; empty: none are known.
};

/// Replaces what `path` holds, in one transaction: its commit is the moment the new index exists. A
/// crash before leaves what was there; the next load or store undoes what was begun.
/// `files`: one a database, or none. Throws Error: invalid_argument (a segment's file is no plain
/// name, or the number of files is wrong), mismatch (the file holds something else), malformed (the
/// file is no database), io.
void store_catalog(const std::string &path, const Catalog &catalog,
                   std::span<const StoredSegment> segments, std::span<const FileStamp> files = {});

/// Replaces the stamps of a catalog that `store_catalog` of this release wrote, and nothing else.
/// Throws as that does.
void store_file_stamps(const std::string &path, std::span<const FileStamp> files);

/// Whether there is a file at `path` that `store_catalog` wrote.
bool is_stored_catalog(const std::string &path);

/// Throws Error: not_found (no file, or nothing was ever committed to it), malformed (damaged, or
/// its fingerprint does not fit its content), unsupported (written by a newer release), io.
StoredCatalog load_stored_catalog(const std::string &path);

}  // namespace sluice

#endif
