#include "evidence_training.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "evidence_candidates.hpp"
#include "evidence_levels.hpp"
#include "learn/row_scores.hpp"
#include "route/evidence/evidence_ranking.hpp"
#include "route/ranker_answer.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/train/linear_fit.hpp"

namespace sluice::inline v0::train_detail {
namespace {

namespace evidence = route_detail::evidence;

/// The column of a feature with one form in rows of these features.
std::size_t column_of(std::span<const route_detail::EvidenceFeature> features,
                      std::size_t feature) {
  const std::vector<std::string> names = route_detail::evidence_columns(features);
  const auto is_of_feature = [&](const std::string &name) {
    return route_detail::feature_of(name) == features[feature].name;
  };
  return static_cast<std::size_t>(std::ranges::find_if(names, is_of_feature) - names.begin());
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

/// What the fits learn from.
struct FitData {
  std::vector<EvidenceCandidates> candidates;                          ///< By question.
  std::vector<float> database_weights, table_weights, column_weights;  ///< By question.
};

/// Clears the columns of this feature: a fit gives columns without differences the weight 0.
/// Clears nothing if there is no such feature.
void clear_feature(std::span<const route_detail::EvidenceFeature> features, std::string_view name,
                   RankedGroups &groups) {
  const std::vector<std::string> columns = route_detail::evidence_columns(features);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (route_detail::feature_of(columns[c]) != name) continue;
    for (std::size_t at = c; at < groups.rows.size(); at += columns.size()) groups.rows[at] = 0;
  }
}

LinearModel fit_databases(const FitData &data, std::string_view left_out,
                          const RankerTrainerOptions &options) {
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::databases).size();
  for (std::size_t job = 0; job < data.candidates.size(); ++job) {
    const EvidenceCandidates &of = data.candidates[job];
    if (of.databases.size() < 2) continue;
    groups.begin_group();
    groups.weights.push_back(data.database_weights[job]);
    for (std::size_t d = 0; d < of.databases.size(); ++d)
      groups.add(std::span(of.database_rows).subspan(d * groups.columns, groups.columns),
                 d == of.gold);
  }
  if (groups.sizes.empty()) return {};
  clear_feature(evidence::databases, left_out, groups);
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
                                   {.l2 = 1e-6, .iterations = 30});
  return {std::move(model), std::move(reads)};
}

bool has_both(std::span<const std::uint8_t> is_gold) {
  return std::ranges::count(is_gold, 0) != 0 && std::ranges::count(is_gold, 1) != 0;
}

/// The rows of a question's tables, with what evidence says about their databases.
std::vector<float> table_rows(const EvidenceCandidates &of, const LinearModel &databases) {
  static const std::size_t columns = route_detail::evidence_columns(evidence::tables).size(),
                           log = column_of(evidence::tables, evidence::table_database_log);
  std::vector<float> rows = of.table_rows;
  const std::vector<float> probabilities =
      route_detail::evidence_probabilities(databases, of.database_rows);
  for (std::size_t t = 0; t < of.tables.size(); ++t)
    rows[t * columns + log] = route_detail::raised_log(probabilities[of.owner[t]]);
  return rows;
}

std::pair<LinearModel, LinearModel> fit_tables(const FitData &data, const LinearModel &databases,
                                               std::string_view left_out,
                                               const RankerTrainerOptions &options) {
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::tables).size();
  for (std::size_t job = 0; job < data.candidates.size(); ++job) {
    const EvidenceCandidates &of = data.candidates[job];
    if (!has_both(of.is_gold)) continue;
    groups.begin_group();
    groups.weights.push_back(data.table_weights[job]);
    const std::vector<float> rows = table_rows(of, databases);
    for (std::size_t t = 0; t < of.tables.size(); ++t)
      groups.add(std::span(rows).subspan(t * groups.columns, groups.columns), of.is_gold[t] != 0);
  }
  clear_feature(evidence::tables, left_out, groups);
  return fit_reads(groups, options.evidence_tables, route_detail::free_columns(evidence::tables),
                   options.threads);
}

LinearModel fit_database_scale(const FitData &data, const EvidenceModel &model,
                               const RankerTrainerOptions &options) {
  RankedGroups groups;
  groups.columns = 1;
  for (std::size_t job = 0; job < data.candidates.size(); ++job) {
    const EvidenceCandidates &of = data.candidates[job];
    if (of.databases.size() < 2) continue;
    const std::vector<float> probabilities =
        route_detail::evidence_probabilities(model.databases.weights, of.database_rows);
    std::vector<float> best_tables(of.databases.size(), 0);
    const std::vector<float> of_tables = route_detail::read_probabilities(
        model.tables.weights, model.table_reads, table_rows(of, model.databases.weights));
    for (std::size_t t = 0; t < of.tables.size(); ++t)
      best_tables[of.owner[t]] = std::max(best_tables[of.owner[t]], of_tables[t]);
    std::vector<std::size_t> order(of.databases.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t d) { return probabilities[d]; });
    std::vector<float> before, best;
    for (const std::size_t d : order) {
      before.push_back(probabilities[d]);
      best.push_back(best_tables[d]);
    }
    const std::vector<float> logs = route_detail::raised_logs(before, best);
    groups.begin_group();
    groups.weights.push_back(data.database_weights[job]);
    for (std::size_t i = 0; i < order.size(); ++i) groups.add({&logs[i], 1}, order[i] == of.gold);
  }
  LinearFitOptions fit{.l2 = 1e-6, .iterations = 30, .threads = options.threads};
  fit.free = {0};
  LinearModel scale = fit_listwise(std::move(groups), fit);
  // Few questions to learn from could make all databases about equally likely, or one certain.
  constexpr float least = 0.5F, most = 2;
  const float inverse = scale.standardizer.inverses()[0];
  scale.weights[0] = std::clamp(scale.weights[0], least / inverse, most / inverse);
  return scale;
}

