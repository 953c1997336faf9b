#include "evidence_candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <numeric>

#include "route/evidence/column_evidence.hpp"
#include "route/evidence/evidence_ranking.hpp"
#include "route/features/ranker_features.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0::train_detail {
namespace {

namespace evidence = route_detail::evidence;
using route_detail::EvidenceSignals;

void make_sorted_set(std::vector<std::uint32_t> &ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void copy_row(std::span<const float> rows, std::size_t columns, std::size_t at,
              std::vector<float> &to) {
  const auto row = rows.subspan(at * columns, columns);
  to.insert(to.end(), row.begin(), row.end());
}

/// Adds the columns of the best candidate tables.
void add_columns(const RankerFeatures &features, const RankerWeights &weights,
                 const QuestionSignals &question, const EvidenceSignals &signals,
                 const RankerExample &example, EvidenceCandidates &of) {
  if (example.columns.empty()) return;
  constexpr std::size_t best_tables = 12, best_columns = 80;
  const Catalog &catalog = features.schema().catalog();
  std::vector<std::uint32_t> opened;
  for (const std::size_t by : {evidence::table_read, evidence::table_words})
    route_detail::append_best(of.tables, signals.tables[by], best_tables, opened);
  for (const TableId table : example.tables) opened.push_back(table.value);
  make_sorted_set(opened);
  std::vector<Scored<TableId>> tables;
  for (const std::uint32_t table : opened)
    tables.push_back({TableId(table), signals.tables[evidence::table_read][table]});
  const route_detail::ColumnSignals all = features.column_evidence(
      signals, tables, route_detail::read_columns(features, weights, question, tables));
  std::vector<std::uint32_t> places(all.ids.size()), kept;
  std::iota(places.begin(), places.end(), 0U);
  std::vector<float> rows;
  route_detail::append_rows(evidence::columns, all.signals, {}, places, rows);
  std::vector<float> joint(all.ids.size());
  for (std::size_t c = 0; c < joint.size(); ++c)
    joint[c] =
        all.signals[evidence::column_read_log][c] + all.signals[evidence::column_table_log][c];
  route_detail::append_best(places, joint, best_columns, kept);
  route_detail::append_best(places, all.signals[evidence::column_words], best_columns, kept);
  const auto is_gold = [&](std::uint32_t place) {
    return std::ranges::find(example.columns, ColumnId(all.ids[place])) != example.columns.end();
  };
  std::ranges::copy_if(places, std::back_inserter(kept), is_gold);
  make_sorted_set(kept);
  for (const std::uint32_t place : kept) {
    copy_row(rows, rows.size() / places.size(), place, of.column_rows);
    of.is_gold_column.push_back(is_gold(place) ? 1 : 0);
    const std::uint32_t table = catalog.table_of(ColumnId(all.ids[place])).value;
    of.column_table.push_back(
        static_cast<std::uint32_t>(std::ranges::lower_bound(of.tables, table) - of.tables.begin()));
  }
}

EvidenceCandidates candidates_of(const RankerFeatures &features, const RankerWeights &weights,
                                 const RankerExample &example) {
  constexpr std::size_t best_tables = 40;
  const Catalog &catalog = features.schema().catalog();
  const Question question = example.expanded();
  const auto ranked = route_detail::rank_databases(features, weights, question,
                                                   &example.hallucinated, nullptr, nullptr);
  EvidenceSignals signals = route_detail::evidence_of(features, ranked, question, nullptr);
  const auto &means = route_detail::background_of(features, weights, nullptr, nullptr);
  EvidenceCandidates of;
  of.databases = route_detail::candidate_databases(ranked.ids, signals);
  of.databases.push_back(example.database.value);
  make_sorted_set(of.databases);
  of.gold = static_cast<std::size_t>(
      std::ranges::lower_bound(of.databases, example.database.value) - of.databases.begin());
  of.database_rows = route_detail::database_rows(signals, means, of.databases);
  std::vector<float> probabilities;  // of the databases, by learned features
  for (const std::uint32_t database : of.databases)
    probabilities.push_back(signals.databases[evidence::database_ranked][database]);
  route_detail::add_reads(
      features, of.databases, probabilities, probabilities,
      route_detail::reads_of(features, weights, ranked.question, of.databases, nullptr), signals);

  std::vector<std::uint32_t> tables;
  for (const std::uint32_t database : of.databases) {
    for (const TableId table : catalog.tables(DatabaseId(database))) tables.push_back(table.value);
  }
  for (const std::size_t by : {evidence::table_read, evidence::table_words})
    route_detail::append_best(tables, signals.tables[by], best_tables, of.tables);
  for (const TableId table : example.tables) of.tables.push_back(table.value);
  make_sorted_set(of.tables);
  // Shares are those of the best of all tables, as when a question is asked.
  std::vector<float> rows;
  route_detail::append_rows(evidence::tables, signals.tables, {}, tables, rows);
  for (const std::uint32_t table : of.tables) {
    copy_row(rows, rows.size() / tables.size(),
             static_cast<std::size_t>(std::ranges::lower_bound(tables, table) - tables.begin()),
             of.table_rows);
    const std::uint32_t owner = catalog.database_of(TableId(table)).value;
    of.owner.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(of.databases, owner) -
                                                  of.databases.begin()));
    of.is_gold.push_back(
        std::ranges::find(example.tables, TableId(table)) != example.tables.end() ? 1 : 0);
  }
  add_columns(features, weights, ranked.question, signals, example, of);
  return of;
}

}  // namespace

std::vector<EvidenceCandidates> evidence_candidates(std::span<const EvidenceQuestions> all,
                                                    const RankerTrainerOptions &options,
                                                    const Progress &progress) {
  struct Job {
    std::size_t set;
    const RankerExample *example;
  };
  std::vector<Job> jobs;
  std::vector<std::unique_ptr<RankerFeatures>> features(all.size());
  for (std::size_t s = 0; s < all.size(); ++s) {
    for (const RankerExample &example : all[s].examples) jobs.push_back({s, &example});
  }
  run_jobs(all.size(), options.threads, [&](std::size_t s, const Progress &) {
    features[s] = std::make_unique<RankerFeatures>(all[s].schema, all[s].model);
  });
  std::vector<EvidenceCandidates> candidates(jobs.size());
  run_jobs(
      jobs.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("evidence", job, jobs.size());
        const auto &[set, example] = jobs[job];
        candidates[job] = candidates_of(*features[set], all[set].model->schema_only, *example);
      },
      progress);
  return candidates;
}

}  // namespace sluice::inline v0::train_detail
