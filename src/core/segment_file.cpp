#include "sluice/core/segment_file.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/compression.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

static_assert(std::endian::native == std::endian::little,
              "segment files are little endian; a big-endian reader would have to swap");

constexpr std::uint16_t newest_version = 3;
constexpr std::uint16_t version_with_packed_sections = 3;
constexpr std::uint16_t version_with_blocks = 2;
constexpr std::uint16_t first_version = 1;
constexpr std::size_t alignment = 64;
constexpr std::uint32_t packed_block_size = 1;      // marks a compressed section
constexpr std::uint64_t max_unpacked = 256U << 20;  // bytes, all sections of a file together

struct Header {
  std::array<char, 6> magic{'S', 'L', 'U', 'I', 'C', 'E'};
  std::uint16_t version = first_version;
  FourCc kind{};
  std::uint32_t sections = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t table_checksum = 0;
};
static_assert(sizeof(Header) == 32);

struct SectionEntry {
  FourCc name{};
  std::uint32_t block_size = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(SectionEntry) == 32);

constexpr std::size_t aligned(std::size_t offset, std::size_t border = alignment) {
  return (offset + border - 1) / border * border;
}

constexpr std::size_t checksum_size = sizeof(std::uint64_t);

std::size_t blocks_in(std::size_t size) {
  return aligned(size, CheckedSection::block_size) / CheckedSection::block_size;
}

std::string_view block_of(std::string_view bytes, std::size_t block) {
  return bytes.substr(block * CheckedSection::block_size, CheckedSection::block_size);
}

std::string checksums_of(std::string_view bytes) {
  std::string checksums(blocks_in(bytes.size()) * checksum_size, '\0');
  for (std::size_t block = 0; block < blocks_in(bytes.size()); ++block) {
    const std::uint64_t checksum = hash64(block_of(bytes, block));
    std::memcpy(checksums.data() + block * checksum_size, &checksum, checksum_size);
  }
  return checksums;
}

std::string_view bytes_of(const auto &record) {
  return {reinterpret_cast<const char *>(&record), sizeof record};
}

}  // namespace

void SegmentWriter::add(FourCc section, std::string_view bytes) {
  sections_.emplace_back(section,
                         packing_ == SectionPacking::zlib ? compressed(bytes) : std::string(bytes));
}

std::string SegmentWriter::bytes() const {
  const std::size_t count = sections_.size() + in_blocks_.size();
  std::vector<SectionEntry> table;
  std::vector<std::string> checksums;
  std::size_t offset = aligned(sizeof(Header) + count * sizeof(SectionEntry));
  const bool is_packed = packing_ == SectionPacking::zlib;
  for (const auto &[name, content] : sections_) {
    table.push_back(
        {name, is_packed ? packed_block_size : 0, offset, content.size(), hash64(content)});
    offset = aligned(offset + content.size());
  }
  for (const auto &[name, content] : in_blocks_) {
    const std::string &sums = checksums.emplace_back(checksums_of(content));
    table.push_back({name, CheckedSection::block_size, offset, content.size(), hash64(sums)});
    offset = aligned(aligned(offset + content.size(), checksum_size) + sums.size());
  }
  const std::string_view table_bytes(reinterpret_cast<const char *>(table.data()),
                                     table.size() * sizeof(SectionEntry));
  Header header;
  if (!in_blocks_.empty()) header.version = version_with_blocks;
  if (is_packed) header.version = version_with_packed_sections;
  header.kind = kind_;
  header.sections = static_cast<std::uint32_t>(table.size());
  header.fingerprint = fingerprint_;
  header.table_checksum = hash64(table_bytes, hash64(bytes_of(header)));

  std::string file;
  file.reserve(offset);
  file += bytes_of(header);
  file += table_bytes;
  for (std::size_t s = 0; s < sections_.size(); ++s) {
    file.resize(table[s].offset);
    file += sections_[s].second;
  }
  for (std::size_t s = 0; s < in_blocks_.size(); ++s) {
    file.resize(table[sections_.size() + s].offset);
    file += in_blocks_[s].second;
    file.resize(aligned(file.size(), checksum_size));
    file += checksums[s];
  }
  return file;
}

CheckedSection::CheckedSection(FourCc name, std::string path, std::string_view bytes,
                               std::string_view checksums)
    : name_(name),
      path_(std::move(path)),
      bytes_(bytes),
      checksums_(checksums),
      unchecked_(blocks_in(bytes.size())),
      checked_(std::make_unique<std::atomic<bool>[]>(blocks_in(bytes.size()))) {}

void CheckedSection::check_blocks(std::size_t offset, std::size_t size) const {
  if (size == 0) return;
  for (std::size_t b = offset / block_size; b <= (offset + size - 1) / block_size; ++b) {
    if (checked_[b].load(std::memory_order_relaxed)) continue;
    std::uint64_t expected = 0;
    std::memcpy(&expected, checksums_.data() + b * checksum_size, checksum_size);
    if (hash64(block_of(bytes_, b)) != expected) {
      fail(fmt::format("has damaged bytes in section \"{}\"", std::string_view(name_.data(), 4)));
    }
    // Two threads may check the same block at once; it must count only once.
    if (!checked_[b].exchange(true, std::memory_order_relaxed)) {
      unchecked_.fetch_sub(1, std::memory_order_relaxed);
    }
  }
}

