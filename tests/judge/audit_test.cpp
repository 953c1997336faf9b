/// Tests that an audit reports each kind of finding where it applies and nowhere else.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "sluice/core/json.hpp"
#include "sluice/report/audit_report.hpp"
#include "spider_dev.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

class SampleAudit {
 public:
  SampleAudit() : path_((folder_.path() / "shop.sqlite").string()) {
    SqliteConnection file(path_, SqliteConnection::Access::write);
    file.run_script(R"(
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, city INTEGER NOT NULL
        REFERENCES city(id), age INTEGER, code TEXT, horsepower);
      INSERT INTO city VALUES (1, 'Rome'), (2, 'Oslo');
      INSERT INTO person VALUES (1, 'Ann', 1, 30, '9', 90), (2, 'Bob', 1, 30, '10', 'null'),
        (3, 'Cid', 2, 20, '7', 100), (4, 'Ann', 2, 10, '8', 110), (5, 'Dan', 2, 11, '6', 1),
        (6, 'Eve', 2, 12, '5', 2), (7, 'Fay', 2, 13, '4', 3), (8, 'Gil', 2, 14, '3', 4),
        (9, 'Hal', 2, 15, '2', 5), (10, 'Ida', 2, 16, '1', 6), (11, 'Jan', 2, 17, '11', 7),
        (12, 'Kim', 2, 18, '12', 8);)");
  }

  /// The kinds found, in order, separated by bars.
  std::string operator()(const std::string &sql, const AuditOptions &options = {}) const {
    std::string kinds;
    for (const AuditFinding &finding : GoldAuditor(path_, options).audit(sql)) {
      kinds += kinds.empty() ? "" : "|";
      kinds += name_of(finding.kind);
      details_[name_of(finding.kind)] = finding.detail;
    }
    return kinds;
  }
  const std::string &detail(std::string_view kind) const { return details_[kind]; }
  const std::string &path() const { return path_; }

 private:
  TemporaryDirectory folder_;
  std::string path_;
  mutable std::map<std::string_view, std::string> details_;
};

}  // namespace

TEST_CASE("an audit reports exactly the findings that apply") {
  const SampleAudit audit;
  CHECK(audit("SELECT name FROM person WHERE age > 15") == "");
  CHECK(audit("SELECT nothing FROM person") == "error");
  CHECK(audit("SELEC") == "error");
  CHECK(audit("SELECT name FROM person WHERE age > 99") == "empty");
  CHECK(audit("DELETE FROM person") == "error");
  CHECK(
      audit(
          "SELECT count(*) FROM person a, person b, person c, person d WHERE a.id = b.id AND b.id "
          "= c.id AND d.id = c.id",
          {.limits = {.steps = 50}}) == "slow|undeclared_join");

  CHECK(audit("SELECT name FROM person ORDER BY age DESC LIMIT 1") == "tie");
  CHECK(audit.detail("tie") == "1 of 2 rows with the same order key (30) are cut off");
  CHECK(audit("SELECT age FROM person ORDER BY age DESC LIMIT 1") == "");  // the same row
  CHECK(audit("SELECT name FROM person ORDER BY age DESC LIMIT 2") == "");
  CHECK(audit("SELECT name FROM person ORDER BY age LIMIT 1 OFFSET 10") == "tie");
  CHECK(audit("SELECT name AS n, age AS a FROM person ORDER BY a DESC LIMIT 1") == "tie");
  CHECK(audit("SELECT name, age FROM person ORDER BY 2 DESC LIMIT 1") == "tie");
  CHECK(audit("SELECT name FROM person LIMIT 3") == "tie");
  CHECK(audit("SELECT name FROM person LIMIT 99") == "");
  CHECK(
      audit(
          "SELECT name FROM person WHERE age = (SELECT age FROM person ORDER BY city DESC LIMIT 1)") ==
      "tie");
  CHECK(audit("SELECT city FROM person GROUP BY city ORDER BY count(*) DESC LIMIT 1") == "");

  CHECK(audit("SELECT name FROM person ORDER BY code") == "text_order");
  CHECK(audit.detail("text_order") == "person.code: '12' before '2'");
  CHECK(audit("SELECT max(code) FROM person") == "text_order");
  CHECK(audit("SELECT name FROM person WHERE code > 3") == "text_order");
  CHECK(audit("SELECT name FROM person WHERE code = '3'") == "");
  CHECK(audit("SELECT max(horsepower) FROM person") == "text_order");
  CHECK(audit.detail("text_order") == "person.horsepower: 'null' among numbers");
  CHECK(audit("SELECT name FROM person ORDER BY name") == "");

  CHECK(audit("SELECT age FROM person WHERE name = \"Ann\"") == "string_quotes");
  CHECK(audit("SELECT \"age\" FROM person WHERE name = 'Ann'") == "");

  CHECK(audit("SELECT person.name, city.name FROM person JOIN city ON city = city.id") == "");
  CHECK(audit("SELECT person.name, city.name FROM person JOIN city ON person.id = city.id") ==
        "undeclared_join");
  CHECK(audit.detail("undeclared_join") == "person.id = city.id");
  CHECK(audit("SELECT person.name, city.name FROM person, city") == "undeclared_join");
  CHECK(audit.detail("undeclared_join") == "no condition joins city");
  // Both columns refer to the same key.
  CHECK(audit("SELECT a.name, b.name FROM person a JOIN person b ON a.city = b.city") == "");
  CHECK(
      audit(
          "SELECT a.name, c.name, b.name FROM person a JOIN city c JOIN person b ON b.city = c.id "
          "AND a.city = c.id") == "");

  CHECK(audit("SELECT person.name FROM person JOIN city ON city = city.id") == "unused_table");
  CHECK(audit.detail("unused_table") == "city");
  CHECK(audit("SELECT city.name FROM person JOIN city ON city = city.id") == "");

  CHECK(audit("SELECT random() FROM city") == "non_deterministic");
  CHECK(audit("SELECT date('now') FROM city") == "non_deterministic");
  CHECK(audit("SELECT strftime('%Y') FROM city") == "non_deterministic");
  CHECK(audit("SELECT date('2020-01-01'), strftime('%Y', name) FROM city") == "");

  CHECK(audit("SELECT DISTINCT name FROM person") == "distinct_decides");
  CHECK(audit.detail("distinct_decides") == "11 rows, 12 without it");
  CHECK(audit("SELECT count(DISTINCT name) FROM person") == "distinct_decides");
  CHECK(audit("SELECT DISTINCT id FROM person") == "");
}

