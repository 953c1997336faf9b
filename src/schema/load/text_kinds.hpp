#ifndef SLUICE_SRC_SCHEMA_LOAD_TEXT_KINDS_HPP
#define SLUICE_SRC_SCHEMA_LOAD_TEXT_KINDS_HPP

/// Recognizes the kind of a text, and reads it.

#include <span>
#include <string>
#include <string_view>

#include "text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// The kind of a text, or nullptr. The first kind that recognizes a text is taken.
const TextKind *find_text_kind(const SourceText &file);

/// Whether a file of that name may define a schema: `.sql`, `.json`, `.csv` and the like, gzipped
/// or not. Other files in a folder are not opened.
bool may_define_schema(std::string_view path);

/// The text of a file: unpacked, and as UTF-8 without a byte order mark. UTF-16 is recognized by
/// its mark or its zeros, and what is neither it nor UTF-8 is read as Latin-1. Throws
/// Error(malformed) for bytes that are not text.
std::string decode_text(std::string bytes, const std::string &source);

/// Reads files of one kind, and makes databases of them. Those that are invalid are skipped. Throws
/// Error if none is left.
Databases load_texts(const TextKind &kind, std::span<const SourceText> files,
                     const LoadOptions &options);

}  // namespace sluice::inline v0::schema_detail

#endif
