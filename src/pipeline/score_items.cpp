#include "pipeline/score_items.hpp"

#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::pipeline_detail {

EvaluationItems numbered_items(std::vector<EvaluationItem> items) {
  EvaluationItems read;
  std::size_t given_session = 0;  // of the previous item
  std::size_t turn = 0;
  for (EvaluationItem &item : items) {
    if (item.golds.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("item {} has no gold query", read.items.size()));
    }
    const bool is_next = read.items.empty() || item.session != given_session;
    given_session = item.session;
    if (is_next) ++read.sessions;
    turn = is_next ? 0 : turn + 1;
    item.index = read.items.size();
    item.session = read.sessions - 1;
    item.turn = turn;
    read.items.push_back(std::move(item));
  }
  return read;
}

Fingerprint contents_of(const EvaluationItems &read) {
  Fingerprint contents;
  for (const EvaluationItem &item : read.items) {
    contents.add(item.session).add(item.database_id).add(item.predicted).add(item.golds.size());
    for (const std::string &gold : item.golds) contents.add(gold);
    contents.add(item.condition_columns.size());
    for (const std::size_t column : item.condition_columns) contents.add(column);
    contents.add(item.ignore_order.value_or(false) ? 1U : 0U);
  }
  return contents;
}

ScoreReport report_without_verdicts(const EvaluationItems &read, Fingerprint contents,
                                    std::string mode, std::string settings) {
  ScoreReport report;
  report.mode = std::move(mode);
  report.settings = std::move(settings);
  report.fingerprint = contents.add(report.mode).add(report.settings).text();
  Fingerprint golds;
  report.items.reserve(read.items.size());
  for (const EvaluationItem &item : read.items) {
    golds.add(item.database_id).add(item.golds.size());
    for (const std::string &gold : item.golds) golds.add(gold);
    ScoreItem &entry = report.items.emplace_back();
    entry.database = item.database_id;
    entry.gold = item.golds.front();
    entry.predicted = item.predicted;
  }
  report.gold_fingerprint = golds.text();
  return report;
}

}  // namespace sluice::inline v0::pipeline_detail
