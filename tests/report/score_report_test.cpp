/// Tests that score reports are written, read, compared and shown as HTML.

#include "sluice/report/score_report.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sluice/core/json.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

ScoreItem item(std::string database, bool right) {
  ScoreItem made;
  made.database = std::move(database);
  made.gold = "SELECT name FROM t";
  made.predicted = right ? made.gold : "SELECT id FROM t";
  made.hardness = Hardness::easy;
  ExecutionVerdict &verdict = made.execution.emplace();
  verdict.right = right;
  verdict.score = right ? 1 : 0;
  if (!right) verdict.difference = Difference::rows;
  return made;
}

/// One letter per item: `+` is right, `-` is wrong; a bar ends a database.
ScoreReport report_of(std::string_view verdicts) {
  ScoreReport report;
  report.mode = "test-suite";
  report.gold_fingerprint = "gold";
  std::string database = "a";
  for (const char verdict : verdicts) {
    if (verdict == '|') {
      ++database[0];
    } else {
      report.items.push_back(item(database, verdict == '+'));
    }
  }
  return report;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("McNemar's exact test is the sum of both tails of the binomial distribution") {
  CHECK(mcnemar_p_value(0, 0) == 1);
  CHECK(mcnemar_p_value(5, 5) == 1);
  CHECK(mcnemar_p_value(0, 1) == 1);
  CHECK(mcnemar_p_value(0, 5) == doctest::Approx(0.0625));       // 2 / 2^5
  CHECK(mcnemar_p_value(1, 9) == doctest::Approx(22.0 / 1024));  // 2 (1 + 10) / 2^10
  CHECK(mcnemar_p_value(9, 1) == mcnemar_p_value(1, 9));
  CHECK(mcnemar_p_value(2, 6) == doctest::Approx(74.0 / 256));  // 2 (1 + 8 + 28) / 2^8
  // Compared with sums of logarithms, also far out in the tails.
  for (const auto &[a, b] :
       {std::pair<std::uint64_t, std::uint64_t>{30, 70}, {400, 500}, {3000, 3100}}) {
    const double n = static_cast<double>(a + b);
    double sum = 0;
    for (std::uint64_t i = 0; i <= a; ++i) {
      const double k = static_cast<double>(i);
      sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) -
                      n * std::log(2.0));
    }
    CHECK(mcnemar_p_value(a, b) == doctest::Approx(2 * sum).epsilon(1e-8));
  }
  CHECK(mcnemar_p_value(10, 100'000) >= 0);
}

TEST_CASE("two reports are compared item by item") {
  const ScoreReport before = report_of("++--|+-+-|----"), after = report_of("+-++|+---|--+-");
  const ScoreComparison found = compare_scores(before, after, "old.json");
  CHECK(found.broke == std::vector<std::size_t>{1, 6});
  CHECK(found.fixed == std::vector<std::size_t>{2, 3, 10});
  CHECK(found.both_right == 2);
  CHECK(found.both_wrong == 5);
  CHECK(found.measure == "execution");
  CHECK(found.before == doctest::Approx(4.0 / 12));
  CHECK(found.after == doctest::Approx(5.0 / 12));
  CHECK(found.p_value == 1);
  // Of the three databases, the first gained 1 of 4, the second lost 1, the third gained 1.
  CHECK(found.interval.low == doctest::Approx(-0.25));
  CHECK(found.interval.high == doctest::Approx(0.25));
  CHECK(
      comparison_text(found) ==
      "execution: 0.3333 before, 0.4167 now, difference +0.0833, 95 % interval -0.2500 to +0.2500\n"
      "2 broke, 3 fixed, 2 right in both, 5 wrong in both; McNemar's exact test: p = 1\n"
      "broke, items: 1 6\nfixed, items: 2 3 10\n");
  // With one database, questions are drawn; if nothing changed, every draw is 0.
  const ScoreComparison same = compare_scores(report_of("+-+"), report_of("+-+"), "old.json");
  CHECK(same.interval.low == 0);
  CHECK(same.interval.high == 0);
  CHECK(compare_scores(report_of("----------"), report_of("++++++++++"), "").interval.low == 1);
}

TEST_CASE("reports that are not comparable are rejected") {
  const ScoreReport now = report_of("++|-");
  const auto refuses = [&now](const ScoreReport &old, std::string_view why) {
    const Error error = error_of([&] { compare_scores(old, now, "old.json"); });
    CHECK(error.code() == ErrorCode::mismatch);
    CHECK(error.where().source == "old.json");
    CHECK_MESSAGE(error.message().find(why) != std::string::npos, error.message());
  };
  refuses(report_of("++|--"), "has 4 questions, this run has 3");
  refuses(report_of("+|+-"), "a different gold file");
  ScoreReport old = report_of("++|-");
  old.gold_fingerprint = "other";
  refuses(old, "a different gold file");
  old = report_of("++|-");
  old.mode = "bird";
  refuses(old, "--mode bird");
  old = report_of("++|-");
  old.settings = "keep_distinct";
  refuses(old, "different flags: \"keep_distinct\"");
  old = report_of("++|-");
  old.complete = false;
  refuses(old, "interrupted");
  old = report_of("++|-");
  for (ScoreItem &one : old.items) {
    one.execution.reset();
    one.exact.emplace();
  }
  refuses(old, "a different --etype");
}

TEST_CASE("a report that is read and written again is unchanged") {
  ScoreReport report = report_of("+-|-");
  report.settings = "plug_value";
  report.fingerprint = "all";
  report.items[1].miss =
      std::make_shared<const Miss>(Miss{MissKind::column_missing, std::nullopt, std::nullopt});
  report.items[2].exact.emplace().match = true;
  report.items[2].execution->unstable = {"random"};
  report.items[2].execution->offset = 7;
  report.items[2].hardness = Hardness::extra;
  CHECK_FALSE(JsonDocument::parse(to_json(report)).root().find("skipped"));
  report.skipped = {{"a/b.sqlite", "is empty"}, {"c.sqlite", "holds no \"tables\""}};
  const std::string json = to_json(report);
  const ScoreReport read = read_score_report(json, "r.json");
  CHECK(read.skipped == report.skipped);
  CHECK(read.items.size() == 3);
  CHECK(read.items[2].hardness == Hardness::extra);
  CHECK(read.items[2].exact->match);
  CHECK(read.items[2].execution->offset == 7);
  CHECK(read.settings == "plug_value");
  CHECK(verdicts_of(read, "r.json", "all").size() == 3);
  check_code(ErrorCode::mismatch, [&] { return verdicts_of(read, "r.json", "other"); });

  const JsonDocument document = JsonDocument::parse(json);
  CHECK(document.root().at("kinds").at("column_missing").as_integer() == 1);
  CHECK(document.root().at("partial").at("select").find("f1").has_value());
  std::vector<std::string> kinds;
  for (const JsonValue written : document.root().at("items")) {
    const auto kind = written.find("kind");
    kinds.emplace_back(kind ? kind->as_string() : "");
  }
  CHECK(kinds == std::vector<std::string>{"", "column_missing", ""});
  CHECK(to_csv(report).find(",rows,,column_missing\r\n") != std::string::npos);
  report.baseline = compare_scores(report, report, "");
  CHECK(JsonDocument::parse(to_json(report)).root().at("baseline").at("p_value").as_number() == 1);
  check_code(ErrorCode::malformed, [] { return read_score_report("{\"mode\": 1}", "r.json"); });
}

TEST_CASE("a score page escapes hostile text, and its size is bounded") {
  const std::string attack =
      "'\"><script>alert(1)</script><img src=x onerror=alert(2)>&lt;\x01\xff";
  ScoreReport report = report_of("+|---");
  report.mode = attack;
  report.settings = attack;
  report.skipped = {{attack, attack}};
  for (ScoreItem &one : report.items) {
    one.database = attack;
    one.gold = attack;
    one.predicted = "SELECT 1 AS \"" + attack + "\" -- </pre><svg onload=alert(3)>";
    one.execution->message = attack;
    one.execution->unstable = {attack};
    Miss miss;
    miss.kind = MissKind::values;
    miss.gold.emplace().failure = attack;
    ResultSample &sample = miss.predicted.emplace();
    sample.columns = sample.row_count = 1;
    sample.rows = {{{CellKind::text, attack}}};
    one.miss = std::make_shared<const Miss>(std::move(miss));
  }
  report.baseline = compare_scores(report, report, "");
  ScorePageOptions options;
  options.title = attack;
  options.misses = 2;
  const std::string page = score_page(report, options);
  CHECK(page.find(attack.substr(0, 9)) == std::string::npos);
  CHECK(count_of(page, "<script") == 1);  // the page's own
  CHECK(count_of(page, "</script") == 1);
  for (const char *element : {"<img", "<svg onload", "</pre><svg", "\x01", "\xff"})
    CHECK(page.find(element) == std::string::npos);
  // Everything between < and > was written by the page: no text escaped from an attribute.
  CHECK(count_of(page, "onerror") == count_of(page, "&lt;img"));
  CHECK(count_of(page, "<article") == 2);
  CHECK(page.find("1 further misses") != std::string::npos);
  CHECK(page.find("://") == std::string::npos);  // nothing is loaded from elsewhere

  // A long query is truncated, and many misses are listed without details.
  ScoreReport large = report_of(std::string(3000, '-'));
  for (ScoreItem &one : large.items) one.predicted = "SELECT '" + std::string(20'000, '<') + "'";
  options = {};
  options.misses = 10;
  options.query_bytes = 1000;
  CHECK(score_page(large, options).size() < 400'000);
}

TEST_CASE("a page shows scores by level, database and feature, and each miss with its difference") {
  ScoreReport report = report_of("+-|+");
  report.items[1].gold = "SELECT count(*) FROM t JOIN u ON t.a = u.a";
  report.items[1].predicted = "SELECT count(*) FROM t JOIN u ON t.b = u.a";
  Miss miss;
  miss.kind = MissKind::null_value;
  miss.gold.emplace();
  miss.gold->columns = miss.gold->row_count = 1;
  miss.gold->rows = {{{CellKind::integer, "7"}}};
  miss.predicted = miss.gold;
  miss.predicted->rows = {{{CellKind::null, ""}}};
  report.items[1].miss = std::make_shared<const Miss>(std::move(miss));
  const std::string page = score_page(report);
  for (const char *part :
       {"<b>66.7 %</b>execution", "<td>joins</td><td>1</td><td>0.000</td>",
        "<td>a</td><td>2</td><td>0.500</td>", "NULL vs. a value", "t.<del>a</del> = u.a",
        "t.<ins>b</ins> = u.a", "<th>count(*)</th>", "<tr class=\"only\"><td class=\"n\">7</td>",
        "<tr class=\"only\"><td><i>NULL</i></td>", "data-features=\"joins aggregates\""}) {
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK(score_page(report_of("++")).find("<p>None.</p>") != std::string::npos);
}
