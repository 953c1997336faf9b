/// Choosing examples on Spider: the AST-ranking paper's tables, and the time. The index has the
/// 7,000 train questions, the questions are the 1,034 of dev, and approximated queries are recorded
/// predictions and those of the label model. `fit` prints the weights of the likely-shape ranker
/// and their quality on unseen train databases; it reads train data only.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/linear_model.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/shape_rankers.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/train/linear_fit.hpp"
#include "spider_questions.hpp"
#include "train/folds.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

using Rank = std::function<ExampleRanking(const ExampleQuery &)>;

struct Quality {
  double hits = 0;
  double precision = 0;
  double questions = 0;
  void add(const ExampleRanking &ranking, std::string_view gold) {
    double right = 0;
    for (const RankedExample &of : ranking.examples) {
      const ExampleStore &store = *spider().store;
      right += store.shape(store.shape_of(of.id)).text() == gold ? 1 : 0;
    }
    hits += right > 0 ? 1 : 0;
    precision += right / 5;
    questions += 1;
  }
};

/// Calls `visit` with the ranking of each dev question. `uses_form`: whether to use the form
/// predicted by the label model.
void each_ranking(const Rank &rank, const std::string &approximator, std::size_t pool,
                  bool uses_form,
                  const std::function<void(const ExampleRanking &, std::size_t)> &visit) {
  const auto &guesses = approximations(approximator);
  for (std::size_t i = 0; i < spider().dev.size(); ++i) {
    const Example &of = spider().dev[i];
    ExampleQuery query;
    query.question = of.question;
    query.database = spider().database(of);
    query.approximations = guesses[i];
    query.pool = pool;
    if (uses_form) query.form = &dev_forms()[i];
    visit(rank(query), i);
  }
}

void shape_hits(benchmark::State &state, const std::function<Rank()> &make,
                const std::string &approximator, std::size_t pool, bool uses_form = false) {
  if (missing(state)) return;
  const Rank rank = make();
  approximations(approximator);
  Quality quality;
  for (auto _ : state) {
    each_ranking(rank, approximator, pool, uses_form,
                 [&](const ExampleRanking &ranking, std::size_t i) {
                   quality.add(ranking, spider().dev_shapes[i]);
                 });
  }
  state.counters["hit@5"] = 100 * quality.hits / quality.questions;
  state.counters["precision@5"] = 100 * quality.precision / quality.questions;
}

/// The paper's table 6: how often a chosen example has gold's shape, by the ranker's confidence.
void confidence(benchmark::State &state, const std::function<Rank()> &make,
                const std::string &approximator, bool uses_form = false) {
  if (missing(state)) return;
  const Rank rank = make();
  std::array<Quality, confidence_bins> bins;
  for (auto _ : state) {
    each_ranking(rank, approximator, 0, uses_form,
                 [&](const ExampleRanking &ranking, std::size_t i) {
                   bins[confidence_bin(ranking.confidence)].add(ranking, spider().dev_shapes[i]);
                 });
  }
  static constexpr std::array<const char *, confidence_bins> names{".95", ".90", ".85", ".80",
                                                                   "below"};
  for (std::size_t b = 0; b < bins.size(); ++b) {
    state.counters[std::string("n_") + names[b]] = bins[b].questions;
    if (bins[b].questions > 0)
      state.counters[std::string("hit_") + names[b]] = 100 * bins[b].hits / bins[b].questions;
  }
}

template <class Ranker>
Rank held(Ranker ranker) {
  auto shared = std::make_shared<const Ranker>(std::move(ranker));
  return [shared](const ExampleQuery &query) { return shared->rank(query); };
}

Rank likely(double diversity) {
  LikelyShapeOptions options;
  options.diversity = diversity;
  return held(LikelyShapeRanker(spider().store, options));
}
Rank by_shape(ShapeSimilarity similarity, std::size_t most = 0) {
  return held(ShapeRanker(spider().store, {similarity, most}));
}

/// Time per dev question, in order. Cold: without cached answers to other questions.
void speed(benchmark::State &state, const std::function<void(const ExampleQuery &)> &rank,
           const std::function<void()> &clear_cache) {
  if (missing(state)) return;
  const auto &guesses = approximations("graphix_t5_3b_picard");
  std::size_t i = 0;
  for (auto _ : state) {
    clear_cache();
    const Example &of = spider().dev[i];
    ExampleQuery query;
    query.question = of.question;
    query.database = spider().database(of);
    query.approximations = guesses[i];
    query.form = &dev_forms()[i];
    rank(query);
    i = (i + 1) % spider().dev.size();
  }
}

