#ifndef SLUICE_SRC_SCHEMA_LOAD_TEXT_KIND_HPP
#define SLUICE_SRC_SCHEMA_LOAD_TEXT_KIND_HPP

/// The kinds of text that define schemas.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/definition.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// A file that was read, without a byte order mark, as valid UTF-8.
struct SourceText {
  std::string path;  ///< For messages; the file name also names databases.
  std::string_view text;
};

/// Which files of a source are read in one call.
enum class Together : std::uint8_t { no, in_folder, in_all_folders };

/// One kind of text. `recognizes` is cheap: it reads the first part of the text. Files of one
/// folder that belong together are read together: a project's manifest and its catalog, for
/// example. What cannot be read goes into `options.skipped`, if that is set, and the rest is
/// returned; if nothing can be read, `read` throws Error(malformed) with the file and, where
/// possible, the place.
struct TextKind {
  std::string_view name;  ///< For messages: "dbt project".
  bool (*recognizes)(const SourceText &file);
  Together together;
  std::vector<DatabaseDefinition> (*read)(std::span<const SourceText> files,
                                          const LoadOptions &options);
};

/// Adds to `options.skipped`, if that is set.
void skip(const LoadOptions &options, std::string where, std::string reason);

}  // namespace sluice::inline v0::schema_detail

#endif
