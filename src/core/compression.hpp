#ifndef SLUICE_SRC_CORE_COMPRESSION_HPP
#define SLUICE_SRC_CORE_COMPRESSION_HPP

/// Compresses bytes (zlib format) for the files that we write.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Deterministic for the same bytes and version of zlib. Thread-safe.
std::string compressed(std::string_view bytes);

/// Reverses `compressed`. Throws Error, naming `source`: malformed (truncated or damaged, or
/// followed by other bytes), limit_exceeded (more than `max_bytes` unpacked).
std::string decompressed(std::string_view packed, const std::string &source,
                         std::uint64_t max_bytes = std::uint64_t{1} << 30);

}  // namespace sluice::inline v0

#endif
