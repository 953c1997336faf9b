#include "sluice/core/json_writer.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace sluice;

TEST_CASE("members and elements are separated by commas, at every depth") {
  JsonWriter writer;
  writer.begin_object()
      .member("a", 1)
      .key("b")
      .begin_array()
      .value(1)
      .begin_array()
      .end_array()
      .begin_object()
      .end_object()
      .value(true)
      .null()
      .end_array()
      .member("c", "x")
      .key("d")
      .begin_object()
      .member("e", std::string_view("y"))
      .end_object()
      .end_object();
  CHECK(writer.text() == R"({"a":1,"b":[1,[],{},true,null],"c":"x","d":{"e":"y"}})");
}

TEST_CASE("a single value is a complete text") {
  CHECK(JsonWriter().value("x").text() == "\"x\"");
  CHECK(JsonWriter().null().text() == "null");
  CHECK(JsonWriter().value(false).text() == "false");
}

TEST_CASE("strings are escaped as far as JSON requires") {
  CHECK(JsonWriter().value("\"\\/\b\f\n\r\t\x01\x1f\x7f").text() ==
        "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0001\\u001f\x7f\"");
  CHECK(JsonWriter().value(std::string_view("a\0b", 3)).text() == "\"a\\u0000b\"");
  CHECK(JsonWriter().value("é€😀").text() == "\"é€😀\"");
  CHECK(JsonWriter().begin_object().member("a\"b", 1).end_object().text() == "{\"a\\\"b\":1}");
}

TEST_CASE("each byte that is not valid UTF-8 becomes U+FFFD") {
  CHECK(JsonWriter()
            .value("\xFF"
                   "a\xC3")
            .text() == "\"\xEF\xBF\xBD"
                       "a\xEF\xBF\xBD\"");
  CHECK(JsonWriter().begin_object().key("\x80").value(1).end_object().text() ==
        "{\"\xEF\xBF\xBD\":1}");
}

TEST_CASE("numbers are written with the digits they need") {
  CHECK(JsonWriter().value(0.1).text() == "0.1");
  CHECK(JsonWriter().value(0.1F).text() == "0.1");
  CHECK(JsonWriter().value(1.0).text().starts_with("1"));
  CHECK(JsonWriter().value(-3).text() == "-3");
  CHECK(JsonWriter().value(std::numeric_limits<std::uint64_t>::max()).text() ==
        "18446744073709551615");
  CHECK(JsonWriter().value(std::numeric_limits<std::int64_t>::min()).text() ==
        "-9223372036854775808");
  CHECK(JsonWriter().value(std::size_t{7}).text() == "7");
}

TEST_CASE("a number that is not finite becomes null") {
  CHECK(JsonWriter().value(std::numeric_limits<double>::quiet_NaN()).text() == "null");
  CHECK(JsonWriter().value(std::numeric_limits<double>::infinity()).text() == "null");
  CHECK(JsonWriter().value(-std::numeric_limits<float>::infinity()).text() == "null");
}

TEST_CASE("the text can be moved out of the writer") {
  JsonWriter writer;
  writer.begin_array().value(1).end_array();
  CHECK(writer.take() == "[1]");
}