/// Our ranker without bounds, shapes and caches: compares the tree of every example.
void rank_naively(const ExampleQuery &query) {
  const ExampleStore &store = *spider().store;
  const QuestionView view = store.view(query.question, query.database);
  const std::vector<float> similarities = store.question_similarities(view);
  std::shared_ptr<const QueryShape> guess;
  try {
    guess = QueryShape::of(query.approximations[0].sql, query.database);
  } catch (const Error &) {
    return;
  }
  sql::Distiller distiller;
  std::vector<std::pair<double, float>> scores;
  for (std::size_t i = 0; i < store.size(); ++i) {
    scores.emplace_back(sql::similarity(distiller.count(
                            guess->tree(), store.shape(store.shape_of(ExampleId(i))).tree())),
                        similarities[i]);
  }
  std::ranges::partial_sort(scores, scores.begin() + 5, std::ranges::greater{});
  benchmark::DoNotOptimize(scores);
}

// Fitting on train data.

ExampleQuery train_query(std::size_t i, std::span<const ApproximatedQuery> guess, bool uses_form) {
  const Example &of = spider().train[i];
  ExampleQuery query;
  query.question = of.question;
  query.database = spider().database(of);
  query.approximations = guess;
  query.except_database = of.database;
  if (uses_form) query.form = &train_forms()[i];
  return query;
}

std::string shape_of(const std::string &sql, const Database &database) {
  try {
    return QueryShape::of(sql, &database)->text();
  } catch (const Error &) {
    return {};
  }
}

constexpr std::size_t equal = 2;  // index in ShapeEvidence::names

ShapeWeights fitted(bool uses_form, const std::function<bool(std::size_t)> &is_taken) {
  const LikelyShapeRanker ranker(spider().store);
  RankedGroups groups;
  groups.columns = ShapeEvidence::size;
  for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
    const std::size_t i = guessed().positions[k];
    if (!is_taken(i)) continue;
    const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
    std::vector<std::uint32_t> available;
    const std::vector<float> rows = ranker.evidence(train_query(i, guess, uses_form), available);
    const std::size_t gold = spider().store->shape_of(ExampleId(i)).index();
    if (available[gold] == 0) continue;
    groups.begin_group();
    for (std::size_t s = 0; s < available.size(); ++s) {
      if (available[s] != 0)
        groups.add(std::span(rows).subspan(s * ShapeEvidence::size, ShapeEvidence::size),
                   s == gold);
    }
  }
  const LinearModel model =
      fit_listwise(std::move(groups), {.l2 = 1e-3, .iterations = 80, .tolerance = 1e-6});
  ShapeWeights weights;
  for (std::size_t k = 0; k < weights.size(); ++k)
    weights[k] = double{model.weights[k]} * double{model.standardizer.inverses()[k]};
  // The feature is 0 or 1, and so rare that the standardizer clips it.
  weights[equal] = double{model.weights[equal]} *
                   double{model.standardizer(equal, 1) - model.standardizer(equal, 0)};
  return weights;
}

