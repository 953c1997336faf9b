#ifndef SLUICE_SCHEMA_SOURCES_HPP
#define SLUICE_SCHEMA_SOURCES_HPP

/// Databases of several sources as one catalog, and again after some of them changed.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/file_stamp.hpp"
#include "sluice/schema/load.hpp"

namespace sluice {

struct SchemaSource {
  std::string location;  ///< What `load` takes.
  /// Read in its place, as by `load_text`; the location then only names it.
  std::optional<std::string> text = std::nullopt;
};

/// What sources held at one moment. Immutable; cheap to copy but for the stamps.
struct SourceSnapshot {
  std::shared_ptr<const Catalog> catalog;
  std::vector<FileStamp> files;  ///< By DatabaseId; may be empty: nothing is known of any file.
  std::size_t read = 0;          ///< Databases read for this snapshot; others are shared.
  /// By DatabaseId: the `file_status` of the file when it had that stamp. May be empty, as after
  /// another process read it: then headers are looked at.
  std::vector<std::uint64_t> statuses = {};
};

/// Reads the sources in their order. SQLite and DuckDB files that are as they were for `before` are
/// not read again; what is read again and has not changed is shared with `before`, and so is the
/// catalog, if none of it has. The result is the one that reading without `before` gives. A source
/// that is not there is an error; a database that its folder no longer holds is left out. Throws
/// what `load`, `load_text` and `Catalog::make` throw, and Error(cancelled).
SourceSnapshot read_sources(std::span<const SchemaSource> sources, const LoadOptions &options = {},
                            const SourceSnapshot *before = nullptr, const Progress &progress = {});

}  // namespace sluice

#endif
