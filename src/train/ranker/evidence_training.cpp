#include "evidence_training.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

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
  std::vector<float> probabilities;  ///< Of the databases, by learned features.
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> owner;  ///< By table: the position of its database.
  std::vector<std::uint8_t> is_gold;
  std::vector<float> table_rows;  ///< Without the evidence of the databases.
};

/// Adds the objects of `from` with the highest scores.
void add_best(std::span<const std::uint32_t> from, const std::vector<float> &scores,
              std::size_t most, std::vector<std::uint32_t> &to) {
  std::vector<std::uint32_t> order(from.begin(), from.end());
  const std::size_t kept = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                    });
  to.insert(to.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept));
}

void make_sorted_set(std::vector<std::uint32_t> &ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// The columns of rows of tables that depend on the evidence of databases.
struct DatabaseColumns {
  std::size_t all = 0, log = 0, probability = 0;
  DatabaseColumns() {
    const std::vector<std::string> names = route_detail::evidence_columns(evidence::tables);
    const auto at = [&](std::size_t feature) {
      return static_cast<std::size_t>(std::ranges::find(names, evidence::tables[feature].name) -
                                      names.begin());
    };
    all = names.size();
    log = at(evidence::table_database_log);
    probability = at(evidence::table_database);
  }
};

Candidates candidates_of(const RankerFeatures &features, const RankerWeights &weights,
                         const RankerExample &example) {
  constexpr std::size_t best_databases = 12, best_tables = 40;
  const Catalog &catalog = features.schema().catalog();
  const Question question = example.expanded();
  const auto ranked = route_detail::rank_databases(features, weights, question,
                                                   &example.hallucinated, nullptr, nullptr);
  EvidenceSignals signals = route_detail::evidence_of(features, ranked, question, nullptr);
  const auto &means = route_detail::background_of(features, weights, nullptr, nullptr);
  Candidates of;
  for (const std::size_t by : {evidence::database_ranked_log, evidence::database_words,
                               evidence::database_best_table, evidence::database_cover})
    add_best(ranked.ids, signals.databases[by], best_databases, of.databases);
  of.databases.push_back(example.database.value);
  make_sorted_set(of.databases);
  of.gold = static_cast<std::size_t>(
      std::ranges::lower_bound(of.databases, example.database.value) - of.databases.begin());
  of.database_rows = route_detail::database_rows(signals, means, of.databases);
  for (const std::uint32_t database : of.databases)
    of.probabilities.push_back(signals.databases[evidence::database_ranked][database]);
  route_detail::add_reads(
      catalog, of.databases, of.probabilities, of.probabilities,
      route_detail::reads_of(features, weights, ranked.question, of.databases, nullptr), signals);

  std::vector<std::uint32_t> tables;
  for (const std::uint32_t database : of.databases) {
    for (const TableId table : catalog.tables(DatabaseId(database))) tables.push_back(table.value);
  }
  for (const std::size_t by : {evidence::table_read, evidence::table_words})
    add_best(tables, signals.tables[by], best_tables, of.tables);
  for (const TableId table : example.tables) of.tables.push_back(table.value);
  make_sorted_set(of.tables);
  // Shares are those of the best of all tables, as when a question is asked.
  std::vector<float> rows;
  route_detail::append_rows(evidence::tables, signals.tables, {}, tables, rows);
  const std::size_t columns = rows.size() / tables.size();
  for (const std::uint32_t table : of.tables) {
    const auto at =
        static_cast<std::size_t>(std::ranges::lower_bound(tables, table) - tables.begin());
    of.table_rows.insert(of.table_rows.end(),
                         rows.begin() + static_cast<std::ptrdiff_t>(at * columns),
                         rows.begin() + static_cast<std::ptrdiff_t>((at + 1) * columns));
    const std::uint32_t owner = catalog.database_of(TableId(table)).value;
    of.owner.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(of.databases, owner) -
                                                  of.databases.begin()));
    of.is_gold.push_back(
        std::ranges::find(example.tables, TableId(table)) != example.tables.end() ? 1 : 0);
  }
  return of;
}

/// What each question counts: catalogs that are unlike the rest count the same each; the others
/// together `share` of all of these, or everything if there are none.
std::vector<float> weights_of(std::span<const EvidenceQuestions> all, double share) {
  double unlike = 0, alike = 0;
  for (const EvidenceQuestions &of : all) {
    if (of.is_unlike) {
      unlike += 1;
    } else {
      alike += static_cast<double>(of.examples.size());
    }
  }
  std::vector<float> weights;
  for (const EvidenceQuestions &of : all) {
    const double each = of.is_unlike ? 1 / static_cast<double>(of.examples.size())
                                     : (unlike == 0 ? 1 : share * unlike) / std::max(1.0, alike);
    weights.insert(weights.end(), of.examples.size(), static_cast<float>(each));
  }
  return weights;
}

}  // namespace

