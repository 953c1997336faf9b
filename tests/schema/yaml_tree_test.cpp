#include <cstddef>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "schema/dbt/yaml_tree.hpp"
#include "sluice/core/error.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::YamlKind;
using schema_detail::YamlText;
using schema_detail::YamlValue;
using test::error_of;
using test::what_of;

YamlText parse(std::string_view text) { return YamlText::parse(text, "a.yml"); }

Error yaml_error(std::string_view text) {
  return error_of([&] { return parse(text); });
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace

TEST_CASE("YAML mappings and lists keep their order and their lines") {
  const YamlText text = parse("b: 1\na:\n  - x\n  - y: z\n");
  REQUIRE(text.document_count() == 1);
  const YamlValue root = text.document(0);
  REQUIRE(root.is(YamlKind::mapping));
  REQUIRE(root.size() == 2);
  CHECK(root.key(0) == "b");
  CHECK(root.key(1) == "a");
  CHECK(root.find("b")->text() == "1");
  const YamlValue list = *root.find("a");
  REQUIRE(list.is(YamlKind::sequence));
  REQUIRE(list.size() == 2);
  CHECK(list[0].text() == "x");
  CHECK(list[1].find("y")->text() == "z");
  CHECK(list[1].line() == 4);
  CHECK(!root.find("c"));
  CHECK(!list.find("y"));
}

TEST_CASE("a YAML text has any number of documents") {
  CHECK(parse("").document_count() == 0);
  CHECK(parse("# nothing\n").document_count() == 0);
  const YamlText text = parse("a: 1\n---\nb: 2\n---\n- 3\n");
  REQUIRE(text.document_count() == 3);
  CHECK(text.document(1).find("b")->text() == "2");
  CHECK(text.document(2)[0].text() == "3");
}

TEST_CASE("YAML scalars of every style are text, and only plain ones can be null") {
  const YamlValue root = [] {
    static const YamlText text =
        parse("plain: two words\nfolded: >\n  one\n  line\nliteral: |\n  two\n  lines\n"
              "single: 'it''s'\ndouble: \"a\\tb\"\nnull1:\nnull2: ~\nnull3: null\nword: 'null'\n");
    return text.document(0);
  }();
  CHECK(root.find("plain")->text() == "two words");
  CHECK(root.find("folded")->text() == "one line\n");
  CHECK(root.find("literal")->text() == "two\nlines\n");
  CHECK(root.find("single")->text() == "it's");
  CHECK(root.find("double")->text() == "a\tb");
  for (const std::string_view key : {"null1", "null2", "null3"}) {
    CHECK(root.find(key)->is_null());
    CHECK(root.find(key)->text().empty());
  }
  CHECK(!root.find("word")->is_null());
  CHECK(root.find("word")->text() == "null");
}

TEST_CASE("of repeated YAML keys, the last counts") {
  CHECK(parse("a: 1\na: 2\n").document(0).find("a")->text() == "2");
}

TEST_CASE("YAML aliases are what they refer to, in their document") {
  const YamlText text = parse("a: &x {k: [1, 2]}\nb: *x\n");
  CHECK((*text.document(0).find("b")->find("k"))[1].text() == "2");
  CHECK(what_of([] { return parse("a: *x\n"); }) ==
        "a.yml:1: uses the alias *x, but &x does not come before it");
  CHECK(yaml_error("a: &x 1\n---\nb: *x\n").where().line == 3);
  CHECK(yaml_error("a: &x [*x]\n").code() == ErrorCode::malformed);  // inside itself
}

TEST_CASE("YAML merge keys add the members that a mapping does not have") {
  const YamlText text =
      parse("x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\n"
            "one:\n  b: 3\n  <<: *x\nboth:\n  <<: [*y, *x]\nword:\n  <<: x\nquoted:\n  '<<': *x\n");
  const YamlValue root = text.document(0);
  CHECK(root.find("one")->find("b")->text() == "3");
  CHECK(root.find("one")->find("a")->text() == "1");
  CHECK(root.find("one")->size() == 2);
  CHECK(root.find("both")->find("b")->text() == "2");
  CHECK(root.find("both")->find("a")->text() == "1");
  CHECK(root.find("both")->size() == 3);
  CHECK(root.find("word")->find("<<")->text() == "x");
  CHECK(root.find("quoted")->size() == 1);
}

TEST_CASE("a YAML error names the line and what is wrong") {
  const Error error = yaml_error("a: 1\nb: [1,\nc: }\n");
  CHECK(error.code() == ErrorCode::malformed);
  CHECK(error.where().line == 3);
  CHECK(test::contains(error.what(), "is not valid YAML: "));
  CHECK(yaml_error("a: b\n\tc: d\n").where().line == 2);
  CHECK(yaml_error("a: b\n\nc: \x01\n").where().line == 3);
  CHECK(what_of([] { return parse("a: 1\n? [b]\n: c\n"); }) ==
        "a.yml:2: has a list or a mapping as a key, expected a word");
}

TEST_CASE("YAML nests 64 levels and not more") {
  CHECK(parse(repeated("[", 63) + "x" + repeated("]", 63)).document_count() == 1);
  for (const std::string_view opening : {"[", "{a: ", "? "}) {
    CAPTURE(opening);
    CHECK(yaml_error(repeated(opening, 1000)).code() == ErrorCode::limit_exceeded);
  }
  std::string blocks;
  for (std::size_t i = 0; i < 1000; ++i) blocks += repeated(" ", i) + "a:\n";
  const Error error = yaml_error(blocks);
  CHECK(error.code() == ErrorCode::limit_exceeded);
  CHECK(error.where().line == 64);
  // An alias counts with what is in it.
  const std::string deep = "a: &a " + repeated("[", 40) + repeated("]", 40) + "\n";
  CHECK(parse(deep + "b: *a\n").document_count() == 1);
  CHECK(yaml_error(deep + "b: " + repeated("[", 40) + "*a" + repeated("]", 40) + "\n").code() ==
        ErrorCode::limit_exceeded);
}

TEST_CASE("YAML aliases that grow without bound are refused") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
            repeated(before + ", ", 9) + before + "]\n";
  }
  CHECK(yaml_error(bomb).code() == ErrorCode::limit_exceeded);
  // Long text, many times.
  const std::string text =
      "a: &a " + std::string(100'000, 'x') + "\nb: [" + repeated("*a, ", 10'000) + "]\n";
  CHECK(yaml_error(text).code() == ErrorCode::limit_exceeded);
  // Merge keys, where each mapping has the members of all before it.
  std::string chain;
  for (int i = 0; i < 20'000; ++i) {
    const std::string number = std::to_string(i);
    chain += "m" + number + ": &m" + number + "\n  k" + number + ": v\n";
    if (i > 0) chain += "  <<: *m" + std::to_string(i - 1) + "\n";
  }
  CHECK(yaml_error(chain).code() == ErrorCode::limit_exceeded);
}

TEST_CASE("large YAML texts are read, and larger ones refused") {
  const std::string megabyte(1 << 20, 'x');
  CHECK(parse("a: '" + megabyte + "'\n").document(0).find("a")->text() == megabyte);
  CHECK(parse(repeated("- x\n", 200'000)).document(0).size() == 200'000);
  CHECK(yaml_error(repeated("- x\n", YamlText::max_nodes)).code() == ErrorCode::limit_exceeded);
  CHECK(yaml_error(std::string(YamlText::max_bytes + 1, '#')).code() == ErrorCode::limit_exceeded);
  CHECK(yaml_error(repeated("%TAG !a! b\n", 1000) + "---\na: 1\n").code() ==
        ErrorCode::limit_exceeded);
}

}  // namespace sluice
