#ifndef SLUICE_CORE_SEGMENT_FILE_HPP
#define SLUICE_CORE_SEGMENT_FILE_HPP

/// The container of every binary file we write: magic, version, fingerprint, named sections,
/// checksums.
///
/// Layout (little endian): "SLUICE", two bytes of version, four of kind, four of the number of
/// sections, eight of the owner's fingerprint, eight of a checksum of all that and the table; the
/// table, 32 bytes a section: four of name, four zeros, eight each of offset, size and checksum;
/// then the sections in that order, each on a border of 64 bytes, with zeros between and nothing
/// after.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/core/file.hpp"

namespace sluice {

/// Four letters that name a kind of file or section.
using FourCc = std::array<char, 4>;

class SegmentWriter {
 public:
  SegmentWriter(FourCc kind, std::uint64_t fingerprint) : kind_(kind), fingerprint_(fingerprint) {}

  void add(FourCc section, std::string_view bytes) { sections_.emplace_back(section, bytes); }
  template <class Record>
    requires std::is_trivially_copyable_v<Record>
  void add(FourCc section, std::span<const Record> records) {
    add(section,
        std::string_view(reinterpret_cast<const char *>(records.data()), records.size_bytes()));
  }

  /// The whole file's bytes.
  std::string bytes() const;

 private:
  FourCc kind_;
  std::uint64_t fingerprint_;
  std::vector<std::pair<FourCc, std::string>> sections_;
};

/// A file opened by mmap, or bytes in memory, its checksums verified. Immutable; any threads at
/// once.
class SegmentFile {
 public:
  /// Throws Error: not_found, io, malformed (not such a file, cut or flipped bytes),
  /// unsupported (a newer version), mismatch (another kind).
  SegmentFile(const std::string &path, FourCc kind);
  /// The same of bytes that somebody else keeps, for as long as the object lives; `name` stands for
  /// the path in errors. The bytes have to lie at a border of 64.
  SegmentFile(std::string_view bytes, std::string name, FourCc kind);

  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// The section's bytes. Throws Error(malformed) if there is none.
  std::string_view section(FourCc name) const;
  /// The section as records. Throws Error(malformed) if its size is not a whole number of them.
  template <class Record>
    requires std::is_trivially_copyable_v<Record> std::span<const Record> records(FourCc name)
  const {
    const std::string_view bytes = section(name);
    if (bytes.size() % sizeof(Record) != 0) fail("a section has a broken size");
    return {reinterpret_cast<const Record *>(bytes.data()), bytes.size() / sizeof(Record)};
  }

  [[noreturn]] void fail(const std::string &message) const;

 private:
  void read(std::string_view bytes, FourCc kind);

  std::string path_;
  std::optional<MappedFile> file_;
  std::uint64_t fingerprint_ = 0;
  std::vector<std::pair<FourCc, std::string_view>> sections_;
};

}  // namespace sluice

#endif
