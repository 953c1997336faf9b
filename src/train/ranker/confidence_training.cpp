#include "confidence_training.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sluice/core/parallel.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/train/linear_fit.hpp"
#include "training_rows.hpp"

namespace sluice::inline v0::train_detail {
namespace {

/// RankerAnswer::fit_row of questions with (1) and without (0) their database.
struct FitRows {
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;
  std::vector<std::size_t> folds;

  void add(const RankerAnswer &answer, bool fits, std::size_t fold) {
    if (answer.fit_row.empty()) return;  // no database is visible
    rows.insert(rows.end(), answer.fit_row.begin(), answer.fit_row.end());
    labels.push_back(fits ? 1 : 0);
    folds.push_back(fold);
  }

  void append(const FitRows &more) {
    rows.insert(rows.end(), more.rows.begin(), more.rows.end());
    labels.insert(labels.end(), more.labels.begin(), more.labels.end());
    folds.insert(folds.end(), more.folds.begin(), more.folds.end());
  }
};

/// Databases that are hidden together, and their questions.
struct Hidden {
  std::size_t set = 0;
  std::size_t fold = 0;
  std::vector<DatabaseId> databases;
  std::vector<std::size_t> examples;
};

/// Results for these questions.
struct Shown {
  std::vector<std::vector<float>> right;  // by question with columns: scores of the gold columns
  FitRows fits;
};

/// Number of databases hidden together: preparing a catalog with hidden databases takes as long as
/// a hundred questions. In a small catalog, only a few may be missing.
std::size_t hidden_at_once(const Catalog &catalog) {
  return std::max<std::size_t>(1, catalog.database_count() / 20);
}

void add_hidden(std::size_t set, std::size_t fold, const HeldOutQuestions &asked, std::size_t every,
                std::vector<Hidden> &to) {
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t i = 0; i < asked.examples.size(); i += every) {
    if (asked.folds[i] == fold) by_database[asked.examples[i].database].push_back(i);
  }
  const std::size_t together = hidden_at_once(asked.schema.catalog());
  for (auto next = by_database.begin(); next != by_database.end();) {
    Hidden &some = to.emplace_back(Hidden{set, fold, {}, {}});
    for (; some.databases.size() < together && next != by_database.end(); ++next) {
      some.databases.push_back(next->first);
      some.examples.insert(some.examples.end(), next->second.begin(), next->second.end());
    }
  }
}

Shown shown_by(const Ranker &ranker, const HeldOutQuestions &asked, const Hidden &hidden) {
  Mask without(asked.schema.graphs().share_catalog());
  for (const DatabaseId database : hidden.databases) without.hide(database);
  Shown shown;
  for (const std::size_t i : hidden.examples) {
    const RankerExample &example = asked.examples[i];
    const RankerAnswer answer = ranker.rank(example.question);
    shown.fits.add(answer, true, hidden.fold);
    shown.fits.add(ranker.rank(example.question, &without), false, hidden.fold);
    if (example.columns.empty()) continue;
    std::vector<float> &found = shown.right.emplace_back(example.columns.size(), 0.0F);
    for (const auto &ranked : answer.columns) {
      const auto at = std::ranges::find(example.columns, ranked.id) - example.columns.begin();
      if (static_cast<std::size_t>(at) < found.size())
        found[static_cast<std::size_t>(at)] = ranked.score;
    }
  }
  return shown;
}

/// The threshold is chosen on probabilities by a model that was trained without the question's
/// database.
FitModel fit_of(const FitRows &all, std::size_t folds, const LinearFitOptions &options) {
  FitModel fit;
  if (std::ranges::find(all.labels, std::uint8_t{0}) == all.labels.end() ||
      std::ranges::find(all.labels, std::uint8_t{1}) == all.labels.end()) {
    return fit;
  }
  const std::size_t columns = all.rows.size() / all.labels.size();
  std::vector<float> answerable;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    if (std::ranges::all_of(all.folds, [fold](std::size_t of) { return of == fold; })) return fit;
    const LinearModel others = rows_without(fold, all.rows, all.labels, all.folds).fit(options);
    for (std::size_t r = 0; r < all.labels.size(); ++r) {
      if (all.folds[r] != fold || all.labels[r] == 0) continue;
      const auto row = std::span(all.rows).subspan(r * columns, columns);
      answerable.push_back(static_cast<float>(sigmoid(others.score(row))));
    }
  }
  std::ranges::sort(answerable);
  const double given_up = (1 - FitModel::kept) * static_cast<double>(answerable.size());
  fit.threshold = answerable[static_cast<std::size_t>(given_up)];
  fit.weights = fit_logistic(all.rows, columns, all.labels, options);
  return fit;
}

}  // namespace

void fit_confidence(std::span<const HeldOutQuestions> all, const RankerTrainerOptions &options,
                    const Progress &progress) {
  const std::size_t folds = options.folds;
  std::vector<std::optional<Ranker>> rankers(all.size() * folds);
  run_jobs(rankers.size(), options.threads, [&](std::size_t job, const Progress &) {
    const HeldOutQuestions &asked = all[job / folds];
    rankers[job].emplace(asked.schema, asked.models[job % folds]);
  });
  std::vector<Hidden> hidden;
  for (std::size_t set = 0; set < all.size(); ++set) {
    for (std::size_t fold = 0; fold < folds; ++fold)
      add_hidden(set, fold, all[set], options.judged_every, hidden);
  }
  std::vector<Shown> shown(hidden.size());
  run_jobs(
      shown.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("recall", job, shown.size());
        const std::size_t set = hidden[job].set;
        shown[job] = shown_by(*rankers[set * folds + hidden[job].fold], all[set], hidden[job]);
      },
      progress);
  run_jobs(all.size(), options.threads, [&](std::size_t set, const Progress &) {
    std::vector<std::vector<float>> right;
    FitRows fits;
    for (std::size_t job = 0; job < shown.size(); ++job) {
      if (hidden[job].set != set) continue;
      std::ranges::move(shown[job].right, std::back_inserter(right));
      fits.append(shown[job].fits);
    }
    if (!right.empty()) all[set].weights->recall = RecallControl::fit(right);
    all[set].weights->fit = fit_of(fits, folds, options.fits);
  });
}

}  // namespace sluice::inline v0::train_detail
