#include "confidence_training.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
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

Shown shown_in(std::size_t fold, const HeldOutQuestions &asked, std::size_t every) {
  Shown shown;
  const Ranker ranker(asked.schema, asked.models[fold]);
  for (std::size_t i = 0; i < asked.examples.size(); i += every) {
    if (asked.folds[i] != fold) continue;
    const RankerExample &example = asked.examples[i];
    const RankerAnswer answer = ranker.rank(example.question);
    Mask without(asked.schema.graphs().share_catalog());
    without.hide(example.database);
    shown.fits.add(answer, true, fold);
    shown.fits.add(ranker.rank(example.question, &without), false, fold);
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
  std::vector<Shown> shown(folds);
  run_jobs(
      folds, options.threads,
      [&](std::size_t fold, const Progress &reports) {
        reports.step("recall", fold, folds);
        shown[fold] = shown_in(fold, asked, options.judged_every);
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
