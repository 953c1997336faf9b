#ifndef SLUICE_CORE_SEGMENT_FILE_HPP
#define SLUICE_CORE_SEGMENT_FILE_HPP

/// The container format of every binary file that we write: magic, version, fingerprint, named
/// sections, checksums.
///
/// Layout (little endian):
/// - Header: "SLUICE", version (2 bytes), kind (4), number of sections (4), the owner's fingerprint
///   (8), checksum of the header and the table (8).
/// - Table, 32 bytes per section: name (4), block size (4), offset (8), size (8), checksum (8).
/// - The sections in that order, each aligned to 64 bytes, with zeros between them and nothing
///   after the last.
///
/// A section with block size 0 has one checksum. A section with block size 4096 (since version 2)
/// is followed, aligned to 8 bytes, by the checksums of its blocks (8 bytes each); its own checksum
/// is that of this list. So such a section opens at once, and each block is checked when it is
/// first used. A section with block size 1 (since version 3) is a zlib stream with one checksum.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

namespace sluice::inline v0 {

/// Four letters that name the kind of a file or a section.
using FourCc = std::array<char, 4>;

/// How sections with one checksum are written. Compressed ones are unpacked when the file is opened
/// (about 4 ms per megabyte), so they suit files that are decoded then anyway.
enum class SectionPacking : std::uint8_t { none, zlib };

class SegmentWriter {
 public:
  SegmentWriter(FourCc kind, std::uint64_t fingerprint,
                SectionPacking packing = SectionPacking::none)
      : kind_(kind), fingerprint_(fingerprint), packing_(packing) {}

  void add(FourCc section, std::string_view bytes);
  template <class Record>
    requires std::is_trivially_copyable_v<Record>
  void add(FourCc section, std::span<const Record> records) {
    add(section,
        std::string_view(reinterpret_cast<const char *>(records.data()), records.size_bytes()));
  }

  /// Adds a large section that is checked block by block. It is not copied: `bytes` must stay valid
  /// until the last call of `bytes()`.
  void add_in_blocks(FourCc section, std::string_view bytes) {
    in_blocks_.push_back({section, bytes});
  }
  template <class Record>
    requires std::is_trivially_copyable_v<Record>
  void add_in_blocks(FourCc section, std::span<const Record> records) {
    add_in_blocks(section, std::string_view(reinterpret_cast<const char *>(records.data()),
                                            records.size_bytes()));
  }

  /// The bytes of the whole file: first the sections with one checksum, then those in blocks, each
  /// in the order in which they were added.
  std::string bytes() const;

 private:
  FourCc kind_;
  std::uint64_t fingerprint_;
  SectionPacking packing_;
  std::vector<std::pair<FourCc, std::string>> sections_;
  std::vector<std::pair<FourCc, std::string_view>> in_blocks_;
};

/// The bytes of a section whose blocks are checked when they are first used. Thread-safe.
class CheckedSection {
 public:
  static constexpr std::size_t block_size = 4096;

  /// `checksums` holds eight bytes per block. `bytes` and `checksums` are not copied.
  CheckedSection(FourCc name, std::string path, std::string_view bytes, std::string_view checksums);

  /// The bytes, not yet checked: call `check` on a range before using it.
  std::string_view bytes() const noexcept { return bytes_; }
  /// Throws Error(malformed), naming the file and the section, if a block that overlaps [offset,
  /// offset + size) does not match its checksum. The range must be inside the section. O(size) the
  /// first time; O(1) once all blocks have been checked.
  void(check)(std::size_t offset, std::size_t size) const {
    if (unchecked_.load(std::memory_order_relaxed) != 0) check_blocks(offset, size);
  }
  void check_all() const { (check)(0, bytes_.size()); }
  [[noreturn]] void fail(const std::string &message) const;

 private:
  void check_blocks(std::size_t offset, std::size_t size) const;

  FourCc name_;
  std::string path_;
  std::string_view bytes_;
  std::string_view checksums_;
  mutable std::atomic<std::size_t> unchecked_;  // number of blocks
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

/// A memory-mapped file, or bytes in memory. The constructors verify all checksums, except those of
/// sections in blocks. Immutable. Thread-safe.
class SegmentFile {
 public:
  /// Throws Error: not_found, io, malformed (not a segment file, truncated or corrupted),
  /// unsupported (a newer version), mismatch (another kind).
  SegmentFile(const std::string &path, FourCc kind);
  /// Reads from bytes that the caller keeps alive as long as this object; `name` replaces the path
  /// in errors. The bytes must be aligned to 64.
  SegmentFile(std::string_view bytes, std::string name, FourCc kind);

  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Checksum of the header and the table. It covers all bytes, since the table holds the checksums
  /// of the sections: files with equal checksums have equal contents.
  std::uint64_t checksum() const noexcept { return checksum_; }
  bool has(FourCc name) const noexcept;
  /// The bytes of the section, already verified. Throws Error(malformed) if there is no such
  /// section.
  std::string_view section(FourCc name) const;
  /// The section as an array of records. Throws Error(malformed) if its size is not a multiple of
  /// the record's size.
  template <class Record>
    requires std::is_trivially_copyable_v<Record> std::span<const Record> records(FourCc name)
  const {
    const std::string_view bytes = section(name);
    if (bytes.size() % sizeof(Record) != 0) fail("a section has a broken size");
    return {reinterpret_cast<const Record *>(bytes.data()), bytes.size() / sizeof(Record)};
  }

  /// A section that was added in blocks; valid while this object lives. Throws Error(malformed) if
  /// there is no such section.
  const CheckedSection &section_in_blocks(FourCc name) const;

  /// Throws an Error with the path as its place.
  [[noreturn]] void fail(const std::string &message, ErrorCode code = ErrorCode::malformed) const;

 private:
  void read(std::string_view bytes, FourCc kind);
  std::string_view unpacked(std::string_view packed);

  std::string path_;
  std::optional<MappedFile> file_;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t checksum_ = 0;
  std::vector<std::unique_ptr<const std::string>> unpacked_;
  std::vector<std::pair<FourCc, std::string_view>> sections_;
  std::vector<std::pair<FourCc, std::unique_ptr<const CheckedSection>>> in_blocks_;
};

/// The kind of a segment file, from its first bytes only; nullopt if it is not a segment file or
/// cannot be read.
std::optional<FourCc> segment_kind(const std::string &path);

}  // namespace sluice::inline v0

#endif
