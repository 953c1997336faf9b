#ifndef SLUICE_SUITE_SUITE_FILE_HPP
#define SLUICE_SUITE_SUITE_FILE_HPP

/// Suites in a file: a segment file of kind "SUIT" whose one section is compressed.

#include <string>
#include <string_view>

#include "sluice/suite/suite.hpp"

namespace sluice {

/// The same for equal suites. Throws Error(limit_exceeded) beyond 1 GB before compression.
std::string suite_bytes(const Suite &suite);

/// Written to a temporary name, then renamed. Throws Error(io).
void write_suite(const Suite &suite, const std::string &path);

/// Throws Error: not_found, io, malformed (no suite file, cut or flipped bytes), unsupported (a
/// newer version), mismatch (another kind of file). Rows are looked at when they are used.
Suite read_suite(const std::string &path);

}  // namespace sluice

#endif
