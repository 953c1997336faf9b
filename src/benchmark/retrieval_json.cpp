/// Writes retrieval reports as JSON.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval_measures.hpp"
#include "sluice/benchmark/retrieval_report.hpp"

namespace sluice::inline v0 {
namespace {

using benchmark_detail::recalls;
using benchmark_detail::recalls_within;

void write_list(JsonWriter &writer, std::string_view name, const std::vector<std::string> &items) {
  writer.key(name).begin_array();
  for (const std::string &item : items) writer.value(std::string_view(item));
  writer.end_array();
}

void write_interval(JsonWriter &writer, std::string_view name, const Interval &interval) {
  writer.key(name).begin_array().value(interval.low).value(interval.high).end_array();
}

/// Writes members: each measure by cut-off.
template <class Report, class Measures>
void write_recalls(JsonWriter &writer, const Report &report, const Measures &measures) {
  for (const auto &[measure, recall] : measures) {
    writer.key(measure->name).begin_object();
    for (const RecallAt &at : report.*recall) writer.member(std::to_string(at.cut), at.share);
    writer.end_object();
  }
}

/// The same members with intervals.
template <class Report, class Measures>
void write_intervals(JsonWriter &writer, const Report &report, const Measures &measures) {
  for (const auto &[measure, recall] : measures) {
    writer.key(measure->name).begin_object();
    for (const RecallAt &at : report.*recall)
      write_interval(writer, std::to_string(at.cut), at.interval);
    writer.end_object();
  }
}

/// The same members with the values of one question. The micro average is omitted, since over one
/// question it is the macro average.
template <class Measures>
void write_found(JsonWriter &writer, const GoldRanks &ranks, const Measures &measures) {
  for (const auto &[measure, recall] : measures) {
    if (measure == &benchmark_detail::table_recall_micro) continue;
    if (measure->found(ranks, measure->cuts.front()).whole == 0) continue;
    writer.key(measure->name).begin_object();
    for (const std::size_t cut : measure->cuts)
      writer.member(std::to_string(cut), measure->found(ranks, cut).part);
    writer.end_object();
  }
}

}  // namespace

void write_json(const RetrievalReport &report, const Catalog &catalog, JsonWriter &writer) {
  writer.begin_object()
      .member("system", std::string_view(report.system))
      .member("setting", std::string_view(report.setting))
      .member("content", report.content)
      .member("probes", std::string_view(report.probes))
      .member("question_set", std::string_view(report.question_set))
      .member("questions", report.questions)
      .member("seen_questions", report.seen_questions)
      .member("embedder", std::string_view(report.embedder));
  write_list(writer, "options", report.options);
  write_list(writer, "without", report.without);
  write_recalls(writer, report, recalls);
  if (report.within_database) {
    writer.key("within_database").begin_object();
    write_recalls(writer, *report.within_database, recalls_within);
    writer.member("seconds", report.within_database->seconds).end_object();
  }
  writer.key("map_by_tables").begin_array();
  for (const SizePrecision &size : precision_by_size(report, catalog)) {
    writer.begin_object().member("least", size.least);
    if (size.most != SIZE_MAX) writer.member("most", size.most);
    writer.member("questions", size.questions).member("map", size.precision).end_object();
  }
  writer.end_array()
      .member("build_seconds", report.build_seconds)
      .member("disk_bytes", report.disk_bytes)
      .member("map", report.mean_average_precision)
      .member("seconds", report.seconds)
      .member("questions_per_second", report.questions_per_second())
      .member("peak_bytes", report.peak_bytes);
  writer.key("intervals").begin_object();
  write_intervals(writer, report, recalls);
  if (report.within_database) {
    writer.key("within_database").begin_object();
    write_intervals(writer, *report.within_database, recalls_within);
    writer.end_object();
  }
  write_interval(writer, "map", report.precision_interval);
  writer.end_object().key("misses").begin_object();
  for (std::size_t k = 0; k < missed_levels; ++k)
    writer.member(name_of(static_cast<MissedLevel>(k)), report.miss_counts()[k]);
  writer.end_object().end_object();
}

void write_question_json(const RetrievalReport &report,
                         std::span<const BenchmarkQuestion> questions, std::size_t question,
                         const Catalog &catalog, JsonWriter &writer) {
  const BenchmarkQuestion &asked = questions[question];
  writer.begin_object().member("system", std::string_view(report.system));
  write_list(writer, "without", report.without);
  writer.member("question", question)
      .member("id", std::string_view(asked.id))
      .member("db_id", catalog.database(asked.database).name());
  if (const auto &probability = report.database_probabilities[question])
    writer.member("database_probability", *probability);
  write_found(writer, report.ranks[question], recalls);
  if (report.within_database) {
    writer.key("within_database").begin_object();
    write_found(writer, report.within_database->ranks[question], recalls_within);
    writer.end_object();
  }
  writer.end_object();
}

}  // namespace sluice::inline v0
