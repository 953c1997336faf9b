#include "sluice/core/segment_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/hash.hpp"
#include "sluice/core/random.hpp"
#include "support/error_of.hpp"
#include "support/random_text.hpp"
#include "support/support.hpp"

using namespace sluice;

namespace {

constexpr FourCc kind{'T', 'E', 'S', 'T'};
constexpr FourCc numbers_section{'N', 'U', 'M', 'B'};
constexpr FourCc text_section{'T', 'E', 'X', 'T'};
constexpr FourCc empty_section{'N', 'O', 'N', 'E'};

/// A temporary folder for one file.
class Folder {
 public:
  std::string path() const { return (folder_.path() / "file.segment").string(); }
  SegmentFile open(std::string_view bytes, FourCc expected = kind) const {
    std::ofstream(path(), std::ios::binary) << bytes;
    return SegmentFile(path(), expected);
  }
  std::string what(std::string_view bytes) const {
    std::string what = test::what_of([&] { open(bytes); });
    return what.substr(std::min(what.size(), path().size() + 2));
  }

 private:
  test::TemporaryDirectory folder_;
};

std::string small_file() {
  SegmentWriter writer(kind, 0x0123456789ABCDEFU);
  const std::vector<std::uint32_t> numbers{1, 2, 0xFFFFFFFF};
  writer.add(numbers_section, std::span<const std::uint32_t>(numbers));
  writer.add(text_section,
             "seventy bytes of text, so that this section goes beyond one border of 64");
  writer.add(empty_section, "");
  writer.add({'L', 'A', 'S', 'T'}, "end");
  return writer.bytes();
}

/// Any layout with valid checksums, written from the description in the header.
struct Crafted {
  struct Section {
    FourCc name;
    std::uint64_t offset;
    std::uint64_t size;
  };
  std::uint16_t version = 1;
  std::uint32_t reserved = 0;
  std::vector<Section> sections;
  std::string rest;  // what follows the table

  std::string bytes() const {
    const auto put = [](std::string &to, const auto &number) {
      to.append(reinterpret_cast<const char *>(&number), sizeof number);
    };
    std::string start = "SLUICE";
    put(start, version);
    start.append(kind.data(), kind.size());
    put(start, static_cast<std::uint32_t>(sections.size()));
    put(start, std::uint64_t{99});  // the fingerprint
    const std::size_t whole = start.size() + 8 + sections.size() * 32 + rest.size();
    std::string everything(start.size() + 8 + sections.size() * 32, '\0');
    everything += rest;
    std::string table;
    for (const Section &section : sections) {
      table.append(section.name.data(), 4);
      put(table, reserved);
      put(table, section.offset);
      put(table, section.size);
      const bool inside = section.offset <= whole && section.size <= whole - section.offset;
      put(table, inside ? hash64(std::string_view(everything).substr(section.offset, section.size))
                        : std::uint64_t{0});
    }
    const std::uint64_t checksum = hash64(table, hash64(start + std::string(8, '\0')));
    put(start, checksum);
    return start + table + rest;
  }
};

}  // namespace

TEST_CASE("sections are read as they were written") {
  const Folder folder;
  const SegmentFile file = folder.open(small_file());
  CHECK(file.fingerprint() == 0x0123456789ABCDEFU);
  const std::span<const std::uint32_t> numbers = file.records<std::uint32_t>(numbers_section);
  CHECK(std::vector<std::uint32_t>(numbers.begin(), numbers.end()) ==
        std::vector<std::uint32_t>{1, 2, 0xFFFFFFFF});
  CHECK(file.section(text_section).starts_with("seventy"));
  CHECK(file.section(empty_section).empty());
  CHECK(file.records<std::uint64_t>(empty_section).empty());
  CHECK(file.section({'L', 'A', 'S', 'T'}) == "end");
}

TEST_CASE("random sections are read as they were written, each aligned to 64 bytes") {
  const Folder folder;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<std::pair<FourCc, std::string>> sections;
    SegmentWriter writer(kind, random());
    for (std::uint64_t n = random.below(8); n > 0; --n) {
      sections.push_back({{'S', static_cast<char>('A' + n), '0', '\0'},
                          test::random_bytes(random, random.below(100))});
      writer.add(sections.back().first, std::string_view(sections.back().second));
    }
    const SegmentFile file = folder.open(writer.bytes());
    for (const auto &[name, content] : sections) {
      CHECK(file.section(name) == content);
      CHECK(reinterpret_cast<std::uintptr_t>(file.section(name).data()) % 64 == 0);
    }
  }
}

