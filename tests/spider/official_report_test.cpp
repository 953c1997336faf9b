/// Compares exact-set match and the report with the recorded output of the official script.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "judge/spider_dev.hpp"
#include "sluice/core/json.hpp"
#include "spider/official_report.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

using Sessions = std::vector<std::vector<ScoreItem>>;

std::string report_of(const Sessions &sessions, OfficialReportKind kind) {
  return official_report({sessions.begin(), sessions.end()}, kind);
}

/// The first line that differs between two texts.
std::string difference(const std::string &a, const std::string &b) {
  const std::vector<std::string> as = lines_of(a), bs = lines_of(b);
  for (std::size_t i = 0; i < std::max(as.size(), bs.size()); ++i) {
    const std::string left = i < as.size() ? as[i] : "(end)";
    const std::string right = i < bs.size() ? bs[i] : "(end)";
    if (left != right) return std::to_string(i + 1) + ":\n" + left + "\n" + right;
  }
  return {};
}

}  // namespace

TEST_CASE("exact-set match agrees with the official script on every prediction") {
  const auto spider = data_directory() / "spider";
  const auto predictions = data_directory() / "predictions/spider_dev";
  const auto verdicts = data_directory() / "official_verdicts/spider_dev";
  if (!exists(spider) || !exists(verdicts)) return skip("no benchmark data");
  const DevSchemas schemas(spider / "tables.json.gz");
  const std::vector<GoldQuery> golds = read_gold(spider / "dev_gold.sql");

  std::size_t systems = 0;
  for (const auto &file : std::filesystem::directory_iterator(verdicts)) {
    std::string name = file.path().filename().string();
    name.resize(name.find(".json"));
    CAPTURE(name);
    ++systems;
    const std::vector<std::string> predicted =
        lines_of(read_file((predictions / (name + ".sql.gz")).string()));
    REQUIRE(predicted.size() == golds.size());
    const JsonDocument recorded = JsonDocument::parse(read_file(file.path().string()));

    Sessions sessions(1);
    std::size_t i = 0;
    for (const JsonValue verdict : recorded.root().at("exact")) {
      CAPTURE(i);
      CAPTURE(golds[i].sql);
      CAPTURE(predicted[i]);
      sessions[0].push_back(judge(golds[i], predicted[i], schemas.at(golds[i].database)));
      CHECK(sessions[0][i].exact->match == (verdict.as_integer() == 1));
      ++i;
    }
    CHECK(i == golds.size());
    const std::string report = report_of(sessions, OfficialReportKind::match);
    const std::string expected(recorded.root().at("report_exact").as_string());
    CHECK_MESSAGE(report == expected, difference(report, expected));

    // The recorded verdicts of execution, printed again.
    std::size_t at = 0;
    for (const JsonValue verdict : recorded.root().at("plain"))
      sessions[0][at++].execution.emplace().right = verdict.as_integer() == 1;
    CHECK(report_of(sessions, OfficialReportKind::exec) ==
          recorded.root().at("report_plain").as_string());
  }
  CHECK(systems == 15);
}

TEST_CASE("parts of exact-set match agree with the report of the 2018 script") {
  const auto folder = data_directory() / "eval_examples";
  if (!exists(folder)) return skip("no benchmark data");
  const DevSchemas schemas(data_directory() / "spider/tables.json.gz");
  const std::vector<GoldQuery> golds = read_gold(folder / "spider_2018_gold.sql");
  const auto predicted = lines_of(read_file((folder / "spider_2018_pred.sql").string()));
  std::string expected;
  for (const std::string &line :
       lines_of(read_file((folder / "spider_2018_expected.txt").string()))) {
    if (!line.starts_with("eval_err_num:"))
      expected += line + '\n';  // the later script does not print it
  }

  // That script compared tables only if gold has joins.
  Sessions sessions(1);
  std::size_t other_tables = 0;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    ScoreItem item = judge(golds[i], predicted[i], schemas.at(golds[i].database));
    item.predicted = predicted[i];
    const auto &parts = item.exact->parts;
    const auto gold = parse_official(golds[i].sql, schemas.at(golds[i].database));
    if (gold->from.size() == 1 && !item.exact->match &&
        std::all_of(parts.begin(), parts.end(),
                    [](const PartialScore &part) { return part.right; })) {
      ++other_tables;
      item.exact->match = true;
    }
    sessions[0].push_back(std::move(item));
  }
  CHECK(other_tables == 29);
  const std::string report = report_of(sessions, OfficialReportKind::match);
  CHECK_MESSAGE(report == expected, difference(report, expected));
}

