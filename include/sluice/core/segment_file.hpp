#ifndef SLUICE_CORE_SEGMENT_FILE_HPP
#define SLUICE_CORE_SEGMENT_FILE_HPP

/// The container of every binary file we write: magic, version, fingerprint, named sections,
/// checksums.
///
/// Layout (little endian): "SLUICE", two bytes of version, four of kind, four of the number of
/// sections, eight of the owner's fingerprint, eight of a checksum of all that and the table; the
/// table, 32 bytes a section: four of name, four of block size, eight each of offset, size and
/// checksum; then the sections in that order, each on a border of 64 bytes, with zeros between and
/// nothing after. A section of block size 0 has one checksum. One of block size 4096 (from version
/// 2 on) is followed, on a border of 8, by the checksum of each block, eight bytes each, and its
/// own checksum is that of this list: so it can be opened at once and checked block by block, as it
/// is used.

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

  /// A large section that is checked block by block. It is not copied: it has to live until the
  /// last call of `bytes`.
  void add_in_blocks(FourCc section, std::string_view bytes) {
    in_blocks_.push_back({section, bytes});
  }
  template <class Record>
    requires std::is_trivially_copyable_v<Record>
  void add_in_blocks(FourCc section, std::span<const Record> records) {
    add_in_blocks(section, std::string_view(reinterpret_cast<const char *>(records.data()),
                                            records.size_bytes()));
  }

  /// The whole file's bytes: the sections of one checksum first, each kind in the order of adding.
  std::string bytes() const;

 private:
  FourCc kind_;
  std::uint64_t fingerprint_;
  std::vector<std::pair<FourCc, std::string>> sections_;
  std::vector<std::pair<FourCc, std::string_view>> in_blocks_;
};

/// The bytes of a section whose blocks are checked when they are first used. Any threads at once.
class CheckedSection {
 public:
  static constexpr std::size_t block_size = 4096;

  /// `checksums`: one a block, eight bytes each. Both are views.
  CheckedSection(FourCc name, std::string path, std::string_view bytes, std::string_view checksums);

  /// Not yet checked: what is read of them has to be checked before it is used.
  std::string_view bytes() const noexcept { return bytes_; }
  /// Throws Error(malformed), naming the file and the section, if a byte of the blocks around
  /// [offset, offset + size) is not what was written. The range has to lie inside. O(size) the
  /// first time; O(1) once every block was seen.
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
  mutable std::atomic<std::size_t> unchecked_;  // a number of blocks
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

/// A file opened by mmap, or bytes in memory, its checksums verified, save those of blocks.
/// Immutable; any threads at once.
class SegmentFile {
 public:
  /// Throws Error: not_found, io, malformed (not such a file, cut or flipped bytes),
  /// unsupported (a newer version), mismatch (another kind).
  SegmentFile(const std::string &path, FourCc kind);
  /// The same of bytes that somebody else keeps, for as long as the object lives; `name` stands for
  /// the path in errors. The bytes have to lie at a border of 64.
  SegmentFile(std::string_view bytes, std::string name, FourCc kind);

  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// That of the header and the table, and through theirs of all bytes: files with the same one are
  /// the same.
  std::uint64_t checksum() const noexcept { return checksum_; }
  bool has(FourCc name) const noexcept;
  /// The section's bytes, all checked. Throws Error(malformed) if there is none.
  std::string_view section(FourCc name) const;
  /// The section as records. Throws Error(malformed) if its size is not a whole number of them.
  template <class Record>
    requires std::is_trivially_copyable_v<Record> std::span<const Record> records(FourCc name)
  const {
    const std::string_view bytes = section(name);
    if (bytes.size() % sizeof(Record) != 0) fail("a section has a broken size");
    return {reinterpret_cast<const Record *>(bytes.data()), bytes.size() / sizeof(Record)};
  }

  /// A section that was added in blocks, for as long as the file lives. Throws Error(malformed) if
  /// there is none.
  const CheckedSection &section_in_blocks(FourCc name) const;

  /// Throws an Error with the path as its place.
  [[noreturn]] void fail(const std::string &message, ErrorCode code = ErrorCode::malformed) const;

 private:
  void read(std::string_view bytes, FourCc kind);

  std::string path_;
  std::optional<MappedFile> file_;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t checksum_ = 0;
  std::vector<std::pair<FourCc, std::string_view>> sections_;
  std::vector<std::pair<FourCc, std::unique_ptr<const CheckedSection>>> in_blocks_;
};

/// The kind of such a file, by its first bytes alone; none if it is another or cannot be read.
std::optional<FourCc> segment_kind(const std::string &path);

}  // namespace sluice

#endif