std::vector<EvidenceQuestions> evidence_questions(
    std::span<const ExampleVersion> versions,
    std::span<const std::shared_ptr<const RankerModel>> without_fold,
    const std::shared_ptr<const RankerModel> &whole, std::span<const RankerTrainingSet> unlike,
    const RankerTrainerOptions &options) {
  std::vector<EvidenceQuestions> questions;
  for (const ExampleVersion &version : versions) {
    for (std::size_t fold = 0; fold < without_fold.size(); ++fold) {
      EvidenceQuestions of{version.schema.with_values(nullptr), {}, without_fold[fold]};
      for (std::size_t i = 0; i < version.chosen.size(); i += options.evidence_every) {
        const RankerExample &example = version.examples[version.chosen[i]];
        if (version.folds[version.chosen[i]] == fold) of.examples.push_back(&example);
      }
      if (!of.examples.empty()) questions.push_back(std::move(of));
    }
  }
  for (const RankerTrainingSet &set : unlike) {
    EvidenceQuestions of{set.schema.with_values(nullptr), {}, whole, true};
    for (const RankerExample &example : set.examples) of.examples.push_back(&example);
    if (!of.examples.empty()) questions.push_back(std::move(of));
  }
  return questions;
}

EvidenceModel fit_evidence(std::span<const EvidenceQuestions> all,
                           const RankerTrainerOptions &options, const Progress &progress) {
  struct Job {
    std::size_t set;
    const RankerExample *example;
  };
  std::vector<Job> jobs;
  std::vector<std::unique_ptr<RankerFeatures>> features(all.size());
  for (std::size_t s = 0; s < all.size(); ++s) {
    for (const RankerExample *example : all[s].examples) jobs.push_back({s, example});
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
  model.databases.features = route_detail::evidence_columns(evidence::databases);
  model.tables.features = route_detail::evidence_columns(evidence::tables);
  const std::vector<float> database_weights = weights_of(all, options.evidence_share),
                           table_weights = weights_of(all, options.evidence_table_share);
  RankedGroups databases, tables;
  databases.columns = model.databases.features.size();
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const Candidates &of = candidates[job];
    if (of.databases.size() < 2) continue;
    databases.begin_group();
    databases.weights.push_back(database_weights[job]);
    for (std::size_t d = 0; d < of.databases.size(); ++d)
      databases.add(std::span(of.database_rows).subspan(d * databases.columns, databases.columns),
                    d == of.gold);
  }
  LinearFitOptions fit = options.evidence;
  fit.threads = options.threads;
  fit.free = route_detail::free_columns(evidence::databases);
  if (databases.sizes.empty()) return {};
  model.databases.weights = fit_listwise(std::move(databases), fit);

  const DatabaseColumns columns;
  tables.columns = columns.all;
  std::vector<float> all_scores;  // by row: the logarithm of the sum over the group
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    Candidates &of = candidates[job];
    const std::vector<float> probabilities =
        route_detail::evidence_probabilities(model.databases.weights, of.database_rows);
    if (std::ranges::count(of.is_gold, 0) == 0 || std::ranges::count(of.is_gold, 1) == 0) continue;
    tables.begin_group();
    tables.weights.push_back(table_weights[job]);
    for (std::size_t t = 0; t < of.tables.size(); ++t) {
      const auto row = std::span(of.table_rows).subspan(t * columns.all, columns.all);
      row[columns.log] = route_detail::raised_log(probabilities[of.owner[t]]);
      row[columns.probability] = probabilities[of.owner[t]];
      tables.add(row, of.is_gold[t] != 0);
    }
  }
  fit = options.evidence_tables;
  fit.threads = options.threads;
  fit.free = route_detail::free_columns(evidence::tables);
  fit.each_right = true;
  model.tables.weights = fit_listwise(tables, fit);

  std::vector<float> rows;
  for (std::size_t g = 0, first = 0; g < tables.sizes.size(); first += tables.sizes[g++]) {
    std::vector<float> scores;
    double sum = 0;
    for (std::size_t r = first; r < first + tables.sizes[g]; ++r) {
      scores.push_back(model.tables.weights.score(
          std::span(tables.rows).subspan(r * tables.columns, tables.columns)));
      sum += std::exp(double{scores.back()});
    }
    for (const float score : scores) {
      rows.push_back(score);
      rows.push_back(static_cast<float>(std::log(sum)));
    }
  }
  model.reads = fit_logistic(std::move(rows), 2, tables.target, {.l2 = 1e-6, .iterations = 100});
  return model;
}

}  // namespace sluice::inline v0::train_detail