SegmentFile::SegmentFile(const std::string &path, FourCc kind) : path_(path), file_(path) {
  read(file_->bytes(), kind);
}

SegmentFile::SegmentFile(std::string_view bytes, std::string name, FourCc kind)
    : path_(std::move(name)) {
  read(bytes, kind);
}

void SegmentFile::read(std::string_view bytes, FourCc kind) {
  Header header;
  if (bytes.size() < sizeof header || bytes.substr(0, 6) != "SLUICE") {
    fail("is not a sluice segment file");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version == 0) fail("has a damaged header");
  if (header.version > newest_version) {
    throw Error(ErrorCode::unsupported,
                fmt::format("has version {}, this release reads up to {}; index again",
                            header.version, newest_version),
                {path_});
  }
  if (header.sections > (bytes.size() - sizeof header) / sizeof(SectionEntry)) fail("is truncated");
  const std::string_view table =
      bytes.substr(sizeof header, header.sections * sizeof(SectionEntry));
  const std::uint64_t table_checksum = std::exchange(header.table_checksum, 0);
  if (hash64(table, hash64(bytes_of(header))) != table_checksum) fail("has a damaged header");
  if (header.kind != kind) {
    throw Error(ErrorCode::mismatch,
                fmt::format("holds \"{}\", expected \"{}\"",
                            std::string_view(header.kind.data(), 4),
                            std::string_view(kind.data(), 4)),
                {path_});
  }
  fingerprint_ = header.fingerprint;
  checksum_ = table_checksum;
  const auto check_zeros = [&](std::size_t from, std::size_t to) {
    if (bytes.substr(from, to - from).find_first_not_of('\0') != bytes.npos) {
      fail("has damaged bytes between its sections");
    }
  };
  std::size_t end = sizeof header + table.size();
  for (std::size_t s = 0; s < header.sections; ++s) {
    SectionEntry entry;
    std::memcpy(&entry, table.data() + s * sizeof entry, sizeof entry);
    const std::size_t start = aligned(end);
    if (entry.offset != start) fail("has a misplaced section");
    if (start > bytes.size() || entry.size > bytes.size() - start) fail("is truncated");
    check_zeros(end, start);
    const std::string_view content = bytes.substr(start, entry.size);
    end = start + content.size();
    std::string_view checked = content;
    if (entry.block_size == CheckedSection::block_size) {
      const std::size_t list = aligned(end, checksum_size);
      const std::size_t list_size = blocks_in(content.size()) * checksum_size;
      if (list > bytes.size() || list_size > bytes.size() - list) fail("is truncated");
      check_zeros(end, list);
      checked = bytes.substr(list, list_size);
      end = list + list_size;
    } else if (entry.block_size != 0 && entry.block_size != packed_block_size) {
      fail("has a section with an unknown block size");
    }
    if (hash64(checked) != entry.checksum) {
      fail(fmt::format("has damaged bytes in section \"{}\"",
                       std::string_view(entry.name.data(), 4)));
    }
    if (entry.block_size == 0) {
      sections_.emplace_back(entry.name, content);
    } else if (entry.block_size == packed_block_size) {
      sections_.emplace_back(entry.name, unpacked(content));
    } else {
      in_blocks_.emplace_back(
          entry.name, std::make_unique<const CheckedSection>(entry.name, path_, content, checked));
    }
  }
  if (end != bytes.size()) fail("has extra bytes at the end");
}

std::string_view SegmentFile::unpacked(std::string_view packed) {
  std::uint64_t left = max_unpacked;
  for (const auto &other : unpacked_) left -= other->size();
  return *unpacked_.emplace_back(
      std::make_unique<const std::string>(decompressed(packed, path_, left)));
}

void CheckedSection::fail(const std::string &message) const {
  throw Error(ErrorCode::malformed, message, {path_});
}

bool SegmentFile::has(FourCc name) const noexcept {
  return std::ranges::any_of(sections_,
                             [name](const auto &section) { return section.first == name; });
}

std::string_view SegmentFile::section(FourCc name) const {
  for (const auto &[other, content] : sections_) {
    if (other == name) return content;
  }
  for (const auto &[other, content] : in_blocks_) {
    if (other != name) continue;
    content->check_all();
    return content->bytes();
  }
  fail(fmt::format("has no section \"{}\"", std::string_view(name.data(), 4)));
}

const CheckedSection &SegmentFile::section_in_blocks(FourCc name) const {
  for (const auto &[other, content] : in_blocks_) {
    if (other == name) return *content;
  }
  fail(fmt::format("has no section \"{}\" in blocks", std::string_view(name.data(), 4)));
}

void SegmentFile::fail(const std::string &message, ErrorCode code) const {
  throw Error(code, message, {path_});
}

std::optional<FourCc> segment_kind(const std::string &path) {
  try {
    Header header;
    const auto magic = header.magic;
    const std::string bytes = read_part(path, 0, sizeof header);
    if (bytes.size() < sizeof header) return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != magic) return std::nullopt;
    return header.kind;
  } catch (const Error &) {
    return std::nullopt;
  }
}

}  // namespace sluice::inline v0
