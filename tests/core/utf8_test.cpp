#include "sluice/core/utf8.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/random_text.hpp"

using namespace sluice;

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Finds valid sequences by encoding every code point: a sequence is valid if an encoder can write
/// it.
std::size_t sequence_size_by_encoding(std::string_view text) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(4, text.size()); ++size) {
    std::uint32_t point = static_cast<unsigned char>(text[0]);
    if (size > 1) point &= 0x7FU >> size;
    for (std::size_t i = 1; i < size; ++i) {
      point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) continue;
    std::string encoded;
    test::append_code_point(encoded, point);
    if (encoded == text.substr(0, size)) return size;
  }
  return 0;
}

/// The characters of a text; each invalid byte counts as one.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    found.push_back(text.substr(0, std::max<std::size_t>(1, sequence_size_by_encoding(text))));
    text.remove_prefix(found.back().size());
  }
  return found;
}

}  // namespace

TEST_CASE("every code point except surrogates is valid UTF-8, and nothing above U+10FFFF is") {
  for (std::uint32_t point = 0; point < 0x200000; ++point) {
    std::string text;
    test::append_code_point(text, point);
    const bool valid = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    if (is_utf8(text) != valid || utf8_sequence_size(text) != (valid ? text.size() : 0)) {
      FAIL("wrong about U+", point);
    }
  }
}

TEST_CASE("the size of a sequence agrees with an encoder for every pair and triple of bytes") {
  std::string text(3, ' ');
  for (int first = 0; first < 256; ++first) {
    // If no sequence has three bytes, testing two different third bytes is enough.
    const int step = first >= 0xE0 ? 1 : 0x80;
    for (int second = 0; second < 256; ++second) {
      for (int third = 0; third < 256; third += step) {
        text[0] = static_cast<char>(first);
        text[1] = static_cast<char>(second);
        text[2] = static_cast<char>(third);
        if (utf8_sequence_size(text) != sequence_size_by_encoding(text)) {
          FAIL("wrong about ", first, " ", second, " ", third);
        }
      }
    }
  }
}

TEST_CASE("the valid size of random bytes agrees with checking each character") {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::string text = test::random_bytes(random, random.below(12));
    std::size_t valid = 0;
    for (const std::string_view character : characters(text)) {
      if (sequence_size_by_encoding(character) == 0) break;
      valid += character.size();
    }
    CHECK(utf8_valid_size(text) == valid);
    CHECK(is_utf8(text) == (valid == text.size()));
  }
}

TEST_CASE("repaired text has U+FFFD for each invalid byte and is otherwise unchanged") {
  CHECK(repair_utf8("") == "");
  CHECK(repair_utf8("caf\xC3\xA9") == "caf\xC3\xA9");
  CHECK(repair_utf8("caf\xE9!") == "caf" + std::string(replacement) + "!");
  CHECK(repair_utf8(std::string_view("\0\xFF", 2)) ==
        std::string(1, '\0') + std::string(replacement));
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const std::string text = test::random_bytes(random, random.below(12));
    std::string expected;
    for (const std::string_view character : characters(text)) {
      expected += sequence_size_by_encoding(character) == 0 ? replacement : character;
    }
    const std::string mended = repair_utf8(text);
    CHECK(mended == expected);
    CHECK(repair_utf8(mended) == mended);
  }
}

TEST_CASE(
    "clipped text is the longest run of whole characters that fits, with invalid bytes counting as one") {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const std::string text = test::random_bytes(random, random.below(8));
    for (std::size_t max = 0; max <= text.size() + 1; ++max) {
      std::size_t size = 0;
      for (const std::string_view character : characters(text)) {
        if (size + character.size() > max) break;
        size += character.size();
      }
      const std::string_view clipped = clip_utf8(text, max);
      CHECK(clipped.size() == size);
      CHECK(clipped.data() == text.data());
    }
  }
}

TEST_CASE("text that consists of continuation bytes is clipped to the requested size") {
  CHECK(clip_utf8(std::string(100, '\x80'), 10).size() == 10);
  CHECK(clip_utf8("", 5).empty());
  CHECK(clip_utf8("\xF0\x9F\x98\x80", 3).empty());
  CHECK(clip_utf8("a\xF0\x9F\x98\x80", 4) == "a");
}

TEST_CASE(
    "one_line removes control characters, invisible marks and invalid bytes, and changes nothing "
    "else") {
  CHECK(one_line("") == "");
  CHECK(one_line("Größe 42 € 😀") == "Größe 42 € 😀");
  CHECK(one_line("a\nb\r\nc\td\x1b[0m\x7f") == "a b  c d [0m ");
  CHECK(one_line(std::string_view("a\0\xE9", 3)) == "a \xEF\xBF\xBD");
  CHECK(one_line("a\u2028b\u2029c\xC2\x85"
                 "d") == "a b c d");
  CHECK(one_line("a\u202Eb\u2066c\u200Bd\uFEFFe\U000E0041f") == "abcdef");
  CHECK(one_line("\u0645\u06CC\u200C\u062E \U0001F469\u200D\U0001F4BB \u2764\uFE0F") ==
        "\u0645\u06CC\u200C\u062E \U0001F469\u200D\U0001F4BB \u2764\uFE0F");
  Random random(4);
  for (int round = 0; round < 500; ++round) {
    const std::string line = one_line(test::random_bytes(random, 12));
    CHECK(is_utf8(line));
    CHECK(one_line(line) == line);
    CHECK(std::ranges::none_of(
        line, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }));
  }
}
