#include "confidence_training.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "sluice/core/parallel.hpp"
#include "sluice/route/ranker.hpp"
#include "training_rows.hpp"

namespace sluice::detail {
namespace {

/// What the rankings of questions with (1) and without (0) their database had to go by.
struct FitRows {
  std::vector<float> rows;
  std::vector<std::uint8_t> labels;
  std::vector<std::size_t> folds;

  void add(const RankerAnswer &answer, bool fits, std::size_t fold) {
    if (answer.evidence.empty()) return;  // no database is left
    rows.insert(rows.end(), answer.evidence.begin(), answer.evidence.end());
    labels.push_back(fits ? 1 : 0);
    folds.push_back(fold);
  }

  void append(const FitRows &more) {
    rows.insert(rows.end(), more.rows.begin(), more.rows.end());
    labels.insert(labels.end(), more.labels.begin(), more.labels.end());
    folds.insert(folds.end(), more.folds.begin(), more.folds.end());
  }
};

/// What the questions of a fold showed.
struct Shown {
  std::vector<std::vector<float>> right;  // by question with columns: the scores of gold's
  FitRows fits;
};

/// `without`: hides at least the example's database.
void add_shown(const Ranker &ranker, const RankerExample &example, const Mask &without,
               std::size_t fold, Shown &shown) {
  const RankerAnswer answer = ranker.rank(example.question);
  shown.fits.add(answer, true, fold);
  shown.fits.add(ranker.rank(example.question, &without), false, fold);
  if (example.columns.empty()) return;
  std::vector<float> &found = shown.right.emplace_back(example.columns.size(), 0.0F);
  for (const auto &ranked : answer.columns) {
    const auto at = std::ranges::find(example.columns, ranked.id) - example.columns.begin();
    if (static_cast<std::size_t>(at) < found.size())
      found[static_cast<std::size_t>(at)] = ranked.score;
  }
}

/// Databases are hidden this many at once: to prepare a catalog of which some are hidden takes as
/// long as a hundred questions. Of a small one few may be missed.
std::size_t hidden_at_once(const Catalog &catalog) {
  return std::max<std::size_t>(1, catalog.database_count() / 40);
}

/// Of a half of them: folds are not enough to share out evenly.
Shown shown_in(std::size_t fold, bool second_half, const HeldOutQuestions &asked,
               std::size_t every) {
  const Catalog &catalog = asked.schema.catalog();
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t i = 0; i < asked.examples.size(); i += every) {
    if (asked.folds[i] == fold) by_database[asked.examples[i].database].push_back(i);
  }
  Shown shown;
  const Ranker ranker(asked.schema, asked.models[fold]);
  const std::size_t together = hidden_at_once(catalog);
  const std::size_t middle = by_database.size() / 2;
  const auto half = std::next(by_database.begin(), static_cast<std::ptrdiff_t>(middle));
  const auto end = second_half ? by_database.end() : half;
  for (auto next = second_half ? half : by_database.begin(); next != end;) {
    Mask without(asked.schema.graphs().share_catalog());
    std::vector<std::size_t> some;
    for (std::size_t taken = 0; taken < together && next != end; ++taken, ++next) {
      without.hide(next->first);
      some.insert(some.end(), next->second.begin(), next->second.end());
    }
    for (const std::size_t i : some) add_shown(ranker, asked.examples[i], without, fold, shown);
  }
  return shown;
}

/// The threshold is chosen on probabilities by a model that did not see the question's database.
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

void fit_confidence(const HeldOutQuestions &asked, const RankerTrainerOptions &options,
                    const Progress &progress, RankerWeights &weights) {
  const std::size_t folds = asked.models.size();
  std::vector<Shown> shown(2 * folds);
  run_jobs(
      shown.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("recall", job, shown.size());
        shown[job] = shown_in(job / 2, job % 2 != 0, asked, options.judged_every);
      },
      progress);
  std::vector<std::vector<float>> right;
  FitRows fits;
  for (Shown &of : shown) {
    std::ranges::move(of.right, std::back_inserter(right));
    fits.append(of.fits);
  }
  if (!right.empty()) weights.recall = RecallControl::fit(right);
  weights.fit = fit_of(fits, folds, options.fits);
}

}  // namespace sluice::detail