TEST_CASE("a query that needs a deep stack is audited") {
  std::string sql = "SELECT name FROM person WHERE age > 15";
  for (int i = 0; i < 200; ++i) sql += " AND age <> " + std::to_string(i + 100);
  const SampleAudit audit;
  CHECK(audit(sql) == "");
  SqliteConnection(audit.path(), SqliteConnection::Access::write)
      .run_script("CREATE VIEW few AS " + sql);
  CHECK(audit(sql) == "");
}

TEST_CASE("an audit is reported as text, JSON and HTML") {
  AuditReport report;
  report.source = "gold.sql";
  report.golds = {
      {1, "shop", "SELECT 1", {}},
      {3, "shop", "SELECT a<b&c FROM t", {{AuditKind::empty, "no rows"}, {AuditKind::tie, "x"}}}};
  CHECK(report.counts()[static_cast<std::size_t>(AuditKind::tie)] == 1);
  const std::string text = audit_text(report);
  CHECK(text.starts_with("2 queries, 1 with findings\n"));
  CHECK(text.ends_with("\ngold.sql:3: shop\n  SELECT a<b&c FROM t\n  empty: no rows\n  tie: x\n"));
  JsonWriter writer;
  write_json(report, writer);
  const JsonDocument json = JsonDocument::parse(writer.text());
  CHECK(json.root().at("queries").as_integer() == 2);
  CHECK(json.root().at("count").at("empty").as_integer() == 1);
  CHECK((*json.root().at("items").begin()).at("line").as_integer() == 3);
  const std::string page = audit_page(report);
  CHECK(page.find("SELECT a&lt;b&amp;c FROM t") != std::string::npos);
  CHECK(page.find("data-kinds=\"empty tie\"") != std::string::npos);
  CHECK(page.find("SELECT 1") == std::string::npos);
  CHECK(page.find("://") == std::string::npos);  // nothing is loaded from elsewhere
}

TEST_CASE("the audit of the dev set has the known findings") {
  const auto spider = data_directory() / "spider";
  if (!exists(spider / "databases/dev")) return skip("no benchmark data");
  std::map<std::string, GoldAuditor> auditors;
  std::map<AuditKind, std::size_t> counts;
  for (const GoldQuery &gold : read_gold(spider / "dev_gold.sql")) {
    auto auditor = auditors.find(gold.database);
    if (auditor == auditors.end()) {
      const auto path = spider / "databases/dev" / (gold.database + ".sqlite");
      auditor = auditors.emplace(gold.database, GoldAuditor(path.string())).first;
    }
    for (const AuditFinding &finding : auditor->second.audit(gold.sql)) ++counts[finding.kind];
  }
  CHECK(counts[AuditKind::error] == 0);
  CHECK(counts[AuditKind::slow] == 0);
  CHECK(counts[AuditKind::empty] == 49);  // as in the data's own description
  CHECK(counts[AuditKind::string_quotes] > 200);
  CHECK(counts[AuditKind::tie] > 40);
}
