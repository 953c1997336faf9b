#ifndef SLUICE_SCHEMA_SOURCES_HPP
#define SLUICE_SCHEMA_SOURCES_HPP

/// Reads databases from several sources into one catalog, and updates it after some of them
/// changed.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/file_stamp.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/schema_source.hpp"

namespace sluice::inline v0 {

/// The content of the sources at one moment. Immutable; cheap to copy except for the stamps.
struct SourceSnapshot {
  std::shared_ptr<const Catalog> catalog;
  std::vector<FileStamp> files;  ///< By DatabaseId; empty if no files are known.
  std::size_t read = 0;          ///< Databases read for this snapshot; the others are shared.
  /// By DatabaseId: the file's `file_status` when the stamp was taken. May be empty, for example if
  /// another process read the files; then their headers are compared.
  std::vector<std::uint64_t> statuses = {};
  /// What could not be read, while the rest was.
  std::vector<SkippedItem> skipped = {};
  /// By DatabaseId: the location of its source. May be empty, as `statuses` may.
  std::vector<std::string> locations = {};
};

/// Reads the sources in order. SQLite and DuckDB files that have not changed since `before` are not
/// read again. Databases that were read again but are equal are shared with `before`, and so is the
/// catalog if nothing changed. The result is the same as without `before`. A source that does not
/// exist is an error; one that cannot be read is skipped, as long as there is another, and so is a
/// database whose name another one has. If it was read before, its databases stay as they were; if
/// `before` does not say which these are, the source's error is thrown. A database that is no
/// longer in its folder is dropped. Throws the errors of `load` and `load_text`, and
/// Error(cancelled). Ignores `options.skipped`.
SourceSnapshot read_sources(std::span<const AnySource> sources, const LoadOptions &options = {},
                            const SourceSnapshot *before = nullptr, const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
