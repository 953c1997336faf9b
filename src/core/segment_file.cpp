#include "sluice/core/segment_file.hpp"

#include <bit>
#include <limits>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice {
namespace {

static_assert(std::endian::native == std::endian::little,
              "segment files are little endian; a big-endian reader would have to swap");

constexpr std::uint16_t newest_version = 1;
constexpr std::size_t alignment = 64;

struct Header {
  std::array<char, 6> magic{'S', 'L', 'U', 'I', 'C', 'E'};
  std::uint16_t version = newest_version;
  FourCc kind{};
  std::uint32_t sections = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t table_checksum = 0;
};
static_assert(sizeof(Header) == 32);

struct SectionEntry {
  FourCc name{};
  std::uint32_t reserved = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(SectionEntry) == 32);

std::size_t aligned(std::size_t offset) { return (offset + alignment - 1) / alignment * alignment; }

std::string_view bytes_of(const auto &record) {
  return {reinterpret_cast<const char *>(&record), sizeof record};
}

}  // namespace

std::string SegmentWriter::bytes() const {
  std::vector<SectionEntry> table;
  std::size_t offset = aligned(sizeof(Header) + sections_.size() * sizeof(SectionEntry));
  for (const auto &[name, content] : sections_) {
    table.push_back({name, 0, offset, content.size(), hash64(content)});
    offset = aligned(offset + content.size());
  }
  const std::string_view table_bytes(reinterpret_cast<const char *>(table.data()),
                                     table.size() * sizeof(SectionEntry));
  Header header;
  header.kind = kind_;
  header.sections = static_cast<std::uint32_t>(table.size());
  header.fingerprint = fingerprint_;
  header.table_checksum = hash64(table_bytes, hash64(bytes_of(header)));

  std::string file(bytes_of(header));
  file += table_bytes;
  for (std::size_t s = 0; s < table.size(); ++s) {
    file.resize(table[s].offset);
    file += sections_[s].second;
  }
  return file;
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
  if (header.sections > (bytes.size() - sizeof header) / sizeof(SectionEntry)) fail("is cut short");
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
  std::size_t end = sizeof header + table.size();
  for (std::size_t s = 0; s < header.sections; ++s) {
    SectionEntry entry;
    std::memcpy(&entry, table.data() + s * sizeof entry, sizeof entry);
    const std::size_t start = aligned(end);
    if (entry.offset != start) fail("has a section off its place");
    if (start > bytes.size() || entry.size > bytes.size() - start) fail("is cut short");
    if (bytes.substr(end, start - end).find_first_not_of('\0') != bytes.npos) {
      fail("has damaged bytes between its sections");
    }
    const std::string_view content = bytes.substr(start, entry.size);
    end = start + content.size();
    if (hash64(content) != entry.checksum) {
      fail(fmt::format("has damaged bytes in section \"{}\"",
                       std::string_view(entry.name.data(), 4)));
    }
    sections_.emplace_back(entry.name, content);
  }
  if (end != bytes.size()) fail("goes on after its end");
}

std::string_view SegmentFile::section(FourCc name) const {
  for (const auto &[other, content] : sections_) {
    if (other == name) return content;
  }
  fail(fmt::format("has no section \"{}\"", std::string_view(name.data(), 4)));
}

void SegmentFile::fail(const std::string &message) const {
  throw Error(ErrorCode::malformed, message, {path_});
}

}  // namespace sluice
