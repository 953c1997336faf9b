/// Writes scores in the formats of other programs: CSV and JUnit.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0 {
namespace {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted += '"';
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : one_line(text)) {
    switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string_view exact_text(const ScoreItem &item) noexcept {
  if (!item.exact) return "";
  return item.exact->match ? "1" : "0";
}

std::string_view kind_text(const ScoreItem &item) noexcept {
  return item.miss ? name_of(item.miss->kind) : std::string_view();
}

}  // namespace

std::string to_csv(const ScoreReport &report) {
  const bool refuted =
      std::any_of(report.items.begin(), report.items.end(),
                  [](const ScoreItem &item) { return item.refutation != nullptr; });
  std::string text = "index,database,hardness,exact,execution,score,reason,message,kind";
  text += refuted ? ",refutation,refutation_kind,counterexample\r\n" : "\r\n";
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const ScoreItem &item = report.items[i];
    text += fmt::format("{},{},{},{},", i, csv_field(item.database),
                        item.hardness ? name_of(*item.hardness) : "", exact_text(item));
    if (item.execution) {
      text += fmt::format("{},{},{},{},", item.execution->right ? 1 : 0, item.execution->score,
                          item.execution->reason(), csv_field(item.execution->message));
    } else {
      text += ",,,,";
    }
    text += kind_text(item);
    if (item.refutation) {
      const ItemRefutation &found = *item.refutation;
      text += fmt::format(",{},{},{}", name_of(found.verdict),
                          found.verdict == RefutationVerdict::refuted ? name_of(found.kind) : "",
                          csv_field(found.script));
    } else if (refuted) {
      text += ",,,";
    }
    text += "\r\n";
  }
  return text;
}

std::string to_junit(const ScoreReport &report) {
  std::map<std::string, std::vector<std::size_t>> by_database;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    by_database[report.items[i].database].push_back(i);
    wrong += is_right(report.items[i]).value_or(true) ? 0 : 1;
  }
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sluice score\" tests=\"{}\" "
      "failures=\"{}\">\n",
      report.items.size(), wrong);
  for (const auto &entry : by_database) {
    const std::string name = xml_text(entry.first);
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\">\n", name, entry.second.size());
    for (const std::size_t i : entry.second) {
      const ScoreItem &item = report.items[i];
      text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", name, i);
      const std::optional<bool> right = is_right(item);
      if (right.value_or(true)) {
        text += right ? "/>\n" : "><skipped/></testcase>\n";
        continue;
      }
      const std::string reason = item.execution ? item.execution->reason() : "exact";
      const std::string message = item.execution ? item.execution->message : "";
      text += fmt::format("><failure type=\"{}\" message=\"{}\"/></testcase>\n", xml_text(reason),
                          xml_text(message));
    }
    text += "  </testsuite>\n";
  }
  return text += "</testsuites>\n";
}

}  // namespace sluice::inline v0
