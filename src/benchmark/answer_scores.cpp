/// Scores answers by exact-set match and by execution.

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sluice/benchmark/answer_evaluation.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/report/score_report.hpp"
#include "sluice/spider/exact_set_match.hpp"
#include "sluice/spider/hardness.hpp"
#include "sluice/spider/official_query.hpp"
#include "sluice/spider/score_item.hpp"

namespace sluice::inline v0 {

ScoreReport score_answers(std::span<const BenchmarkTask> tasks,
                          std::span<const AnsweredTask> answers, const Catalog &catalog,
                          const DatabaseSource &databases, const ExecutionOptions &options,
                          const Progress &progress) {
  ScoreReport report;
  report.mode = name_of(options.mode);
  std::map<DatabaseId, OfficialSchema> schemas;
  std::vector<EvaluationItem> items;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const DatabaseId id = tasks[t].asked.database;
    const Database &database = catalog.database(id);
    EvaluationItem &item = items.emplace_back();
    item.index = item.turn = t;
    item.database_id = database.name();
    item.golds = {tasks[t].sql};
    item.predicted = answers[t].sql;
    ScoreItem &scored = report.items.emplace_back();
    scored.database = item.database_id;
    scored.gold = tasks[t].sql;
    scored.predicted = answers[t].sql;
    auto schema = schemas.find(id);
    if (schema == schemas.end()) {
      const OfficialForeignKeys keys = official_foreign_keys(database);
      schema = schemas.emplace(id, OfficialSchema(database, &keys)).first;
    }
    std::optional<OfficialQuery> gold = parse_official(tasks[t].sql, schema->second);
    if (!gold) continue;
    scored.hardness = hardness_of(*gold);
    std::optional<OfficialQuery> predicted = parse_official(answers[t].sql, schema->second);
    if (!predicted) predicted.emplace();
    normalize_official(*gold, schema->second);
    normalize_official(*predicted, schema->second);
    scored.exact = exact_set_match(*gold, *predicted, schema->second);
  }
  const ExecutionScores scores = score_execution(items, databases, options, progress);
  if (scores.cancelled) throw Error(ErrorCode::cancelled, "cancelled while scoring answers");
  for (std::size_t t = 0; t < tasks.size(); ++t) report.items[t].execution = scores.verdicts[t];
  return report;
}

}  // namespace sluice::inline v0
