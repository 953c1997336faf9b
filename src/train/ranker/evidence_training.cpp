#include "evidence_training.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "learn/row_scores.hpp"
#include "left_out_evidence.hpp"
#include "route/evidence/column_evidence.hpp"
#include "route/evidence/evidence_ranking.hpp"
#include "route/features/ranker_features.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/train/linear_fit.hpp"

namespace sluice::inline v0::train_detail {
namespace {

namespace evidence = route_detail::evidence;
using route_detail::EvidenceSignals;

/// The candidates of one question.
struct Candidates {
  std::vector<std::uint32_t> databases;  ///< Ascending; with the gold one.
  std::size_t gold = 0;                  ///< Its position.
  std::vector<float> database_rows;
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> owner;  ///< By table: the position of its database.
  std::vector<std::uint8_t> is_gold;
  std::vector<float> table_rows;            ///< Without the evidence of the databases.
  std::vector<std::uint32_t> column_table;  ///< By column: the position of its table.
  std::vector<std::uint8_t> is_gold_column;
  std::vector<float> column_rows;  ///< Without the evidence of the tables.
};

void make_sorted_set(std::vector<std::uint32_t> &ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// The column of a feature with one form in rows of these features.
std::size_t column_of(std::span<const route_detail::EvidenceFeature> features,
                      std::size_t feature) {
  const std::vector<std::string> names = route_detail::evidence_columns(features);
  const auto is_of_feature = [&](const std::string &name) {
    return route_detail::feature_of(name) == features[feature].name;
  };
  return static_cast<std::size_t>(std::ranges::find_if(names, is_of_feature) - names.begin());
}

void copy_row(std::span<const float> rows, std::size_t columns, std::size_t at,
              std::vector<float> &to) {
  const auto row = rows.subspan(at * columns, columns);
  to.insert(to.end(), row.begin(), row.end());
}

/// Adds the columns of the best candidate tables.
void add_columns(const RankerFeatures &features, const RankerWeights &weights,
                 const QuestionSignals &question, const EvidenceSignals &signals,
                 const RankerExample &example, Candidates &of) {
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

Candidates candidates_of(const RankerFeatures &features, const RankerWeights &weights,
                         const RankerExample &example) {
  constexpr std::size_t best_tables = 40;
  const Catalog &catalog = features.schema().catalog();
  const Question question = example.expanded();
  const auto ranked = route_detail::rank_databases(features, weights, question,
                                                   &example.hallucinated, nullptr, nullptr);
  EvidenceSignals signals = route_detail::evidence_of(features, ranked, question, nullptr);
  const auto &means = route_detail::background_of(features, weights, nullptr, nullptr);
  Candidates of;
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

/// What each question counts: catalogs that are unlike the rest count the same each; those that are
/// alike, and recut ones, together `share` and `options.recut_share` of all of these. If none is
/// unlike, everything counts as one.
std::vector<float> weights_of(std::span<const EvidenceQuestions> all, double share,
                              const RankerTrainerOptions &options) {
  double unlike = 0, alike = 0, recut = 0;  // unlike catalogs, and questions of others
  for (const EvidenceQuestions &of : all) {
    const auto questions = static_cast<double>(of.examples.size());
    switch (of.shape) {
      case CatalogShape::alike: alike += questions; break;
      case CatalogShape::unlike: unlike += 1; break;
      case CatalogShape::recut: recut += questions; break;
    }
  }
  std::vector<float> weights;
  for (const EvidenceQuestions &of : all) {
    double each = 0;
    switch (of.shape) {
      case CatalogShape::alike: each = (unlike == 0 ? 1 : share * unlike) / alike; break;
      case CatalogShape::unlike: each = 1 / static_cast<double>(of.examples.size()); break;
      case CatalogShape::recut: each = options.recut_share * std::max(1.0, unlike) / recut; break;
    }
    weights.insert(weights.end(), of.examples.size(), static_cast<float>(each));
  }
  return weights;
}

LinearModel fit_databases(std::span<const Candidates> candidates, std::span<const float> weights,
                          const RankerTrainerOptions &options) {
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::databases).size();
  for (std::size_t job = 0; job < candidates.size(); ++job) {
    const Candidates &of = candidates[job];
    if (of.databases.size() < 2) continue;
    groups.begin_group();
    groups.weights.push_back(weights[job]);
    for (std::size_t d = 0; d < of.databases.size(); ++d)
      groups.add(std::span(of.database_rows).subspan(d * groups.columns, groups.columns),
                 d == of.gold);
  }
  if (groups.sizes.empty()) return {};
  clear_left_out("databases", evidence::databases, options.without_evidence, groups);
  LinearFitOptions fit = options.evidence;
  fit.threads = options.threads;
  fit.free = route_detail::free_columns(evidence::databases);
  return fit_listwise(std::move(groups), fit);
}

/// Weights by which all right rows come first, and the probability that a row is right, from its
/// score.
std::pair<LinearModel, LinearModel> fit_reads(const RankedGroups &groups, LinearFitOptions fit,
                                              std::vector<std::uint8_t> free, std::size_t threads) {
  if (groups.sizes.empty()) return {};
  fit.threads = threads;
  fit.free = std::move(free);
  fit.each_right = true;
  LinearModel model = fit_listwise(groups, fit);
  LinearModel reads = fit_logistic(learn_detail::scores_of(model, groups.rows), 1, groups.target,
                                   {.l2 = 1e-6, .iterations = 100});
  return {std::move(model), std::move(reads)};
}

bool has_both(std::span<const std::uint8_t> is_gold) {
  return std::ranges::count(is_gold, 0) != 0 && std::ranges::count(is_gold, 1) != 0;
}

/// Adds to the rows of tables what evidence says about their databases.
std::pair<LinearModel, LinearModel> fit_tables(std::span<Candidates> candidates,
                                               std::span<const float> weights,
                                               const LinearModel &databases,
                                               const RankerTrainerOptions &options) {
  const std::size_t log = column_of(evidence::tables, evidence::table_database_log),
                    plain = column_of(evidence::tables, evidence::table_database);
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::tables).size();
  for (std::size_t job = 0; job < candidates.size(); ++job) {
    Candidates &of = candidates[job];
    const std::vector<float> probabilities =
        route_detail::evidence_probabilities(databases, of.database_rows);
    for (std::size_t t = 0; t < of.tables.size(); ++t) {
      const auto row = std::span(of.table_rows).subspan(t * groups.columns, groups.columns);
      row[log] = route_detail::raised_log(probabilities[of.owner[t]]);
      row[plain] = probabilities[of.owner[t]];
    }
    if (!has_both(of.is_gold)) continue;
    groups.begin_group();
    groups.weights.push_back(weights[job]);
    for (std::size_t t = 0; t < of.tables.size(); ++t)
      groups.add(std::span(of.table_rows).subspan(t * groups.columns, groups.columns),
                 of.is_gold[t] != 0);
  }
  clear_left_out("tables", evidence::tables, options.without_evidence, groups);
  return fit_reads(groups, options.evidence_tables, route_detail::free_columns(evidence::tables),
                   options.threads);
}

/// Adds to the rows of columns what evidence says about their tables.
std::pair<LinearModel, LinearModel> fit_columns(std::span<Candidates> candidates,
                                                std::span<const float> weights,
                                                const EvidenceModel &model,
                                                const RankerTrainerOptions &options) {
  const std::size_t log = column_of(evidence::columns, evidence::column_table_log);
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::columns).size();
  for (std::size_t job = 0; job < candidates.size(); ++job) {
    Candidates &of = candidates[job];
    if (!has_both(of.is_gold_column)) continue;
    const std::vector<float> probabilities =
        route_detail::read_probabilities(model.tables.weights, model.table_reads, of.table_rows);
    groups.begin_group();
    groups.weights.push_back(weights[job]);
    for (std::size_t c = 0; c < of.column_table.size(); ++c) {
      const auto row = std::span(of.column_rows).subspan(c * groups.columns, groups.columns);
      row[log] = route_detail::raised_log(probabilities[of.column_table[c]]);
      groups.add(row, of.is_gold_column[c] != 0);
    }
  }
  clear_left_out("columns", evidence::columns, options.without_evidence, groups);
  return fit_reads(groups, options.evidence_columns, route_detail::free_columns(evidence::columns),
                   options.threads);
}

}  // namespace

EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress) {
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
  std::vector<Candidates> candidates(jobs.size());
  run_jobs(
      jobs.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("evidence", job, jobs.size());
        const auto &[set, example] = jobs[job];
        candidates[job] = candidates_of(*features[set], all[set].model->schema_only, *example);
      },
      progress);

  EvidenceModel model;
  const std::vector<float> database_weights = weights_of(all, options.evidence_share, options),
                           table_weights = weights_of(all, options.evidence_table_share, options),
                           column_weights = weights_of(all, options.evidence_column_share, options);
  model.databases = {route_detail::evidence_columns(evidence::databases),
                     fit_databases(candidates, database_weights, options)};
  if (!model.is_fitted()) return {};
  std::tie(model.tables.weights, model.table_reads) =
      fit_tables(candidates, table_weights, model.databases.weights, options);
  if (model.tables.weights.columns() == 0) return {};
  model.tables.features = route_detail::evidence_columns(evidence::tables);
  std::tie(model.columns.weights, model.column_reads) =
      fit_columns(candidates, column_weights, model, options);
  if (model.columns.weights.columns() > 0)
    model.columns.features = route_detail::evidence_columns(evidence::columns);
  return model;
}

}  // namespace sluice::inline v0::train_detail
