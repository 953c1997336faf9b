#include "sluice/report/score_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "core/parse_number.hpp"
#include "schema/skipped_json.hpp"
#include "sluice/core/json_writer.hpp"
#include "spider/score_tally.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::array<Hardness, 4> levels = {Hardness::easy, Hardness::medium, Hardness::hard,
                                            Hardness::extra};
using Item = ScoreItem;
using LevelOrAll = std::optional<Hardness>;

template <class Score>
double mean(const ScoreReport &report, LevelOrAll level, Score score) {
  double sum = 0;
  std::size_t count = 0;
  for (const Item &item : report.items) {
    if (level && item.hardness != level) continue;
    sum += score(item);
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

bool has_hardness(const ScoreReport &report) noexcept {
  return std::ranges::any_of(report.items,
                             [](const Item &item) { return item.hardness.has_value(); });
}

template <class Value>
void write_levels(const ScoreReport &report, std::string_view name, JsonWriter &writer,
                  Value value) {
  writer.key(name).begin_object();
  if (has_hardness(report)) {
    for (const Hardness level : levels) writer.member(name_of(level), value(LevelOrAll(level)));
  }
  writer.member("all", value(LevelOrAll())).end_object();
}

/// Writes the parts of exact-set match over all items.
void write_parts(const ScoreReport &report, JsonWriter &writer) {
  spider_detail::ScoreTally tally;
  for (const Item &item : report.items) tally.add(item);
  writer.key("partial").begin_object();
  for (std::size_t part = 0; part < query_parts; ++part) {
    const spider_detail::Averages averages = tally.averages(part);
    writer.key(query_part_names[part])
        .begin_object()
        .member("accuracy", averages.accuracy)
        .member("recall", averages.recall)
        .member("f1", averages.f1)
        .end_object();
  }
  writer.end_object();
}

/// Writes how many items missed, by kind.
void write_kinds(const ScoreReport &report, JsonWriter &writer) {
  std::array<std::size_t, miss_kinds> counts{};
  for (const Item &item : report.items) {
    if (item.miss) ++counts[static_cast<std::size_t>(item.miss->kind)];
  }
  writer.key("kinds").begin_object();
  for (std::size_t kind = 0; kind < miss_kinds; ++kind) {
    if (counts[kind] > 0) writer.member(name_of(static_cast<MissKind>(kind)), counts[kind]);
  }
  writer.end_object();
}

void write_comparison(const ScoreComparison &comparison, JsonWriter &writer) {
  const auto list = [&writer](std::string_view name, const std::vector<std::size_t> &items) {
    writer.key(name).begin_array();
    for (const std::size_t item : items) writer.value(item);
    writer.end_array();
  };
  writer.key("baseline")
      .begin_object()
      .member("measure", std::string_view(comparison.measure))
      .member("before", comparison.before)
      .member("after", comparison.after)
      .member("difference", comparison.after - comparison.before)
      .key("interval")
      .begin_array()
      .value(comparison.interval.low)
      .value(comparison.interval.high)
      .end_array()
      .member("p_value", comparison.p_value)
      .member("both_right", comparison.both_right)
      .member("both_wrong", comparison.both_wrong);
  list("broke", comparison.broke);
  list("mended", comparison.fixed);  // wording: allowed
  writer.end_object();
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

/// Writes a number as a JSON number if the sample holds it in full.
void write_cell(const SampledCell &cell, JsonWriter &writer) {
  const char *const end = cell.text.data() + cell.text.size();
  std::int64_t integer = 0;
  double real = 0;
  if (cell.kind == CellKind::null) {
    writer.null();
  } else if (cell.kind == CellKind::integer &&
             std::from_chars(cell.text.data(), end, integer).ec == std::errc()) {
    writer.value(integer);
  } else if (cell.kind == CellKind::real &&
             detail::parse_number(cell.text.data(), end, real).ec == std::errc()) {
    writer.value(real);
  } else {
    writer.value(std::string_view(cell.text));
  }
}

void write_sample(std::string_view name, const ResultSample &sample, JsonWriter &writer) {
  writer.key(name)
      .begin_object()
      .member("columns", sample.columns)
      .member("row_count", sample.row_count)
      .key("rows")
      .begin_array();
  for (const auto &row : sample.rows) {
    writer.begin_array();
    for (const SampledCell &cell : row) write_cell(cell, writer);
    writer.end_array();
  }
  writer.end_array().end_object();
}

void write_refutation(const ItemRefutation &found, JsonWriter &writer) {
  writer.key("refutation").begin_object().member("verdict", name_of(found.verdict));
  if (!found.plugged.empty()) writer.member("plugged", std::string_view(found.plugged));
  switch (found.verdict) {
    case RefutationVerdict::failed:
      writer.member("message", std::string_view(found.message));
      break;
    case RefutationVerdict::proved: writer.member("proof", std::string_view(found.proof)); break;
    case RefutationVerdict::not_refuted:
      writer.member("databases_tried", found.databases)
          .member("bound", found.bound)
          .member("open_rows", found.open_rows);
      break;
    case RefutationVerdict::refuted:
      writer.member("databases_tried", found.databases).member("kind", name_of(found.kind));
      if (!found.script.empty()) writer.member("script", std::string_view(found.script));
      writer.member("rows", found.rows).member("minimal", found.minimal);
      write_sample("gold", found.gold, writer);
      write_sample("predicted", found.predicted, writer);
  }
  writer.end_object();
}

void write_refutations(const ScoreReport &report, JsonWriter &writer) {
  writer.key("refutations").begin_object();
  for (const bool right : {true, false}) {
    const RefutationCounts counts = report.refutations(right);
    writer.key(right ? "passes" : "misses")
        .begin_object()
        .member("count", counts.items)
        .member("refuted", counts.refuted)
        .member("proved", counts.proved)
        .member("not_refuted", counts.not_refuted)
        .end_object();
  }
  writer.member("execution_unless_refuted", report.execution_unless_refuted()).end_object();
}

}  // namespace

double ScoreReport::execution(LevelOrAll level) const {
  return mean(*this, level,
              [](const Item &item) { return item.execution ? item.execution->score : 0.0; });
}

double ScoreReport::exact(LevelOrAll level) const {
  return mean(*this, level,
              [](const Item &item) { return item.exact && item.exact->match ? 1.0 : 0.0; });
}

std::size_t ScoreReport::count(LevelOrAll level) const {
  std::size_t count = 0;
  for (const Item &item : items) count += !level || item.hardness == level ? 1 : 0;
  return count;
}

RefutationCounts ScoreReport::refutations(bool right) const {
  RefutationCounts counts;
  for (const Item &item : items) {
    if (!item.refutation || !item.execution || item.execution->right != right) continue;
    ++counts.items;
    counts.refuted += item.refutation->verdict == RefutationVerdict::refuted ? 1 : 0;
    counts.proved += item.refutation->verdict == RefutationVerdict::proved ? 1 : 0;
    counts.not_refuted += item.refutation->verdict == RefutationVerdict::not_refuted ? 1 : 0;
  }
  return counts;
}

double ScoreReport::execution_unless_refuted() const {
  return mean(*this, {}, [](const Item &item) {
    const bool refuted = item.refutation && item.refutation->verdict == RefutationVerdict::refuted;
    return item.execution && !refuted ? item.execution->score : 0.0;
  });
}

std::string to_json(const ScoreReport &report) {
  JsonWriter writer;
  writer.begin_object()
      .member("mode", std::string_view(report.mode))
      .member("settings", std::string_view(report.settings))
      .member("fingerprint", std::string_view(report.fingerprint))
      .member("gold_fingerprint", std::string_view(report.gold_fingerprint))
      .member("complete", report.complete);
  bool executed = false;
  bool matched = false;
  bool examined = false;
  bool refuted = false;
  for (const Item &item : report.items) {
    executed |= item.execution.has_value();
    matched |= item.exact.has_value();
    examined |= item.miss != nullptr;
    refuted |= item.refutation != nullptr;
  }
  write_levels(report, "count", writer, [&](LevelOrAll level) { return report.count(level); });
  if (matched) {
    write_levels(report, "exact", writer, [&](LevelOrAll level) { return report.exact(level); });
  }
  if (executed) {
    write_levels(report, "execution", writer,
                 [&](LevelOrAll level) { return report.execution(level); });
  }
  if (matched) write_parts(report, writer);
  if (examined) write_kinds(report, writer);
  if (report.baseline) write_comparison(*report.baseline, writer);
  if (refuted) write_refutations(report, writer);
  if (!report.skipped.empty()) schema_detail::write_skipped(writer, report.skipped);
  writer.key("items").begin_array();
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const Item &item = report.items[i];
    writer.begin_object().member("index", i).member("database", std::string_view(item.database));
    if (item.hardness) writer.member("hardness", name_of(*item.hardness));
    if (item.exact) writer.member("exact", item.exact->match ? 1 : 0);
    if (item.execution) write_verdict(*item.execution, writer);
    if (item.miss) writer.member("kind", name_of(item.miss->kind));
    if (item.refutation) write_refutation(*item.refutation, writer);
    writer.end_object();
  }
  writer.end_array().end_object();
  return writer.take() + '\n';
}

}  // namespace sluice::inline v0
