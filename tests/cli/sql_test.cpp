/// Tests `sluice sql parse` and `sluice sql print`, whose JSON members, exit statuses and locations
/// are a contract.

#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/core/utf8.hpp"
#include "support/error_of.hpp"
#include "support/gzip.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

namespace {

using Keys = std::vector<std::string>;

/// A folder with a file of statements.
class Corpus {
 public:
  explicit Corpus(const std::string &text) { test::write_bytes(path(), text); }
  std::string path() const { return (folder_.path() / "corpus.sql").string(); }

 private:
  test::TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("the tree of a statement has kinds, operators, texts and offsets") {
  const test::CommandResult result = run({"sql", "parse", "SELECT a + 1 AS b FROM t"});
  CHECK(result.status == 0);
  CHECK(result.error.empty());
  std::string words;
  for (const char c : result.out) {
    if (c != ' ' || (!words.empty() && words.back() != ' ' && words.back() != '\n')) words += c;
  }
  CHECK(words == "select 0-24\n"
                 "select_list 7-17\n"
                 "aliased 7-17\n"
                 "binary + 7-12\n"
                 "column \"a\" 7-8\n"
                 "number \"1\" 11-12\n"
                 "alias \"b\" 13-17\n"
                 "from 18-24\n"
                 "table \"t\" 23-24\n");
}

TEST_CASE("the JSON of a tree is equivalent") {
  const test::CommandResult result =
      run({"sql", "parse", "--json", "SELECT * FROM \"t\" WHERE a NOT LIKE 'x'"});
  REQUIRE(result.status == 0);
  const JsonDocument document = JsonDocument::parse(result.out);
  const JsonValue root = document.root();
  CHECK(test::keys(root) == Keys{"kind", "begin", "end", "children"});
  CHECK(root.at("kind").as_string() == "select");
  Keys kinds;
  for (const JsonValue child : root.at("children"))
    kinds.emplace_back(child.at("kind").as_string());
  CHECK(kinds == Keys{"select_list", "from", "where"});
  for (const JsonValue clause : root.at("children")) {
    if (clause.at("kind").as_string() == "from") {
      const JsonValue table = *clause.at("children").begin();
      CHECK(table.at("text").as_string() == "t");
      CHECK((*table.at("flags").begin()).as_string() == "double_quoted");
    }
    if (clause.at("kind").as_string() != "where") continue;
    const JsonValue pattern = *clause.at("children").begin();
    CHECK(test::keys(pattern) == Keys{"kind", "op", "flags", "begin", "end", "children"});
    CHECK(pattern.at("op").as_string() == "LIKE");
    CHECK((*pattern.at("flags").begin()).as_string() == "negated");
    CHECK(pattern.at("begin").as_integer() == 24);
    CHECK(pattern.at("end").as_integer() == 38);
  }
}

TEST_CASE("a syntax error gives status 1 and a caret under its location") {
  const test::CommandResult result = run({"sql", "parse", "SELECT 'é',\n  é,\n FROM t"});
  CHECK(result.status == 1);
  CHECK(result.out.empty());
  CHECK(result.error == "3:2: expected an expression, found FROM\n"
                        "     FROM t\n"
                        "     ^\n");
  const test::CommandResult json = run({"sql", "parse", "--json", "SELECT é FROM"});
  CHECK(json.status == 1);
  CHECK(json.error.empty());
  const JsonDocument document = JsonDocument::parse(json.out);
  const JsonValue error = document.root().at("error");
  CHECK(test::keys(error) == Keys{"line", "column", "offset", "message", "expected"});
  CHECK(error.at("offset").as_integer() == 14);
  CHECK(error.at("expected").as_string() == "a table or '('");
}

TEST_CASE("of a long line only the part around the error is shown, cut between characters") {
  std::string sql = "SELECT ";
  for (int i = 0; i < 200; ++i) sql += "'é' || ";
  const test::CommandResult result = run({"sql", "parse", sql + "FROM t" + std::string(300, ' ')});
  CHECK(result.status == 1);
  CHECK(is_utf8(result.error));
  std::string line, caret;
  std::istringstream lines(result.error);
  std::getline(lines, line);
  std::getline(lines, line);
  std::getline(lines, caret);
  CHECK(line.size() < 100);
  std::size_t letters = 0;  // before the error
  for (const char c : line.substr(0, line.find("FROM"))) letters += (c & 0xC0) != 0x80 ? 1 : 0;
  CHECK(caret == std::string(letters, ' ') + '^');
}

TEST_CASE("a corpus is counted, and rejected statements are listed with their lines") {
  const std::string by_line = "SELECT 1\n\n  SELECT FROM t\r\nSELECT 2;\nDELETE t\n";
  const std::string parted =
      "SELECT\n 1\n;;\n\nSELECT\n FROM t\n;;\r\nSELECT 2;\n;;\n\n;;\nDELETE t";
  const auto check = [](const std::string &text, const std::vector<std::int64_t> &lines,
                        const std::vector<std::int64_t> &offsets) {
    const Corpus corpus(text);
    const test::CommandResult result = run({"sql", "parse", "--corpus", corpus.path(), "--json"});
    CHECK(result.status == 1);
    const JsonDocument document = JsonDocument::parse(result.out);
    const JsonValue report = document.root();
    CHECK(test::keys(report) == Keys{"statements", "accepted", "rejected", "seconds"});
    CHECK(report.at("statements").as_integer() == 4);
    CHECK(report.at("accepted").as_integer() == 2);
    CHECK(report.at("seconds").as_number() >= 0);
    std::vector<std::int64_t> found_lines, found_offsets;
    for (const JsonValue rejected : report.at("rejected")) {
      CHECK(test::keys(rejected) == Keys{"line", "offset", "message"});
      found_lines.push_back(rejected.at("line").as_integer());
      found_offsets.push_back(rejected.at("offset").as_integer());
      CHECK(test::contains(rejected.at("message").as_string(), "expected"));
    }
    CHECK(found_lines == lines);
    CHECK(found_offsets == offsets);
  };
  check(by_line, {3, 5}, {9, 7});
  check(parted, {5, 12}, {8, 7});
  check(test::gzipped(by_line), {3, 5}, {9, 7});

  const Corpus corpus(by_line);
  const test::CommandResult words = run({"sql", "parse", "--corpus", corpus.path()});
  CHECK(words.status == 1);
  CHECK(words.out.starts_with(corpus.path() + " · 4 statements · 2 accepted · 2 rejected · "));
  CHECK(test::contains(words.out, "  line 3, byte 9: expected an expression, found FROM\n"
                                  "      SELECT FROM t \n"
                                  "             ^\n"
                                  "  and 1 more"));
}

TEST_CASE("a corpus without errors, or without statements, ends with status 0") {
  for (const char *text : {"SELECT 1\nSELECT 2", "SELECT ';;'\n;;\n", "", "\n\n", ";;\n;;\n"}) {
    const Corpus corpus(text);
    CHECK(run({"sql", "parse", "--corpus", corpus.path(), "--json"}).status == 0);
    CHECK(run({"sql", "print", "--corpus", corpus.path()}).status == 0);
  }
}

TEST_CASE("dialects accept different statements") {
  const std::string cast = "SELECT a::int FROM t";
  CHECK(run({"sql", "parse", cast}).status == 1);
  CHECK(run({"sql", "parse", "--dialect", "sqlite", cast}).status == 1);
  CHECK(run({"sql", "parse", "--dialect", "postgresql", cast}).status == 0);
  CHECK(run({"sql", "parse", "--dialect", "permissive", cast}).status == 0);
  CHECK(run({"sql", "print", "--dialect", "permissive", cast}).out == cast + '\n');
}

TEST_CASE("statements are printed in the chosen style") {
  const std::string sql = "select  name n from customer where not(id==7)";
  CHECK(run({"sql", "print", sql}).out == "SELECT name AS n FROM customer WHERE NOT (id = 7)\n");
  CHECK(run({"sql", "print", "--style", "minimal", sql}).out ==
        "SELECT name n FROM customer WHERE NOT(id=7)\n");
  const test::CommandResult refused = run({"sql", "print", "select"});
  CHECK(refused.status == 1);
  CHECK(refused.out.empty());
  CHECK(refused.error.starts_with("1:7: expected an expression, but the text ends\n"));
}

TEST_CASE("a printed corpus keeps its layout, with a gap for a rejected statement") {
  const Corpus by_line("select 1\nselect\nselect 2\n");
  const test::CommandResult lines = run({"sql", "print", "--corpus", by_line.path()});
  CHECK(lines.status == 1);
  CHECK(lines.out == "SELECT 1\n\nSELECT 2\n");
  CHECK(lines.error == by_line.path() + ":2: byte 6: expected an expression, but the text ends\n");
  const Corpus parted("select\n1\n;;\nselect 2\n");
  const test::CommandResult parts = run({"sql", "print", "--corpus", parted.path()});
  CHECK(parts.status == 0);
  CHECK(parts.out == "SELECT 1\n;;\nSELECT 2\n;;\n");
}

TEST_CASE("a statement is read from standard input") {
  const Corpus input("select 1");
  for (const std::vector<std::string> &line :
       std::vector<std::vector<std::string>>{{"sql", "print"}, {"sql", "print", "-"}}) {
    const test::CommandResult result = test::Command(line, "", input.path()).wait();
    CHECK(result.status == 0);
    CHECK(result.out == "SELECT 1\n");
  }
}

TEST_CASE("a corpus that cannot be read is an error") {
  for (const char *command : {"parse", "print"}) {
    check_refused(run({"sql", command, "--corpus", "/nowhere/corpus.sql"}), "/nowhere/corpus.sql");
  }
}
