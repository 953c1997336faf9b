#ifndef SLUICE_SUITE_SUITE_FILE_HPP
#define SLUICE_SUITE_SUITE_FILE_HPP

/// Suites in files: a segment file of kind "SUIT" with a single compressed section.

#include <string>
#include <string_view>

#include "sluice/suite/suite.hpp"

namespace sluice::inline v0 {

/// Equal suites have equal bytes. Throws Error(limit_exceeded) if there is more than 1 GB before
/// compression.
std::string suite_bytes(const Suite &suite);

/// Writes to a temporary file, then renames it. Throws Error(io).
void write_suite(const Suite &suite, const std::string &path);

/// Throws Error: not_found, io, malformed (not a suite file; truncated or corrupt bytes),
/// unsupported (a newer version), mismatch (another kind of file). Rows are validated when they are
/// used.
Suite read_suite(const std::string &path);

}  // namespace sluice::inline v0

#endif
