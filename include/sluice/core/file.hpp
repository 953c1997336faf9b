#ifndef SLUICE_CORE_FILE_HPP
#define SLUICE_CORE_FILE_HPP

/// Whole files: read with a limit, written so that a crash leaves the old one or the new one.
///
/// Reading keeps the POSIX locks that this process holds on the file (docs/embedding.md).

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

/// Reads a file; one that starts as gzip is unpacked, whatever its name.
/// Throws Error: not_found, io, malformed (broken gzip), limit_exceeded (more than `max_bytes`
/// unpacked).
std::string read_file(const std::string &path, std::uint64_t max_bytes = std::uint64_t{1} << 30);

/// The bytes from `offset` on; fewer than `size` at the end of the file. Nothing is unpacked.
/// Throws Error: not_found, io, invalid_argument (a folder).
std::string read_part(const std::string &path, std::uint64_t offset, std::size_t size);

/// Writes to a temporary name beside `path`, syncs, renames. Of calls at the same time for one
/// path, the last one to finish wins. Throws Error(io).
void write_file(const std::string &path, std::string_view bytes);

/// A file mapped read-only into memory, for as long as the object lives. Shared by any threads.
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

}  // namespace sluice

#endif