TEST_CASE("the bytes of a file are the same in every release of its version") {
  CHECK(hash64(small_file()) == 10423582374582433456U);
  Crafted crafted;
  crafted.sections = {{text_section, 64, 4}};
  crafted.rest = "text";
  const Folder folder;
  const SegmentFile file = folder.open(crafted.bytes());
  CHECK(file.section(text_section) == "text");
  CHECK(file.fingerprint() == 99);
}

TEST_CASE("each changed byte is detected, including those between the sections") {
  const Folder folder;
  const std::string whole = small_file();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ change);
      CAPTURE(i);
      const Error error = test::error_of([&] { folder.open(changed); });
      CHECK((error.code() == ErrorCode::malformed || error.code() == ErrorCode::unsupported));
      CHECK(error.where().source == folder.path());
    }
  }
}

TEST_CASE("a file that is truncated anywhere, or has bytes after its end, is refused") {
  const Folder folder;
  const std::string whole = small_file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    test::check_code(ErrorCode::malformed,
                     [&] { folder.open(std::string_view(whole).substr(0, size)); });
  }
  test::check_code(ErrorCode::malformed, [&] { folder.open(whole + '\0'); });
  test::check_code(ErrorCode::malformed, [&] { folder.open(whole + whole); });
}

TEST_CASE("any two changed bytes are detected") {
  const Folder folder;
  const std::string whole = small_file();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::string changed = whole;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n)
      changed[random.below(whole.size())] = static_cast<char>(random());
    if (changed != whole) CHECK(test::error_if_any([&] { folder.open(changed); }).has_value());
  }
}

TEST_CASE("a file of a newer version is refused with a message that says so") {
  Crafted crafted;
  crafted.version = 4;
  const Folder folder;
  const Error error = test::error_of([&] { folder.open(crafted.bytes()); });
  CHECK(error.code() == ErrorCode::unsupported);
  CHECK(error.message() == "has version 4, this release reads up to 3; index again");
  crafted.version = 0;
  test::check_code(ErrorCode::malformed, [&] { folder.open(crafted.bytes()); });
}

TEST_CASE("a file of another kind is refused") {
  const Folder folder;
  const Error error = test::error_of([&] { folder.open(small_file(), {'O', 'T', 'H', 'R'}); });
  CHECK(error.code() == ErrorCode::mismatch);
  CHECK(error.message() == "holds \"TEST\", expected \"OTHR\"");
}

TEST_CASE("a file that is not a segment file is refused with a message that says so") {
  const Folder folder;
  CHECK(folder.what("") == "is not a sluice segment file");
  CHECK(folder.what("SQLite format 3\0 and some more text after it") ==
        "is not a sluice segment file");
  test::check_code(ErrorCode::not_found, [&] { SegmentFile(folder.path() + "x", kind); });
}

TEST_CASE("a missing section and a broken record size are errors") {
  const Folder folder;
  const SegmentFile file = folder.open(small_file());
  CHECK(test::error_of([&] {
          file.section({'M', 'I', 'S', 'S'});
        }).message() == "has no section \"MISS\"");
  CHECK(test::error_of([&] { file.records<std::uint64_t>(numbers_section); }).message() ==
        "a section has a broken size");
}

TEST_CASE(
    "sections that are outside the file, overlap or are misaligned are refused even with valid checksums") {
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  const Folder folder;
  const std::string rest(200, 'x');
  for (const auto &sections : std::vector<std::vector<Crafted::Section>>{
           {{text_section, 65, 4}},                                 // misaligned
           {{text_section, 0, 4}},                                  // the header itself
           {{text_section, 32, 4}},                                 // the table
           {{text_section, 128, 4}},                                // a gap before it
           {{text_section, 64, 1000}},                              // beyond the end
           {{text_section, 1024, 0}},                               // beyond the end
           {{text_section, huge, 1}},                               // offset + size wraps around
           {{text_section, 64, huge}},                              //
           {{text_section, huge - 63, 64}},                         //
           {{text_section, 128, 4}, {numbers_section, 128, 4}},     // the same bytes twice
           {{text_section, 192, 4}, {numbers_section, 128, 4}}}) {  // in another order
    Crafted crafted;
    crafted.sections = sections;
    crafted.rest = rest;
    test::check_code(ErrorCode::malformed, [&] { folder.open(crafted.bytes()); });
  }
}

