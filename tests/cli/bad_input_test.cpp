/// Tests that the command answers correctly or prints one line with the error, whatever the
/// databases and questions are.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run.hpp"
#include "sluice/core/random.hpp"
#include "support/gzip.hpp"
#include "support/random_text.hpp"
#include "support/unprivileged.hpp"

namespace fs = std::filesystem;
using namespace sluice;
using test::check_refused;
using test::run;

namespace {

test::CommandResult ask(const std::string &source, const std::string &question = "wine") {
  return run({"ask", "--db", source, question});
}

/// Checks that the command answered, found nothing, or printed one line with the error.
void check_handled(const test::CommandResult &result) {
  CAPTURE(result.error);
  if (result.status == 2) {
    check_refused(result, "sluice ask: ");
  } else {
    CHECK((result.status == 0 || result.status == 1));
    CHECK(result.error.empty());
  }
}

}  // namespace

TEST_CASE("a source that is missing or not a database is named in the error") {
  const test::SampleFolder folder;
  const auto refused = [&](const std::string &name, const std::string &saying = "") {
    check_refused(ask(folder.path(name)), folder.path(name) + ": " + saying);
    check_refused(run({"index", folder.path("index"), folder.path(name)}),
                  folder.path(name) + ": " + saying);
  };
  refused("missing", "no such file");
  refused("missing/below");
  test::write_bytes(folder.path("empty.sqlite"), "");
  refused("empty.sqlite");
  test::write_bytes(folder.path("empty.json"), "");
  refused("empty.json");
  test::make_sqlite(folder.path("bare.sqlite"), "PRAGMA user_version = 1");
  refused("bare.sqlite", "holds no tables");
  fs::create_directory(folder.path("nothing"));
  refused("nothing", "holds no database");
  test::write_bytes(folder.path("text"), "just some text, of no kind that is known\n");
  refused("text");
  test::write_bytes(folder.path("noise"), std::string("\x00\x01\x02\xff\xfe binary", 12));
  refused("noise");
  test::write_bytes(folder.path("cut.gz"), test::gzipped("CREATE TABLE t (a);").substr(0, 20));
  refused("cut.gz");
  check_refused(run({"ask", "--catalog", folder.path("nothing"), "q"}), folder.path("nothing"));
  check_refused(run({"ask", "--catalog", folder.path("missing"), "q"}), folder.path("missing"));
  check_refused(run({"ask", "--catalog", folder.shop(), "q"}), folder.shop());
  CHECK(!fs::exists(folder.path("index")));
}

TEST_CASE("without the DuckDB library, the error for a DuckDB file says what to install") {
  const test::SampleFolder folder;
  const std::string file = folder.path("wine.duckdb"), library = folder.path("none.so");
  test::write_bytes(file, std::string(8, '\0') + "DUCK" + std::string(4084, '\0'));
  const auto ask_through = [](const std::string &chosen, const std::string &source) {
    const char *const named = std::getenv("SLUICE_DUCKDB_LIBRARY");
    const std::optional<std::string> before =
        named ? std::optional<std::string>(named) : std::nullopt;
    ::setenv("SLUICE_DUCKDB_LIBRARY", chosen.c_str(), 1);
    test::CommandResult result = ask(source);
    before ? ::setenv("SLUICE_DUCKDB_LIBRARY", before->c_str(), 1)
           : ::unsetenv("SLUICE_DUCKDB_LIBRARY");
    return result;
  };
  const std::string saying = file + ": is a DuckDB database, and ";
  check_refused(ask_through(library, file),
                saying + "SLUICE_DUCKDB_LIBRARY names a library that cannot be loaded: " + library);
  CHECK(ask_through(library, folder.path().string()).status == 0);  // there is another file
  const test::CommandResult result = ask_through("", file);
  if (result.error.find("DuckDB: ") != result.error.npos) return;  // one is installed
  check_refused(result, saying + "libduckdb.so is not installed: install DuckDB's C library, or "
                                 "set SLUICE_DUCKDB_LIBRARY to where it is");
}

TEST_CASE("a file without read permission is named in the error") {
  const test::SampleFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(folder.shop(), fs::perms::none);
  const test::Unprivileged unprivileged;
  if (!unprivileged.holds()) return test::skip("cannot give up root's rights");
  if (!unprivileged.may_run(SLUICE_COMMAND))
    return test::skip("the command cannot be run without root's rights");
  check_refused(ask(folder.shop()), folder.shop() + ": ");
}

TEST_CASE("the error for malformed JSON has the location") {
  const test::SampleFolder folder;
  const auto refused = [&](const std::string &name, const std::string &text,
                           const std::string &place) {
    test::write_bytes(folder.path(name), text);
    check_refused(ask(folder.path(name)), folder.path(name) + place);
  };
  refused("a.json", "[{\"db_id\": \"x\",\n \"table_names_original\": [", ":2:");
  refused("b.json", "{\"databases\": 7}", ":1:15: ");
  refused("c.json", "[{\"db_id\": 7}]", ":1:");
  refused("d.sql", "CREATE TABLE;\nCREATE VIEW v;\n", ": defines no table or view");
}

