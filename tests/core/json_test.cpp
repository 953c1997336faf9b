#include "sluice/core/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/error_of.hpp"

using namespace sluice;

namespace {

/// "line:column" of each value, in the order of the text.
void list_places(JsonValue value, std::vector<std::string> &places) {
  places.push_back(to_string(Place{"", value.place().line, value.place().column}));
  if (value.is(JsonKind::array)) {
    for (const JsonValue element : value) list_places(element, places);
  } else if (value.is(JsonKind::object)) {
    value.each_member([&](std::string_view, JsonValue member) { list_places(member, places); });
  }
}

std::vector<std::string> places_in(std::string_view text) {
  std::vector<std::string> places;
  list_places(JsonDocument::parse(text).root(), places);
  return places;
}

/// A document, kept alive as long as its root value is used.
struct Parsed {
  JsonDocument document;
  explicit Parsed(std::string_view text) : document(JsonDocument::parse(text, "t.json")) {}
  JsonValue operator*() const { return document.root(); }
};

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

TEST_CASE("each kind of value is recognized and read") {
  const Parsed parsed(
      R"({"n": null, "t": true, "f": false, "i": -12, "d": 1.5, "s": "text", "a": [1, 2], "o": {"k": 1}})");
  const JsonValue root = *parsed;
  CHECK(root.is(JsonKind::object));
  CHECK(root.size() == 8);
  CHECK(root.at("n").is(JsonKind::null));
  CHECK(root.at("t").as_bool());
  CHECK(!root.at("f").as_bool());
  CHECK(root.at("i").as_integer() == -12);
  CHECK(root.at("i").as_number() == -12.0);
  CHECK(root.at("d").as_number() == 1.5);
  CHECK(root.at("s").as_string() == "text");
  CHECK(root.at("a").size() == 2);
  CHECK(root.at("o").at("k").as_integer() == 1);
  CHECK(!root.find("missing").has_value());
  CHECK(!root.at("a").find("k").has_value());
}

TEST_CASE("a text may be a single value of any kind") {
  CHECK((*Parsed("null")).is(JsonKind::null));
  CHECK((*Parsed(" true ")).as_bool());
  CHECK((*Parsed("17\n")).as_integer() == 17);
  CHECK((*Parsed("\"x\"")).as_string() == "x");
  CHECK((*Parsed("[]")).size() == 0);
  CHECK((*Parsed("{}")).size() == 0);
}

TEST_CASE("members are visited in the order of the text") {
  const Parsed parsed(R"({"b": 1, "a": {"x": [1, {"y": 2}]}, "c": []})");
  std::vector<std::string> keys;
  (*parsed).each_member([&](std::string_view key, JsonValue) { keys.emplace_back(key); });
  CHECK(keys == std::vector<std::string>{"b", "a", "c"});

  const Parsed array("[[1, [2]], 3, {\"k\": [4]}, 5]");
  std::vector<JsonKind> kinds;
  for (const JsonValue element : *array) kinds.push_back(element.kind());
  CHECK(kinds == std::vector<JsonKind>{JsonKind::array, JsonKind::number, JsonKind::object,
                                       JsonKind::number});
}

TEST_CASE("for a repeated key the last member is found, and all are visited") {
  const Parsed parsed(R"({"k": 1, "k": {"k": 5}, "k": 2})");
  CHECK((*parsed).at("k").as_integer() == 2);
  CHECK((*parsed).size() == 3);
  int visits = 0;
  (*parsed).each_member([&](std::string_view, JsonValue) { ++visits; });
  CHECK(visits == 3);
}

TEST_CASE("each value knows its place") {
  CHECK(places_in("[1, true]") == std::vector<std::string>{"1:1", "1:2", "1:5"});
  CHECK(places_in("{\n  \"a\": \"x\",\n  \"b\":\n\t[ null , {} ]\n}") ==
        std::vector<std::string>{"1:1", "2:8", "4:2", "4:4", "4:11"});
  CHECK(places_in("\n\n  -1.5e3") == std::vector<std::string>{"3:3"});
  // Columns count bytes.
  CHECK(places_in("[\"é\", \"\\u00e9\", 1]") ==
        std::vector<std::string>{"1:1", "1:2", "1:8", "1:18"});
}

TEST_CASE(
    "a value of the wrong kind is an error that names the place, what was found and what was expected") {
  const Parsed parsed("{\"columns\": [\n  {\"type\": 7}]}");
  JsonValue type = *(*parsed).at("columns").begin();
  CHECK(test::what_of([&] { type.at("type").as_string(); }) ==
        "t.json:2:12: expected a string, found a number");
  CHECK(test::what_of([&] { type.as_bool(); }) ==
        "t.json:2:3: expected a boolean, found an object");
  CHECK(test::what_of([&] { type.as_number(); }) ==
        "t.json:2:3: expected a number, found an object");
  CHECK(test::what_of([&] { type.at("name"); }) == "t.json:2:3: has no member \"name\"");
  CHECK(test::what_of([&] { type.begin(); }) == "t.json:2:3: expected an array, found an object");
  CHECK(test::what_of([&] { type.at("type").size(); }) ==
        "t.json:2:12: expected an array, found a number");
  CHECK(test::what_of([&] { type.at("type").at("x"); }) ==
        "t.json:2:12: expected an object, found a number");
  CHECK(test::what_of([&] { type.fail("is odd"); }) == "t.json:2:3: is odd");
}

TEST_CASE("integers are exact up to the limits of 64 bits") {
  for (const auto &[text, expected] : std::vector<std::pair<const char *, std::int64_t>>{
           {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
           {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
           {"9007199254740993", 9007199254740993},
           {"0", 0},
           {"-0", 0},
           {"12.0", 12},
           {"1e3", 1000}}) {
    CHECK((*Parsed(text)).as_integer() == expected);
  }
  for (const std::string text :
       {"9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "1e19", "9.223372036854775808e18", "-9.3e18", "1.5", "-0.5",
        "1e300", "1e-5"}) {
    CAPTURE(text);
    test::check_code(ErrorCode::malformed, [&] { (*Parsed(text)).as_integer(); });
  }
}

TEST_CASE("numbers are the doubles nearest to their digits") {
  for (const std::string text :
       {"0", "-0", "0.1", "-9.223372036854775808e18", "4.9406564584124654e-324",
        "2.2250738585072011e-308", "1.7976931348623157e308", "123456789012345678901234567890",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "100000000000000000000000000000000000000000.5", "9007199254740993", "9007199254740993.0",
        "1E+2", "1e-2", "1e-400", "-1e-400"}) {
    CAPTURE(text);
    const double number = (*Parsed(text)).as_number();
    CHECK((*(*Parsed("[" + text + "]")).begin()).as_number() == number);
    CHECK(number == std::strtod(text.c_str(), nullptr));
    CHECK(std::signbit(number) == (text[0] == '-'));
  }
  for (const std::string &text : {std::string("1e400"), std::string("-1e309"),
                                  std::string(400, '9'), "-" + std::string(310, '1')}) {
    test::check_code(ErrorCode::malformed, [&] { Parsed{text}; });
  }
}

TEST_CASE("escapes are decoded") {
  CHECK((*Parsed(R"("\"\\\/\b\f\n\r\t")")).as_string() == "\"\\/\b\f\n\r\t");
  CHECK((*Parsed(R"("\u0041\u00e9\u20AC\ud83d\ude00")")).as_string() == "Aé€😀");
  CHECK((*Parsed(R"("a\u0000b")")).as_string() == std::string_view("a\0b", 3));
  CHECK((*Parsed(R"({"\u006bey": 1})")).at("key").as_integer() == 1);
  CHECK((*Parsed("\"é€😀\"")).as_string() == "é€😀");
}

TEST_CASE("a byte order mark before the value is skipped") {
  CHECK((*Parsed("\xEF\xBB\xBF{\"a\": 1}")).at("a").as_integer() == 1);
  int lines = 0;
  auto count = [&](JsonValue) { ++lines; };
  each_json_line("\xEF\xBB\xBF\n1\n2\n", "t", count);
  CHECK(lines == 2);
  test::check_code(ErrorCode::malformed, [&] {
    each_json_line("1\n\xEF\xBB\xBF"
                   "2\n",
                   "t", count);
  });
}

TEST_CASE("256 levels of nesting are read, 257 are an error at the 257th") {
  CHECK((*Parsed(nested(256))).size() == 1);
  CHECK(test::what_of([] { Parsed{nested(257)}; }) == "t.json:1:257: nests deeper than 256 levels");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  CHECK(test::error_of([&] { Parsed{objects}; }).code() == ErrorCode::malformed);
  CHECK(test::error_of([&] { Parsed{std::string(1000000, '[')}; }).code() == ErrorCode::malformed);
}

TEST_CASE("each malformed text is an error with a place inside the text") {
  for (const std::string text : {"",
                                 " ",
                                 "\n",
                                 "{",
                                 "[",
                                 "}",
                                 "]",
                                 "[1",
                                 "[1,",
                                 "[1,]",
                                 "[,1]",
                                 "[1 2]",
                                 "{\"a\"}",
                                 "{\"a\":}",
                                 "{\"a\":1,}",
                                 "{,}",
                                 "{a:1}",
                                 "{'a':1}",
                                 "{\"a\" 1}",
                                 "{\"a\":1 \"b\":2}",
                                 "{1:2}",
                                 "nul",
                                 "nulll",
                                 "null null",
                                 "True",
                                 "truex",
                                 "tru",
                                 "fals",
                                 "falsee",
                                 "[nul]",
                                 "[truee]",
                                 "-",
                                 "+1",
                                 ".5",
                                 "1.",
                                 "1.e5",
                                 "1e",
                                 "1e+",
                                 "01",
                                 "-01",
                                 "00",
                                 "00000000000000000000001",
                                 "-00000000000000000000001",
                                 "[012345678901234567890]",
                                 "0x10",
                                 "1_000",
                                 "NaN",
                                 "Infinity",
                                 "-Infinity",
                                 "[1]]",
                                 "{}}",
                                 "{}{}",
                                 "1 1",
                                 "\"",
                                 "\"abc",
                                 "\"\\\"",
                                 "\"\\x\"",
                                 "\"\\u12\"",
                                 "\"\\u12G4\"",
                                 "\"\\ud800\"",
                                 "\"\\ud800\\u0041\"",
                                 "\"\\udc00\"",
                                 "\"a\nb\"",
                                 "\"\t\"",
                                 "\"\x01\"",
                                 "\"\xFF\"",
                                 "\"\xC0\x80\"",
                                 "\"\xED\xA0\x80\"",
                                 "[1]x",
                                 "[1] // c",
                                 "/* c */ 1",
                                 "[\"a\",\"b\"",
                                 "[[[",
                                 "{\"a\":[}",
                                 "[}",
                                 "{]",
                                 "\xEF\xBB\xBF",
                                 "\xEF\xBB",
                                 "[1,,2]",
                                 "[\"\":1]",
                                 "{\"a\":{\"b\":tru}}",
                                 "\"a\" \"b\"",
                                 "12\"a\"",
                                 "[1\"a\"]",
                                 "truefalse",
                                 "[-]",
                                 "[1.2.3]",
                                 "[1e5e5]",
                                 "[--1]",
                                 "nan",
                                 ",",
                                 ":",
                                 "[:]",
                                 "\x0c[]",
                                 "[]\x0b"}) {
    CAPTURE(text);
    const Error error = test::error_of([&] { JsonDocument::parse(text, "t.json"); });
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(error.where().source == "t.json");
    const Place end = place_in(text, text.size(), "t.json");
    CHECK(error.where().line >= 1);
    CHECK(error.where().line <= end.line);
    CHECK(error.where().column >= 1);
    CHECK(error.where().column <= text.size() + 1);
  }
  const std::string_view with_zero("1\0", 2);
  test::check_code(ErrorCode::malformed, [&] { JsonDocument::parse(with_zero); });
  test::check_code(ErrorCode::malformed, [&] { JsonDocument::parse(std::string_view("\0", 1)); });
}

TEST_CASE("an error names the place where the text becomes invalid") {
  const auto what = [](std::string_view text) {
    return test::what_of([&] { JsonDocument::parse(text, "t"); });
  };
  CHECK(what("") == "t:1:1: is empty, expected JSON");
  CHECK(what(" \n") == "t:1:1: is empty, expected JSON");
  CHECK(what("{\"a\": 1,\n \"b\": [1, 2") == "t:2:12: ends in the middle of an array or object");
  CHECK(what("{\"a\": \"x\",\n \"b\": \"y}") == "t:2:7: begins a string without an end");
  CHECK(what("[\"a\\\"\n\"]") == "t:1:6: has a control character in a string; escape it");
  CHECK(what("[\"a\",\n \"b\xFF\"]") == "t:2:4: is not valid UTF-8");
  CHECK(what("[1,\n 2x]").starts_with("t:2:2: "));
  CHECK(what("[1,\n nul]").starts_with("t:2:2: "));
  CHECK(what("[1]\n 2").starts_with("t:"));
  CHECK(what("{\"a\": 1}\n}") == "t:1:7: more text follows the value");
  CHECK(what("true false").starts_with("t:1:1: "));
}

TEST_CASE("an error's line counts from the given first line") {
  CHECK(test::error_of([] { JsonDocument::parse("{\n\"a\": tru}", "t", 10); }).where().line == 11);
  CHECK(JsonDocument::parse("\n1", "t", 10).root().place().line == 11);
}

TEST_CASE("JSON lines are numbered consecutively, including empty lines") {
  std::vector<std::pair<std::int64_t, std::uint64_t>> seen;
  const auto note = [&](JsonValue value) {
    seen.emplace_back(value.as_integer(), value.place().line);
  };
  each_json_line("1\n\n 2 \r\n\t\r\n3", "lines", note);
  CHECK(seen == decltype(seen){{1, 1}, {2, 3}, {3, 5}});
  CHECK(test::what_of([&] {
          each_json_line("1\n\n{\"a\": }\n", "lines", note);
        }).starts_with("lines:3:"));
  CHECK(test::what_of([&] { each_json_line("1\n\"x\"\n", "lines", note); }) ==
        "lines:2:1: expected a number, found a string");
  // A line must contain exactly one complete value.
  test::check_code(ErrorCode::malformed, [&] { each_json_line("1 2\n", "lines", note); });
  test::check_code(ErrorCode::malformed, [&] { each_json_line("[1,\n2]\n", "lines", note); });
  each_json_line("", "lines", [](JsonValue) { FAIL("there is no line"); });
}

TEST_CASE("a document outlives the text it was read from, and copies share it") {
  std::string text = "{\"name\": \"a longer text than fits into a string object\"}";
  JsonDocument document = JsonDocument::parse(text);
  text.assign(text.size(), 'x');
  const JsonDocument copy = document;
  document = JsonDocument::parse("1");
  CHECK(copy.root().at("name").as_string() == "a longer text than fits into a string object");
}