/// Fits weights on all train databases, and reports how those of three quarters do on the fourth,
/// also for guesses of the right shape. `trust`: the weight of an equal shape; 0: as fitted.
void fit(benchmark::State &state, bool uses_form, double trust,
         double diversity = LikelyShapeOptions().diversity) {
  if (missing(state)) return;
  const std::vector<std::size_t> fold = folds_by_group(spider().train_groups(), 4, 1);
  ShapeWeights all{};
  Quality learned, distilling, learned_of_right;
  for (auto _ : state) {
    all = fitted(uses_form, [](std::size_t) { return true; });
    const Rank plain = by_shape(ShapeSimilarity::change_distilling);
    for (std::size_t f = 0; f < 4; ++f) {
      LikelyShapeOptions options;
      options.diversity = diversity;
      const auto is_other = [&](std::size_t i) { return fold[i] != f; };
      options.weights = options.weights_with_form = fitted(uses_form, is_other);
      if (trust > 0) options.weights[equal] = options.weights_with_form[equal] = trust;
      const Rank ours = held(LikelyShapeRanker(spider().store, options));
      for (std::size_t k = 0; k < guessed().positions.size(); ++k) {
        const std::size_t i = guessed().positions[k];
        if (fold[i] != f) continue;
        const std::vector<ApproximatedQuery> guess{{guessed().sql[k], 1}};
        const ExampleStore &store = *spider().store;
        const std::string &gold = store.shape(store.shape_of(ExampleId(i))).text();
        const ExampleRanking ranking = ours(train_query(i, guess, uses_form));
        learned.add(ranking, gold);
        if (shape_of(guessed().sql[k], *spider().database(spider().train[i])) == gold)
          learned_of_right.add(ranking, gold);
        distilling.add(plain(train_query(i, guess, false)), gold);
      }
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k)
    state.counters["w" + std::to_string(k) + "_" + std::string(ShapeEvidence::names[k])] = all[k];
  state.counters["hit"] = 100 * learned.hits / learned.questions;
  state.counters["precision"] = 100 * learned.precision / learned.questions;
  state.counters["right_hit"] = 100 * learned_of_right.hits / learned_of_right.questions;
  state.counters["right_precision"] = 100 * learned_of_right.precision / learned_of_right.questions;
  state.counters["distilling_hit"] = 100 * distilling.hits / distilling.questions;
  state.counters["distilling_precision"] = 100 * distilling.precision / distilling.questions;
}

void register_all() {
  const auto once = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  const auto add = [&](const std::string &name, std::function<Rank()> make, std::size_t pool = 0) {
    for (const std::string of : {"oracle", "graphix_t5_3b_picard", "c3_gpt35"}) {
      once("hits/" + name + '/' + of,
           [=](benchmark::State &state) { shape_hits(state, make, of, pool); });
    }
  };
  once("hits/question", [](benchmark::State &state) {
    shape_hits(
        state, [] { return held(QuestionRanker(spider().store)); }, "oracle", 0);
  });
  once("hits/likely/nearest", [](benchmark::State &state) {
    shape_hits(
        state, [] { return likely(LikelyShapeOptions().diversity); }, "nearest", 0);
  });
  const auto distilling = [] { return by_shape(ShapeSimilarity::change_distilling); };
  const auto default_likely = [] { return likely(LikelyShapeOptions().diversity); };
  add("likely", default_likely);
  for (const std::string of : {"none", "oracle", "graphix_t5_3b_picard", "c3_gpt35"}) {
    once("hits/likely_with_form/" + of,
         [=](benchmark::State &state) { shape_hits(state, default_likely, of, 0, true); });
    once("confidence/likely_with_form/" + of,
         [=](benchmark::State &state) { confidence(state, default_likely, of, true); });
  }
  add("dail", [] { return held(SkeletonRanker(spider().store)); });
  add("distilling", distilling);
  add("distilling_500", distilling, 500);
  add("symmetric", [] { return by_shape(ShapeSimilarity::change_distilling_symmetric); });
  add("tree_edit", [] { return by_shape(ShapeSimilarity::tree_edit_distance); });
  add(
      "tree_edit_500", [] { return by_shape(ShapeSimilarity::tree_edit_distance); }, 500);
  add("diversity/likely_0", [] { return likely(0); });
  add("diversity/likely_0.6", [] { return likely(0.6); });
  add("diversity/distilling_4", [] { return by_shape(ShapeSimilarity::change_distilling, 4); });
  add("diversity/distilling_1", [] { return by_shape(ShapeSimilarity::change_distilling, 1); });
  for (const std::string of : {"oracle", "graphix_t5_3b_picard", "c3_gpt35"}) {
    once("confidence/likely/" + of,
         [=](benchmark::State &state) { confidence(state, default_likely, of); });
    once("confidence/distilling/" + of,
         [=](benchmark::State &state) { confidence(state, distilling, of); });
  }

  const auto timed = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(("speed/" + name).c_str(), std::move(run))
        ->Unit(benchmark::kMicrosecond);
  };
  timed("naive", [](benchmark::State &state) { speed(state, rank_naively, [] {}); });
  for (const bool cold : {true, false}) {
    const std::string how = cold ? "_cold" : "_warm";
    timed("likely" + how, [=](benchmark::State &state) {
      if (missing(state)) return;
      const LikelyShapeRanker ranker(spider().store);
      speed(
          state, [&](const ExampleQuery &query) { ranker.rank(query); },
          [&] {
            if (cold) ranker.clear_cache();
          });
    });
    for (const auto of :
         {ShapeSimilarity::change_distilling, ShapeSimilarity::tree_edit_distance}) {
      timed((of == ShapeSimilarity::change_distilling ? "distilling" : "tree_edit") + how,
            [=](benchmark::State &state) {
              if (missing(state)) return;
              const ShapeRanker ranker(spider().store, {of, 0});
              speed(
                  state, [&](const ExampleQuery &query) { ranker.rank(query); },
                  [&] {
                    if (cold) ranker.clear_cache();
                  });
            });
    }
  }
  once("fit/plain", [](benchmark::State &state) { fit(state, false, 0); });
  for (const int trust : {0, 5, 6, 7, 8, 16}) {
    once("fit/form/trust_" + (trust == 0 ? "fitted" : std::to_string(trust)),
         [=](benchmark::State &state) { fit(state, true, trust); });
  }
  for (const int percent : {0, 12, 18, 24, 30, 36, 48}) {
    once("fit/form/diversity_" + std::to_string(percent),
         [=](benchmark::State &state) { fit(state, true, 6, percent / 100.0); });
  }
}

const bool registered = (register_all(), true);

}  // namespace