TEST_CASE("the error for names with invalid UTF-8 is valid UTF-8") {
  const test::SampleFolder folder;
  test::make_sqlite(folder.path("odd.sqlite"), "CREATE TABLE \"caf\xe9\" (a)");
  check_refused(ask(folder.path("odd.sqlite")), "UTF-8");
  const std::string name = folder.path("caf\xe9.sqlite");
  fs::copy(folder.shop(), name);
  check_handled(ask(name));
}

TEST_CASE("an error stays one line whatever the name of the file") {
  const test::SampleFolder folder;
  check_refused(ask(folder.path("two\nlines\x1b[2J.sqlite")), "two lines [2J.sqlite: no such file");
}

TEST_CASE("a table of ten thousand columns is searched") {
  const test::SampleFolder folder;
  std::string script = "CREATE TABLE wide (";
  for (int i = 0; i < 10000; ++i) script += "reading_" + std::to_string(i) + " INT,";
  script.back() = ')';
  test::write_bytes(folder.path("wide.sql"), script + ";\n");
  const test::CommandResult by_script = ask(folder.path("wide.sql"), "reading 9876 of wide");
  check_handled(by_script);
  if (by_script.status == 0) CHECK(by_script.out.find("reading_9876") != std::string::npos);

  std::string json = R"({"databases": [{"name": "d", "tables": [{"name": "wide", "columns": [)";
  for (int i = 0; i < 10000; ++i)
    json += (i > 0 ? "," : "") + std::string("{\"name\": \"reading_") + std::to_string(i) + "\"}";
  test::write_bytes(folder.path("wide.json"), json + "]}]}]}");
  const test::CommandResult by_json = ask(folder.path("wide.json"), "reading 9876 of wide");
  CAPTURE(by_json.error);
  REQUIRE(by_json.status == 0);
  CHECK(by_json.out.starts_with("d · 20 of 10000 columns"));
  CHECK(by_json.out.find("wide.reading_9876") != std::string::npos);
}

TEST_CASE("tables with circular foreign keys are joined") {
  const test::SampleFolder folder;
  test::make_sqlite(
      folder.path("farm.sqlite"),
      "CREATE TABLE hen (id INTEGER PRIMARY KEY, egg REFERENCES egg(id), mother REFERENCES hen(id));"
      "CREATE TABLE egg (id INTEGER PRIMARY KEY, hen REFERENCES hen(id), basket REFERENCES basket(id));"
      "CREATE TABLE basket (id INTEGER PRIMARY KEY, best REFERENCES hen(id))");
  const test::CommandResult result = ask(folder.path("farm.sqlite"), "eggs by hen in each basket");
  CHECK(result.status == 0);
  CHECK(result.out.find("FOREIGN KEY (hen) REFERENCES hen(id)") != std::string::npos);
  CHECK(result.out.find("FOREIGN KEY (basket) REFERENCES basket(id)") != std::string::npos);
}

TEST_CASE("an empty question is an error, and a long one is answered") {
  const test::SampleFolder folder;
  for (const char *question : {"", " ", "?!", "\xFF\xFE", "\n"}) {
    check_refused(ask(folder.shop(), question), "the question contains no words");
  }
  std::string words;
  while (words.size() < 100000) words += "customers and their wine ";
  const test::CommandResult repeated = ask(folder.shop(), words);
  CHECK(repeated.status == 0);
  CHECK(repeated.out.find("purchase.wine") != std::string::npos);

  std::string different = "wine";
  for (int i = 0; different.size() < 100000; ++i) different += " word" + std::to_string(i);
  CHECK(ask(folder.shop(), different).status == 0);
  check_handled(ask(folder.shop(), std::string(100000, 'x')));
  check_handled(ask(folder.shop(), std::string(33000, ',') + "wine"));
}

TEST_CASE("a question of random bytes is answered or an error") {
  const test::SampleFolder folder;
  Random random(1);
  for (int round = 0; round < 25; ++round) {
    std::string question = test::random_bytes(random, 1 + random.below(30));
    std::erase(question, '\0');  // arguments cannot contain it
    if (question.starts_with('-')) question.insert(0, " ");
    check_handled(ask(folder.shop(), question));
  }
}

TEST_CASE("a damaged or truncated database file is read or an error") {
  const test::SampleFolder folder;
  const std::string whole = test::bytes_of(folder.shop());
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    std::string bytes = whole;
    if (seed % 4 == 0) bytes.resize(random.below(bytes.size()));
    for (std::uint64_t n = random.below(20); n > 0 && !bytes.empty(); --n) {
      bytes[random.below(std::min<std::uint64_t>(
          bytes.size(), seed % 2 == 0 ? 4096 : bytes.size()))] = static_cast<char>(random());
    }
    test::write_bytes(folder.path("changed.sqlite"), bytes);
    check_handled(ask(folder.path("changed.sqlite")));
  }
}
