#include "sluice/evaluate/score_report.hpp"

#include <array>
#include <map>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice {
namespace {

constexpr std::array<std::string_view, 4> levels = {"easy", "medium", "hard", "extra"};
constexpr std::array<Difference, 9> differences = {
    Difference::none,         Difference::columns,
    Difference::fewer_rows,   Difference::more_rows,
    Difference::rows,         Difference::arrangement,
    Difference::number_types, Difference::too_many_orders,
    Difference::stray_bytes};

using Item = ScoreReport::Item;

template <class Score>
double mean(const ScoreReport &report, std::string_view hardness, Score score) {
  double sum = 0;
  std::size_t count = 0;
  for (const Item &item : report.items) {
    if (!hardness.empty() && item.hardness != hardness) continue;
    sum += score(item);
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

bool has_hardness(const ScoreReport &report) noexcept {
  return !report.items.empty() && !report.items.front().hardness.empty();
}

template <class Value>
void write_levels(const ScoreReport &report, std::string_view name, JsonWriter &writer,
                  Value value) {
  writer.key(name).begin_object();
  if (has_hardness(report)) {
    for (const std::string_view level : levels) writer.member(level, value(level));
  }
  writer.member("all", value(std::string_view())).end_object();
}

void write_verdict(const ExecutionVerdict &verdict, JsonWriter &writer) {
  writer.member("execution", verdict.right ? 1 : 0)
      .member("score", verdict.score)
      .member("reason", verdict.reason());
  if (verdict.end != QueryEnd::finished) writer.member("end", name_of(verdict.end));
  if (verdict.difference != Difference::none)
    writer.member("difference", name_of(verdict.difference));
  if (verdict.ties != TieFinding::none) writer.member("ties", name_of(verdict.ties));
  if (verdict.gold_failed) writer.member("gold_failed", true);
  if (!verdict.message.empty()) writer.member("message", std::string_view(verdict.message));
  if (verdict.offset) writer.member("offset", *verdict.offset);
  if (!verdict.database.empty()) writer.member("file", std::string_view(verdict.database));
  if (verdict.fillings > 0) writer.member("fillings", verdict.fillings);
  if (verdict.unstable.empty()) return;
  writer.key("unstable").begin_array();
  for (const std::string &name : verdict.unstable) writer.value(std::string_view(name));
  writer.end_array();
}

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

std::string_view verdict_text(const std::optional<bool> &verdict) noexcept {
  if (!verdict) return "";
  return *verdict ? "1" : "0";
}

bool is_wrong(const Item &item) noexcept {
  if (item.execution) return !item.execution->right;
  return item.exact && !*item.exact;
}

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
    verdict.difference = value_named<Difference>(*difference, differences);
  }
  if (const auto ties = item.find("ties")) {
    verdict.ties = value_named<TieFinding>(
        *ties, std::array{TieFinding::none, TieFinding::accepted, TieFinding::unread});
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

double ScoreReport::execution(std::string_view hardness) const {
  return mean(*this, hardness,
              [](const Item &item) { return item.execution ? item.execution->score : 0.0; });
}

double ScoreReport::exact(std::string_view hardness) const {
  return mean(*this, hardness,
              [](const Item &item) { return item.exact.value_or(false) ? 1.0 : 0.0; });
}

std::size_t ScoreReport::count(std::string_view hardness) const {
  std::size_t count = 0;
  for (const Item &item : items) count += hardness.empty() || item.hardness == hardness ? 1 : 0;
  return count;
}

std::string to_json(const ScoreReport &report) {
  JsonWriter writer;
  writer.begin_object()
      .member("mode", std::string_view(report.mode))
      .member("fingerprint", std::string_view(report.fingerprint))
      .member("complete", report.complete);
  bool executed = false;
  bool matched = false;
  for (const Item &item : report.items) {
    executed |= item.execution.has_value();
    matched |= item.exact.has_value();
  }
  write_levels(report, "count", writer,
               [&](std::string_view level) { return report.count(level); });
  if (matched) {
    write_levels(report, "exact", writer,
                 [&](std::string_view level) { return report.exact(level); });
  }
  if (executed) {
    write_levels(report, "execution", writer,
                 [&](std::string_view level) { return report.execution(level); });
  }
  writer.key("items").begin_array();
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const Item &item = report.items[i];
    writer.begin_object().member("index", i).member("database", std::string_view(item.database));
    if (!item.hardness.empty()) writer.member("hardness", std::string_view(item.hardness));
    if (item.exact) writer.member("exact", *item.exact ? 1 : 0);
    if (item.execution) write_verdict(*item.execution, writer);
    writer.end_object();
  }
  writer.end_array().end_object();
  return writer.take() + '\n';
}

std::string to_csv(const ScoreReport &report) {
  std::string text = "index,database,hardness,exact,execution,score,reason,message\r\n";
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const Item &item = report.items[i];
    text += fmt::format("{},{},{},{},", i, csv_field(item.database), item.hardness,
                        verdict_text(item.exact));
    if (item.execution) {
      text += fmt::format("{},{},{},{}", item.execution->right ? 1 : 0, item.execution->score,
                          item.execution->reason(), csv_field(item.execution->message));
    } else {
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
    wrong += is_wrong(report.items[i]) ? 1 : 0;
  }
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sluice score\" tests=\"{}\" "
      "failures=\"{}\">\n",
      report.items.size(), wrong);
  for (const auto &entry : by_database) {
    const std::string name = xml_text(entry.first);
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\">\n", name, entry.second.size());
    for (const std::size_t i : entry.second) {
      const Item &item = report.items[i];
      text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", name, i);
      if (!is_wrong(item)) {
        text += item.execution || item.exact ? "/>\n" : "><skipped/></testcase>\n";
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

std::vector<std::optional<ExecutionVerdict>> read_verdicts(std::string_view json,
                                                           const std::string &source,
                                                           std::string_view fingerprint) {
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue written = document.root().at("fingerprint");
  if (written.as_string() != fingerprint) {
    throw Error(ErrorCode::mismatch, "is of other queries or other settings", written.place());
  }
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  for (const JsonValue item : document.root().at("items")) {
    auto &verdict = verdicts.emplace_back();
    if (item.find("execution")) verdict = verdict_of(item);
  }
  return verdicts;
}

}  // namespace sluice