/// `model` ranks the databases and tables; the rows of columns have what it says about the tables.
std::pair<LinearModel, LinearModel> fit_columns(const FitData &data, const EvidenceModel &model,
                                                std::string_view left_out,
                                                const RankerTrainerOptions &options) {
  const std::size_t log = column_of(evidence::columns, evidence::column_table_log);
  RankedGroups groups;
  groups.columns = route_detail::evidence_columns(evidence::columns).size();
  for (std::size_t job = 0; job < data.candidates.size(); ++job) {
    const EvidenceCandidates &of = data.candidates[job];
    if (!has_both(of.is_gold_column)) continue;
    const std::vector<float> probabilities = route_detail::read_probabilities(
        model.tables.weights, model.table_reads, table_rows(of, model.databases.weights));
    groups.begin_group();
    groups.weights.push_back(data.column_weights[job]);
    std::vector<float> rows = of.column_rows;
    for (std::size_t c = 0; c < of.column_table.size(); ++c) {
      const auto row = std::span(rows).subspan(c * groups.columns, groups.columns);
      row[log] = route_detail::raised_log(probabilities[of.column_table[c]]);
      groups.add(row, of.is_gold_column[c] != 0);
    }
  }
  clear_feature(evidence::columns, left_out, groups);
  return fit_reads(groups, options.evidence_columns, route_detail::free_columns(evidence::columns),
                   options.threads);
}

/// Fits this level of a model without one of its features, or with all if `left_out` is empty, and
/// then the levels that depend on it. The levels before it remain.
EvidenceModel fit_from(EvidenceLevel level, std::string_view left_out, EvidenceModel model,
                       const FitData &data, const RankerTrainerOptions &options) {
  const auto left_out_of = [&](EvidenceLevel fitted) {
    return fitted == level ? left_out : std::string_view();
  };
  if (level == EvidenceLevel::databases) {
    model.databases = {route_detail::evidence_columns(evidence::databases),
                       fit_databases(data, left_out_of(EvidenceLevel::databases), options)};
    if (!model.is_fitted()) return {};
  }
  if (level != EvidenceLevel::columns) {
    std::tie(model.tables.weights, model.table_reads) =
        fit_tables(data, model.databases.weights, left_out_of(EvidenceLevel::tables), options);
    if (model.tables.weights.columns() == 0) return {};
    model.tables.features = route_detail::evidence_columns(evidence::tables);
    model.database_scale = fit_database_scale(data, model, options);
  }
  std::tie(model.columns.weights, model.column_reads) =
      fit_columns(data, model, left_out_of(EvidenceLevel::columns), options);
  if (model.columns.weights.columns() > 0)
    model.columns.features = route_detail::evidence_columns(evidence::columns);
  return model;
}

std::vector<EvidenceAblation> ablations_of(const EvidenceModel &whole, const FitData &data,
                                           const RankerTrainerOptions &options,
                                           const Progress &progress) {
  struct LeftOut {
    EvidenceLevel level;
    std::string_view feature;
  };
  std::vector<LeftOut> all;
  for (const EvidenceLevel level : evidence_levels) {
    for (const route_detail::EvidenceFeature &of : features_of(level))
      all.push_back({level, of.name});
  }
  constexpr std::size_t max_at_once = 4;  // limits memory: each has its own rows
  const std::size_t at_once = std::min(options.threads, max_at_once);
  RankerTrainerOptions of_each = options;
  of_each.threads = options.threads / at_once;
  std::vector<EvidenceAblation> ablations(all.size());
  run_jobs(
      all.size(), at_once,
      [&](std::size_t job, const Progress &reports) {
        reports.step("ablations", job, all.size());
        const LeftOut &of = all[job];
        ablations[job].feature = evidence_name(of.level, of.feature);
        if (whole.is_fitted())
          ablations[job].evidence = fit_from(of.level, of.feature, whole, data, of_each);
      },
      progress);
  return ablations;
}

}  // namespace

EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress,
                           std::vector<EvidenceAblation> *ablations) {
  const FitData data{evidence_candidates(all, options, progress),
                     weights_of(all, options.evidence_share, options),
                     weights_of(all, options.evidence_table_share, options),
                     weights_of(all, options.evidence_column_share, options)};
  EvidenceModel whole = fit_from(EvidenceLevel::databases, {}, {}, data, options);
  if (ablations != nullptr) *ablations = ablations_of(whole, data, options, progress);
  return whole;
}

}  // namespace sluice::inline v0::train_detail
