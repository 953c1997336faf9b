#include <doctest/doctest.h>

#include <string>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

/// A database from a sample script, and three gold queries: a sound one, one whose LIMIT cuts
/// between ties, and one without rows.
class Vineyard {
 public:
  Vineyard() {
    const auto script = source_directory() / "examples/data/vineyard.sql";
    make_sqlite(path("vineyard.sqlite"), bytes_of(script.string()));
    write_bytes(path("gold"),
                "SELECT count(*) FROM sqlite_schema\tvineyard\n\n"
                "SELECT x FROM (SELECT 1 AS x, 2 AS y UNION ALL SELECT 3, 2) ORDER BY "
                "y LIMIT 1\tvineyard\n"
                "SELECT 1 WHERE '<b>' = 'x'\tvineyard\n");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::vector<std::string> audit(std::vector<std::string> more = {}) const {
    std::vector<std::string> line{"audit", "--gold", path("gold"), "--db", path("")};
    line.insert(line.end(), more.begin(), more.end());
    return line;
  }

 private:
  TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("audit reports its findings as text, as JSON and as a page") {
  const Vineyard files;
  const CommandResult text = run(files.audit());
  CHECK(text.status == 0);
  CHECK(text.out.starts_with("3 queries, 2 with findings\n"));
  CHECK(contains(text.out, ":4: vineyard\n  SELECT 1 WHERE '<b>' = 'x'\n  empty: "));

  const CommandResult json = run(files.audit({"--json", "--html", files.path("a.html")}));
  CHECK(json.status == 0);
  const JsonDocument document = JsonDocument::parse(json.out);
  CHECK(keys(document.root()) ==
        std::vector<std::string>{"source", "queries", "doubtful", "seconds", "count", "items"});
  CHECK(document.root().at("count").at("tie").as_integer() == 1);
  CHECK(document.root().at("count").at("empty").as_integer() == 1);
  CHECK(document.root().at("items").size() == 2);
  const std::string page = bytes_of(files.path("a.html"));
  CHECK(contains(page, "SELECT 1 WHERE &#39;&lt;b&gt;&#39; = &#39;x&#39;"));
  CHECK(contains(page, "data-kinds=\"tie\""));
}

TEST_CASE("audit names the line without a query or a database") {
  const Vineyard files;
  write_bytes(files.path("gold"), "SELECT 1\tvineyard\nSELECT 1\n");
  check_refused(run(files.audit()), "gold:2: expected a query, a tab and the name of a database");
  write_bytes(files.path("gold"), "SELECT 1\t../vineyard\n");
  check_refused(run(files.audit()), "no database \"../vineyard\"");
}
