/// Tests `sluice schema`, whose JSON and exit statuses are a contract, and what commands say about
/// what they did not read.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "run.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

namespace {

using Keys = std::vector<std::string>;

/// A folder with scripts, one of which has a statement that cannot be read.
class Scripts {
 public:
  Scripts() {
    write("good.sql", "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);\n"
                      "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES "
                      "customer (id), state VARCHAR(4) CHECK (state IN ('new', 'paid')));\n");
    write("bad.sql", "CREATE TABLE wine (id INTEGER PRIMARY KEY, label TEXT);\n"
                     "CREATE TABLE (broken INTEGER);\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  void write(const std::string &name, const std::string &text) const {
    test::write_bytes(path(name), text);
  }

 private:
  test::TemporaryDirectory folder_;
};

std::size_t lines_with(const std::string &text, const std::string &start) {
  std::size_t count = text.starts_with(start) ? 1 : 0;
  for (std::size_t at = text.find('\n' + start); at != text.npos;
       at = text.find('\n' + start, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("schema show prints tables for people, and JSON that is read again") {
  const Scripts scripts;
  const test::CommandResult shown = run({"schema", "show", scripts.path("good.sql")});
  CHECK(shown.status == 0);
  CHECK(shown.error.empty());
  CHECK(shown.out.starts_with("good · "));
  CHECK(shown.out.find("→ customer.id") != shown.out.npos);
  CHECK(shown.out.find("one of 'new', 'paid'") != shown.out.npos);

  const test::CommandResult json = run({"schema", "show", "--json", scripts.path("good.sql")});
  REQUIRE(json.status == 0);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(test::keys(document.root()) == Keys{"databases", "skipped"});
  const JsonValue database = *document.root().at("databases").begin();
  const Keys database_keys = test::keys(database);
  for (const std::string key : {"name", "dialect", "tables"})
    CHECK(std::ranges::find(database_keys, key) != database_keys.end());
  const Keys table_keys = test::keys(*database.at("tables").begin());
  for (const std::string key :
       {"name", "namespace", "kind", "description", "columns", "primary_key", "foreign_keys"}) {
    CHECK(std::ranges::find(table_keys, key) != table_keys.end());
  }
  scripts.write("again.json", json.out);
  const test::CommandResult same =
      run({"schema", "diff", scripts.path("good.sql"), scripts.path("again.json")});
  CHECK(same.out == "no differences\n");
  CHECK(same.status == 0);
}

TEST_CASE("schema diff ends with status 1 if there are differences") {
  const Scripts scripts;
  scripts.write("new.sql", "CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(9));\n");
  const std::vector<std::string> line{"schema", "diff", scripts.path("good.sql"),
                                      scripts.path("new.sql")};
  const test::CommandResult text = run(line);
  CHECK(text.status == 1);
  CHECK(text.error.empty());
  CHECK(text.out == "new: tables added 0, removed 1, changed 1\n"
                    "  ~ customer\n"
                    "    ~ name: type TEXT → VARCHAR(9)\n"
                    "  - sale (id, customer_id, state)\n");
  std::vector<std::string> as_json = line;
  as_json.emplace_back("--json");
  const test::CommandResult json = run(as_json);
  CHECK(json.status == 1);
  CHECK(test::keys(JsonDocument::parse(json.out).root()) == Keys{"equal", "databases", "skipped"});
  check_refused(run({"schema", "diff", scripts.path("good.sql")}), "; see --help");
  check_refused(run({"schema", "diff", scripts.path("good.sql"), scripts.path("missing.sql")}),
                "missing.sql");
}

TEST_CASE("schema export writes scripts, JSON and drawings, to standard output or to a file") {
  const Scripts scripts;
  const std::string source = scripts.path("good.sql");
  for (const std::string dialect : {"postgresql", "mysql", "oracle", "databricks"}) {
    const test::CommandResult script = run({"schema", "export", source, "--dialect", dialect});
    CHECK(script.status == 0);
    CHECK(script.error.empty());
    scripts.write("exported.sql", script.out);
    const test::CommandResult same = run({"schema", "diff", source, scripts.path("exported.sql")});
    CAPTURE(same.out);
    CHECK(same.status == 0);
  }
  const test::CommandResult svg =
      run({"schema", "export", source, "--format", "svg", "-o", scripts.path("shop.svg")});
  CHECK(svg.status == 0);
  CHECK(svg.out.empty());
  CHECK(test::bytes_of(scripts.path("shop.svg")).starts_with("<svg "));
  CHECK(run({"schema", "export", source, "--format", "mermaid"}).out.starts_with("erDiagram\n"));
  scripts.write("catalog.json", run({"schema", "export", source, "--format", "json"}).out);
  CHECK(run({"schema", "diff", source, scripts.path("catalog.json")}).status == 0);

  check_refused(run({"schema", "export", source, "--dialect", "cobol"}),
                "there is no dialect \"cobol\"; expected one of sqlite, postgresql, ");
  check_refused(run({"schema", "export", source, "--dialect", "mysql", "--format", "svg"}),
                "--dialect is that of a script");
  check_refused(run({"schema", "export", source, scripts.path("bad.sql"), "--format", "xml"}),
                "; see --help");
  const test::SampleFolder folder;
  check_refused(run({"schema", "export", folder.shop(), folder.zoo()}),
                "there are 2 databases; choose one with --database");
  const test::CommandResult chosen =
      run({"schema", "export", folder.shop(), folder.zoo(), "--database", "zoo"});
  CHECK(chosen.out.find("animal") != chosen.out.npos);
  check_refused(run({"schema", "export", folder.shop(), "--database", "sea"}),
                "there is no database \"sea\"");
}

TEST_CASE("the dialect of scripts can be given") {
  const Scripts scripts;
  scripts.write("case.sql", "CREATE TABLE Item (Id INTEGER);\n");
  const auto shown = [&](const std::string &dialect) {
    return run({"schema", "show", scripts.path("case.sql"), "--dialect", dialect}).out;
  };
  CHECK(shown("oracle").find("  ITEM\n") != std::string::npos);
  CHECK(shown("postgres").find("  item\n") != std::string::npos);
  CHECK(shown("sqlserver").find("  Item\n") != std::string::npos);
  const test::CommandResult asked = run(
      {"ask", "--db", scripts.path("case.sql"), "--dialect", "oracle", "--json", "id of an item"});
  CHECK(asked.out.find("\"ITEM\"") != asked.out.npos);
  check_refused(run({"ask", "--db", scripts.path("case.sql"), "--dialect", "cobol", "q"}),
                "there is no dialect \"cobol\"");
}

TEST_CASE("each command says once what it skipped, and works with the rest") {
  const Scripts scripts;
  const std::string bad = scripts.path("bad.sql");
  const std::string index = scripts.path("index");
  const std::string skipped = "skipped: " + bad + ":2: ";
  for (const std::vector<std::string> &line : std::vector<std::vector<std::string>>{
           {"schema", "show", bad},
           {"schema", "show", "--json", bad},
           {"schema", "export", bad, "--dialect", "mysql"},
           {"ask", "--db", bad, "label of a wine"},
           {"ask", "--db", bad, "--json", "label of a wine"},
           {"route", "--db", bad, "label of a wine"},
           {"index", index, bad},
           {"index", "--update", index, bad},
           {"sql", "reads", "--tables", bad, "SELECT label FROM wine"}}) {
    const test::CommandResult result = run(line);
    CAPTURE(line[0]);
    CAPTURE(result.error);
    CHECK(result.status == 0);
    CHECK(lines_with(result.error, skipped) == 1);
    CHECK(result.error.find('\n') + 1 == result.error.size());
  }
  const test::CommandResult json = run({"schema", "show", "--json", bad});
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(document.root().at("skipped").size() == 1);
  CHECK((*document.root().at("skipped").begin()).at("where").as_string() == bad + ":2");
}

TEST_CASE("a source of which nothing can be read is an error") {
  const Scripts scripts;
  scripts.write("none.sql", "CREATE TABLE (broken INTEGER);\n");
  const test::CommandResult result = run({"schema", "show", scripts.path("none.sql")});
  CHECK(result.status == 2);
  CHECK(result.out.empty());
}