TEST_CASE("a number of sections that exceeds the file's size is refused") {
  const Folder folder;
  std::string file = Crafted{}.bytes();
  for (const std::uint32_t count : {std::uint32_t{1}, std::uint32_t{1} << 27, ~std::uint32_t{0}}) {
    std::memcpy(file.data() + 12, &count, sizeof count);
    test::check_code(ErrorCode::malformed, [&] { folder.open(file); });
  }
}

TEST_CASE("a file without sections is valid") {
  const Folder folder;
  CHECK(folder.open(SegmentWriter(kind, 5).bytes()).fingerprint() == 5);
}

TEST_CASE("a section in blocks is checked block by block when it is used") {
  Random random(6);
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 3 * 4096U + 5}) {
    CAPTURE(size);
    std::string content(size, '\0');
    for (char &byte : content) byte = static_cast<char>(random.below(256));
    SegmentWriter writer(kind, 5);
    writer.add_in_blocks(numbers_section, content);
    writer.add(text_section, "small");
    const std::string bytes = writer.bytes();
    const Folder folder;
    const SegmentFile file = folder.open(bytes);
    CHECK(file.section(text_section) == "small");
    CHECK(file.section(numbers_section) == content);
    CHECK(file.section_in_blocks(numbers_section).bytes() == content);
    CHECK(test::what_of([&] { file.section_in_blocks(text_section); }) ==
          folder.path() + ": has no section \"TEXT\" in blocks");
    if (size <= 4096) continue;

    std::string flipped = bytes;
    const std::size_t start = bytes.find(content);
    flipped[start + 4096] = static_cast<char>(flipped[start + 4096] ^ 8);
    const SegmentFile damaged = folder.open(flipped);
    const CheckedSection &section = damaged.section_in_blocks(numbers_section);
    const std::string what = folder.path() + ": has damaged bytes in section \"NUMB\"";
    section.check(0, 4096);
    section.check(4096, 0);
    for (int again = 0; again < 2; ++again) {
      CHECK(test::what_of([&] { section.check(4095, 2); }) == what);
      CHECK(test::what_of([&] { section.check_all(); }) == what);
      CHECK(test::what_of([&] { damaged.section(numbers_section); }) == what);
    }
    // The list of checksums is checked when the file is opened.
    flipped = bytes;
    flipped.back() = static_cast<char>(flipped.back() ^ 1);
    CHECK(folder.what(flipped) == "has damaged bytes in section \"NUMB\"");
  }
}

TEST_CASE("compressed sections are read as they were written, in less room") {
  SegmentWriter writer(kind, 5, SectionPacking::zlib);
  const std::string text(10'000, 't');
  const std::vector<std::uint32_t> numbers = {1, 2, 3};
  writer.add(text_section, text);
  writer.add(numbers_section, std::span<const std::uint32_t>(numbers));
  writer.add(empty_section, std::string_view());
  const std::string bytes = writer.bytes();
  CHECK(bytes.size() < 1000);
  const Folder folder;
  const SegmentFile file = folder.open(bytes);
  CHECK(file.section(text_section) == text);
  CHECK(std::ranges::equal(file.records<std::uint32_t>(numbers_section), numbers));
  CHECK(file.section(empty_section).empty());
  CHECK(file.fingerprint() == 5);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    CAPTURE(i);
    CHECK(test::error_if_any([&] { folder.open(changed); }).has_value());
  }
}

TEST_CASE("compressed sections that unpack to more than 256 MiB together are refused") {
  SegmentWriter writer(kind, 5, SectionPacking::zlib);
  const std::string zeros(100U << 20, '\0');
  for (const char digit : {'1', '2', '3'}) writer.add({'Z', 'E', 'R', digit}, zeros);
  const Folder folder;
  test::check_code(ErrorCode::limit_exceeded, [&] { folder.open(writer.bytes()); });
}
