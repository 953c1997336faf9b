#ifndef SLUICE_SRC_CORE_SHIPPED_FILE_HPP
#define SLUICE_SRC_CORE_SHIPPED_FILE_HPP

/// Files that come with the library, such as the weights that are not compiled in.

#include <string>
#include <string_view>

namespace sluice::inline v0::detail {

/// The path of share/sluice/<name>: in the folder of the shared library or program that holds this
/// code, in one of the three folders above it, or where sluice was installed. The first that
/// exists; empty if there is none. Thread-safe; a few system calls.
std::string shipped_file(std::string_view name);

/// The bytes of a file in sluice_weights.bin, which comes with the single headers
/// (packaging/bundle) and is mapped on first use; aligned to 64 bytes, valid until the process
/// ends. Empty if it is not one of them, and in other builds. Thread-safe. Throws Error: not_found
/// (no sluice_weights.bin), io, malformed.
std::string_view shipped_bytes(std::string_view name);

}  // namespace sluice::inline v0::detail

#endif
