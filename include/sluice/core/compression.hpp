#ifndef SLUICE_CORE_COMPRESSION_HPP
#define SLUICE_CORE_COMPRESSION_HPP

/// Bytes made smaller (zlib's format) for files that we write.

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// The same for the same bytes and zlib. Any threads at once.
std::string compressed(std::string_view bytes);

/// What `compressed` was given. Throws Error, naming `source`: malformed (cut or broken, or
/// something follows), limit_exceeded (more than `max_bytes` unpacked).
std::string decompressed(std::string_view packed, const std::string &source,
                         std::uint64_t max_bytes = std::uint64_t{1} << 30);

}  // namespace sluice

#endif
