#ifndef SLUICE_DB_SQLITE_IMAGE_HPP
#define SLUICE_DB_SQLITE_IMAGE_HPP

/// A SQLite database file held in memory.

#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The bytes of a database file. Immutable; shared by the connections that read it.
class SqliteImage {
 public:
  /// Reads a file, gzipped or not, and applies the log (WAL or journal) next to it. Throws Error:
  /// not_found, io, malformed, limit_exceeded.
  static std::shared_ptr<const SqliteImage> load(const std::string &path);
  static std::shared_ptr<const SqliteImage> from_bytes(std::string bytes, std::string source);

  std::string_view bytes() const noexcept { return bytes_; }
  const std::string &source() const noexcept { return source_; }

 private:
  SqliteImage(std::string bytes, std::string source);

  std::string bytes_;
  std::string source_;
};

}  // namespace sluice::inline v0

#endif
