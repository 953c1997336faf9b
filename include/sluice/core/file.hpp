#ifndef SLUICE_CORE_FILE_HPP
#define SLUICE_CORE_FILE_HPP

/// Reads and writes whole files: reads with a size limit, writes atomically, so that a crash leaves
/// either the old file or the new one.
/// Reading preserves the POSIX locks that this process holds on the file (docs/embedding.md).

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Reads a file. Gzip data is recognized by its first bytes and unpacked, whatever the file's name.
/// Throws Error: not_found, io, malformed (damaged gzip), limit_exceeded (more than `max_bytes`
/// unpacked).
std::string read_file(const std::string &path, std::uint64_t max_bytes = std::uint64_t{1} << 30);

/// Reads `size` bytes from `offset`, or fewer at the end of the file. Never unpacks. Throws Error:
/// not_found, io, invalid_argument (a folder).
std::string read_part(const std::string &path, std::uint64_t offset, std::size_t size);

/// Writes to a temporary file next to `path`, syncs it and renames it. If several calls write the
/// same path at once, the last one to finish wins. Throws Error(io).
void write_file(const std::string &path, std::string_view bytes);

/// A file mapped read-only into memory for as long as the object lives. Thread-safe.
class MappedFile {
 public:
  /// Throws Error: not_found, io.
  explicit MappedFile(const std::string &path);
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  std::string_view bytes() const noexcept { return bytes_; }

 private:
  void *address_ = nullptr;
  std::string_view bytes_;
};

}  // namespace sluice::inline v0

#endif
