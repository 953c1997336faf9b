#include "sluice/core/error.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>

#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "support/random_text.hpp"

using namespace sluice;

TEST_CASE("a place is written as source, line and column without unknown parts") {
  CHECK(to_string(Place{"a.json", 41, 17}) == "a.json:41:17");
  CHECK(to_string(Place{"a.json", 41, 0}) == "a.json:41");
  CHECK(to_string(Place{"a.json", 0, 0}) == "a.json");
  CHECK(to_string(Place{"a.json", 0, 17}) == "a.json");
  CHECK(to_string(Place{"", 41, 17}) == "41:17");
  CHECK(to_string(Place{}).empty());
}

TEST_CASE("what() is the place, then the message") {
  const Error error(ErrorCode::malformed, "expected a string", {"catalog.json", 41, 17});
  CHECK(std::string_view(error.what()) == "catalog.json:41:17: expected a string");
  CHECK(error.message() == "expected a string");
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(error.where().line == 41);
  CHECK(std::string_view(Error(ErrorCode::io, "is gone").what()) == "is gone");
}

TEST_CASE("what() is one line of UTF-8, whatever the message or the source contains") {
  CHECK(std::string_view(Error(ErrorCode::io, "a\nb\r\nc\x1b[2J\t\x7f").what()) == "a b  c [2J  ");
  CHECK(std::string_view(Error(ErrorCode::io, "is cut", {"two\nlines"}).what()) ==
        "two lines: is cut");
  CHECK(std::string_view(Error(ErrorCode::io, "caf\xE9").what()) == "caf\xEF\xBF\xBD");

  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Error error(ErrorCode::io, test::random_bytes(random, 20),
                      {test::random_bytes(random, 20), random.below(3), random.below(3)});
    for (const std::string_view text :
         {std::string_view(error.what()), std::string_view(error.message())}) {
      CHECK(is_utf8(text));
      CHECK(text.find_first_of("\n\r\x1b") == text.npos);
    }
  }
}

TEST_CASE("the source of a place keeps its bytes, so that the file can be found by it") {
  CHECK(Error(ErrorCode::io, "is cut", {"two\nlines\xE9"}).where().source == "two\nlines\xE9");
}

TEST_CASE("a place in a text agrees with counting byte by byte") {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    std::string text;
    for (std::uint64_t i = random.below(60); i > 0; --i) text += random.below(5) == 0 ? '\n' : 'x';
    std::uint64_t line = 7;
    std::uint64_t column = 1;
    for (std::size_t offset = 0; offset <= text.size(); ++offset) {
      const Place place = place_in(text, offset, "t", 7);
      CHECK(place.line == line);
      CHECK(place.column == column);
      if (offset < text.size() && text[offset] == '\n') {
        ++line;
        column = 1;
      } else {
        ++column;
      }
    }
  }
}

TEST_CASE("an offset beyond the text is placed at its end") {
  const Place place = place_in("ab\ncd", 1000, "t");
  CHECK(place.line == 2);
  CHECK(place.column == 3);
}

TEST_CASE("every error code has a distinct name") {
  std::set<std::string_view> names;
  for (std::int32_t code = 1; code <= 9; ++code)
    names.insert(name_of(static_cast<ErrorCode>(code)));
  CHECK(names.size() == 9);
  CHECK(!names.contains("unknown"));
  CHECK(name_of(static_cast<ErrorCode>(77)) == "unknown");
  CHECK(name_of(ErrorCode::limit_exceeded) == "limit_exceeded");
}