TEST_CASE("interactions are counted by turn and as a whole") {
  const auto item = [](Hardness hardness, bool exact, bool execution) {
    ScoreItem made;
    made.gold = "gold";
    made.predicted = "predicted";
    made.hardness = hardness;
    made.exact.emplace().match = exact;
    // One part that both have and agree on, one that gold lacks, one that the prediction lacks.
    made.exact->parts[0] = {exact, 2, 2};
    made.exact->parts[1] = {false, 0, 1};
    made.exact->parts[2] = {false, 1, 0};
    for (std::size_t part = 3; part < query_parts; ++part) made.exact->parts[part] = {true, 0, 0};
    made.execution.emplace().right = execution;
    return made;
  };
  Sessions sessions(11, {item(Hardness::easy, true, true)});
  sessions[0] = {item(Hardness::easy, true, false), item(Hardness::hard, false, true),
                 item(Hardness::easy, true, true),  item(Hardness::easy, true, true),
                 item(Hardness::easy, true, true),  item(Hardness::extra, true, true)};
  sessions[3].clear();  // right in all of its turns

  const auto row = [](std::string name, const std::vector<std::string> &values) {
    name.resize(20, ' ');
    for (std::string value : values) {
      value.resize(20, ' ');
      name += ' ' + value;
    }
    return name + '\n';
  };
  // Fifteen questions: thirteen easy, one hard, one extra. Of eleven sessions, one has a miss of
  // each kind.
  std::string expected = "hard pred: predicted\nhard gold: gold\n\nEvaluating 10th prediction\n";
  expected += row("", {"easy", "medium", "hard", "extra", "all", "joint_all"});
  expected += row("count", {"13", "0", "1", "1", "15", "11"});
  expected += "=====================   EXECUTION ACCURACY     =====================\n";
  expected += row("execution", {"0.923", "0.000", "1.000", "1.000", "0.933", "0.909"});
  expected += "\n====================== EXACT MATCHING ACCURACY =====================\n";
  expected += row("exact match", {"1.000", "0.000", "0.000", "1.000", "0.933", "0.909"});
  const std::vector<std::string> right = {"1.000", "0.000", "0.000", "1.000", "0.933", "0.000"};
  const std::vector<std::string> none = {"0.000", "0.000", "0.000", "0.000", "0.000", "0.000"};
  // F1 is the harmonic mean of two averages; if both are 0 it is 1, but 0 without questions.
  const std::vector<std::string> f1_right = {"1.000", "0.000", "1.000", "1.000", "0.933", "1.000"};
  const std::vector<std::string> f1_none = {"1.000", "0.000", "1.000", "1.000", "1.000", "1.000"};
  const auto parts = [&](const std::vector<std::string> &first,
                         const std::vector<std::string> &others) {
    std::string text;
    for (std::size_t part = 0; part < query_parts; ++part)
      text += row(std::string(query_part_names[part]), part == 0 ? first : others);
    return text;
  };
  expected += "\n---------------------PARTIAL MATCHING ACCURACY----------------------\n";
  expected += parts(right, none);
  expected += "---------------------- PARTIAL MATCHING RECALL ----------------------\n";
  expected += parts(right, none);
  expected += "---------------------- PARTIAL MATCHING F1 --------------------------\n";
  expected += parts(f1_right, f1_none);
  expected += "\n\n";
  expected += row("", {"turn 1", "turn 2", "turn 3", "turn 4", "turn > 4"});
  expected += row("count", {"10", "1", "1", "1", "2"});
  expected += "=====================   TURN EXECUTION ACCURACY     =====================\n";
  expected += row("execution", {"0.900", "1.000", "1.000", "1.000", "1.000"});
  expected += "\n====================== TURN EXACT MATCHING ACCURACY =====================\n";
  expected += row("exact match", {"1.000", "0.000", "1.000", "1.000", "1.000"});
  const std::string report = report_of(sessions, OfficialReportKind::all);
  CHECK_MESSAGE(report == expected, difference(report, expected));
}

TEST_CASE("the interactive sample has the expected sessions and turns") {
  const auto folder = data_directory() / "eval_examples";
  if (!exists(folder)) return skip("no benchmark data");
  const DevSchemas schemas(data_directory() / "spider/tables.json.gz");
  const std::vector<GoldQuery> golds = read_gold(folder / "interactive_gold.sql");
  const auto predicted = lines_of(read_file((folder / "interactive_pred.sql").string()));
  REQUIRE(golds.size() == predicted.size());
  Sessions sessions(1), perfect(1);
  std::size_t right = 0, sessions_right = 0;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    if (golds[i].database.empty()) {
      sessions.emplace_back();
      perfect.emplace_back();
      continue;
    }
    const OfficialSchema &schema = schemas.at(golds[i].database);
    sessions.back().push_back(judge(golds[i], predicted[i], schema));
    if (sessions.back().back().exact->match) ++right;
    perfect.back().push_back(judge(golds[i], golds[i].sql, schema));
    CHECK(perfect.back().back().exact->match);
  }
  for (const auto &session : sessions) {
    if (std::all_of(session.begin(), session.end(),
                    [](const ScoreItem &item) { return item.exact->match; })) {
      ++sessions_right;
    }
  }
  // Counted in the file: 322 turns in 132 sessions, each with a first and a second turn, 58 with a
  // third; no session is longer.
  CHECK(sessions.size() == 132);
  const std::string report = report_of(sessions, OfficialReportKind::match);
  const auto row = [](const std::string &text, const std::string &name, std::size_t from) {
    const std::size_t begin = text.find("\n" + name, from) + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::size_t turns = report.find("turn 1");
  CHECK(row(report, "count", turns) == "count                132                  132             "
                                       "     58                   0                    0          "
                                       "         ");
  // Judged by hand: of the first turns, 24 match; five of them only up to DISTINCT, two up to the
  // order of columns, one up to a value, one up to a value and a column that refers to the same
  // key. Of the second turns, 2 match, of the third, 1. No session matches in all its turns.
  CHECK(row(report, "exact match", turns) ==
        "exact match          0.182                0.015      "
        "          0.017                0.000                0.000      "
        "         ");
  CHECK(right == 24 + 2 + 1);
  CHECK(sessions_right == 0);
  const std::string exact = row(report, "exact match", 0);
  const auto cell = [](std::size_t count, std::size_t of) {
    std::string text = std::to_string((1000 * count + of / 2) / of);
    text.insert(0, 4 - std::min<std::size_t>(4, text.size()), '0');
    return text.substr(0, 1) + "." + text.substr(1);
  };
  CHECK(exact.substr(21 + 4 * 21, 5) == cell(right, 322));
  CHECK(exact.substr(21 + 5 * 21, 5) == cell(sessions_right, 132));
  CHECK(row(report_of(perfect, OfficialReportKind::match), "exact match", 0).find("0.") ==
        std::string::npos);
}
