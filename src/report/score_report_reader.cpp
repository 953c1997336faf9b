/// Reads reports of scores back.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::array<Hardness, 4> readable_levels = {Hardness::easy, Hardness::medium,
                                                     Hardness::hard, Hardness::extra};
constexpr std::array<Difference, 9> readable_differences = {
    Difference::none,         Difference::columns,
    Difference::fewer_rows,   Difference::more_rows,
    Difference::rows,         Difference::arrangement,
    Difference::number_types, Difference::too_many_orders,
    Difference::invalid_utf8};

template <class Value, class Values>
Value value_named(const JsonValue &name, const Values &values) {
  for (const Value value : values) {
    if (name_of(value) == name.as_string()) return value;
  }
  name.fail("no such name");
}

std::vector<QueryEnd> all_query_ends() {
  std::vector<QueryEnd> ends;
  for (std::size_t i = 0; i < query_ends; ++i) {
    ends.push_back(static_cast<QueryEnd>(i));
  }
  return ends;
}

ExecutionVerdict verdict_of(const JsonValue &item) {
  ExecutionVerdict verdict;
  verdict.right = item.at("execution").as_integer() == 1;
  verdict.score = item.at("score").as_number();
  if (const auto end = item.find("end"))
    verdict.end = value_named<QueryEnd>(*end, all_query_ends());
  if (const auto difference = item.find("difference")) {
    verdict.difference = value_named<Difference>(*difference, readable_differences);
  }
  if (const auto ties = item.find("ties")) {
    verdict.ties = value_named<TieFinding>(
        *ties, std::array{TieFinding::none, TieFinding::accepted, TieFinding::unsupported});
  }
  if (const auto failed = item.find("gold_failed")) verdict.gold_failed = failed->as_bool();
  if (const auto message = item.find("message")) verdict.message = message->as_string();
  if (const auto offset = item.find("offset")) {
    verdict.offset = static_cast<std::size_t>(offset->as_integer());
  }
  if (const auto file = item.find("file")) verdict.database = file->as_string();
  if (const auto fillings = item.find("fillings")) {
    verdict.fillings = static_cast<std::uint64_t>(fillings->as_integer());
  }
  if (const auto names = item.find("unstable")) {
    for (const JsonValue name : *names) verdict.unstable.emplace_back(name.as_string());
  }
  return verdict;
}

}  // namespace

ScoreReport read_score_report(std::string_view json, const std::string &source) {
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue root = document.root();
  ScoreReport report;
  report.mode = root.at("mode").as_string();
  report.fingerprint = root.at("fingerprint").as_string();
  report.complete = root.at("complete").as_bool();
  if (const auto settings = root.find("settings")) report.settings = settings->as_string();
  if (const auto gold = root.find("gold_fingerprint")) report.gold_fingerprint = gold->as_string();
  if (const auto skipped = root.find("skipped")) {
    for (const JsonValue item : *skipped)
      report.skipped.push_back(
          {std::string(item.at("where").as_string()), std::string(item.at("reason").as_string())});
  }
  for (const JsonValue written : root.at("items")) {
    ScoreItem &item = report.items.emplace_back();
    item.database = written.at("database").as_string();
    if (const auto level = written.find("hardness"))
      item.hardness = value_named<Hardness>(*level, readable_levels);
    if (const auto exact = written.find("exact"))
      item.exact.emplace().match = exact->as_integer() == 1;
    if (written.find("execution")) item.execution = verdict_of(written);
  }
  return report;
}

std::vector<std::optional<ExecutionVerdict>> verdicts_of(const ScoreReport &report,
                                                         const std::string &source,
                                                         std::string_view fingerprint) {
  if (report.fingerprint != fingerprint)
    throw Error(ErrorCode::mismatch, "is about different queries or settings", {source});
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  for (const ScoreItem &item : report.items) verdicts.push_back(item.execution);
  return verdicts;
}

}  // namespace sluice::inline v0
