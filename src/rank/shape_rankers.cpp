#include "sluice/rank/shape_rankers.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "candidates.hpp"
#include "sluice/core/error.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/tree_edit_distance.hpp"

namespace sluice::inline v0 {

using rank::Candidates;
using rank::Guess;
using rank::ScoredShape;

ExampleRanking QuestionRanker::rank(const ExampleQuery &query) const {
  const Candidates candidates(*store_, query);
  return rank::finish(rank::choose_by_question(candidates, query.count),
                      rank::readable_guesses(*store_, query).size());
}

ExampleRanking SkeletonRanker::rank(const ExampleQuery &query) const {
  const Candidates candidates(*store_, query);
  const std::vector<Guess> guesses = rank::readable_guesses(*store_, query);
  std::vector<double> likeness(store_->shape_count());
  for (std::size_t i = 0; i < likeness.size(); ++i) {
    for (const Guess &guess : guesses) {
      likeness[i] = std::max(
          likeness[i], guess.weight * skeleton_similarity(*guess.shape, store_->shape(ShapeId(i))));
    }
  }
  std::vector<RankedExample> all = rank::choose_by_question(candidates, store_->size());
  for (RankedExample &of : all) of.score = likeness[store_->shape_of(of.id).index()];
  std::stable_partition(all.begin(), all.end(),
                        [&](const RankedExample &of) { return of.score >= threshold_; });
  all.resize(std::min(all.size(), query.count));
  return rank::finish(std::move(all), guesses.size());
}

/// Caches answers by the requested shapes. Filters and pools are not part of the key, so only
/// queries without them are cached.
struct ShapeRanker::Cache {
  static constexpr std::size_t max_entries = 256;

  std::mutex mutex;
  std::unordered_map<std::string, std::vector<ScoredShape>> answers;
};

namespace {

class Comparison {
 public:
  Comparison(const ExampleStore &store, const std::vector<Guess> &guesses, ShapeSimilarity measure)
      : store_(store), guesses_(guesses), measure_(measure) {}

  double bound(ShapeId id) const {
    double best = 0;
    for (const Guess &guess : guesses_) best = std::max(best, guess.weight * bound(guess, id));
    return best;
  }
  double score(ShapeId id) {
    double best = 0;
    for (const Guess &guess : guesses_) {
      if (guess.weight * bound(guess, id) >= best)
        best = std::max(best, guess.weight * score(guess, id));
    }
    return best;
  }

 private:
  double bound(const Guess &guess, ShapeId id) const {
    return measure_ == ShapeSimilarity::tree_edit_distance
               ? tree_bound(*guess.shape, store_.shape(id))
               : distilling_bound(*guess.shape, store_.shape(id));
  }
  double score(const Guess &guess, ShapeId id) {
    const sql::DiffTree &a = guess.shape->tree(), &b = store_.shape(id).tree();
    try {
      switch (measure_) {
        case ShapeSimilarity::change_distilling: return distilled(a, b);
        case ShapeSimilarity::change_distilling_symmetric:
          return (distilled(a, b) + distilled(b, a)) / 2;
        default: return sql::tree_similarity(distance_.distance(a, b), a, b);
      }
    } catch (const Error &error) {
      if (error.code() != ErrorCode::limit_exceeded) throw;
      return 0;  // too large to compare
    }
  }
  double distilled(const sql::DiffTree &a, const sql::DiffTree &b) {
    return sql::similarity(distiller_.count(a, b));
  }

  const ExampleStore &store_;
  const std::vector<Guess> &guesses_;
  ShapeSimilarity measure_;
  sql::Distiller distiller_;
  sql::TreeEditDistance distance_;
};

/// The score that a shape needs to have an example among the best `count`.
class Bar {
 public:
  explicit Bar(std::size_t count) : count_(count) {}

  void add(double score, std::size_t examples) {
    const auto at = std::ranges::lower_bound(best_, score, std::ranges::greater{},
                                             &std::pair<double, std::size_t>::first);
    best_.insert(at, {score, examples});
    std::size_t sum = 0;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      sum += best_[i].second;
      if (sum < count_) continue;
      best_.resize(i + 1);
      height_ = best_[i].first;
      return;
    }
  }
  double height() const noexcept { return height_; }

 private:
  std::size_t count_;
  double height_ = -1;
  std::vector<std::pair<double, std::size_t>> best_;  // by descending score
};

std::vector<ScoredShape> best_shapes(const ExampleStore &store, const Candidates &candidates,
                                     const std::vector<Guess> &guesses,
                                     const ShapeRankerOptions &options, std::size_t count,
                                     const CancellationToken *token) {
  Comparison comparison(store, guesses, options.similarity);
  std::vector<ScoredShape> bounds;
  for (std::size_t i = 0; i < store.shape_count(); ++i) {
    if (candidates.available[i] != 0) bounds.push_back({ShapeId(i), comparison.bound(ShapeId(i))});
  }
  std::ranges::sort(bounds, [](const ScoredShape &a, const ScoredShape &b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
  Bar bar(count);
  std::vector<ScoredShape> scored;
  for (const ScoredShape &of : bounds) {
    if (of.score < bar.height()) break;
    check_cancelled(token);
    const double score = comparison.score(of.id);
    scored.push_back({of.id, score});
    std::size_t examples = candidates.available[of.id.index()];
    if (options.max_per_shape != 0) examples = std::min(examples, options.max_per_shape);
    bar.add(score, examples);
  }
  std::erase_if(scored, [&](const ScoredShape &of) { return of.score < bar.height(); });
  return scored;
}

std::string key_of(const std::vector<Guess> &guesses, std::size_t count) {
  std::string key = std::to_string(count);
  for (const Guess &guess : guesses) {
    char weight[sizeof guess.weight];
    std::memcpy(weight, &guess.weight, sizeof weight);
    key.append(1, '\n').append(weight, sizeof weight).append(guess.shape->text());
  }
  return key;
}

}  // namespace

ShapeRanker::ShapeRanker(std::shared_ptr<const ExampleStore> store, ShapeRankerOptions options)
    : store_(std::move(store)), options_(options), cache_(std::make_unique<Cache>()) {}
ShapeRanker::~ShapeRanker() = default;
ShapeRanker::ShapeRanker(ShapeRanker &&) noexcept = default;
ShapeRanker &ShapeRanker::operator=(ShapeRanker &&) noexcept = default;

ExampleRanking ShapeRanker::rank(const ExampleQuery &query) const {
  check_cancelled(query.token);
  const Candidates candidates(*store_, query);
  const std::vector<Guess> guesses = rank::readable_guesses(*store_, query);
  if (guesses.empty()) return rank::finish(rank::choose_by_question(candidates, query.count), 0);
  const bool may_keep = query.pool == 0 && query.except_database.empty();
  const std::string key = may_keep ? key_of(guesses, query.count) : std::string();
  std::vector<ScoredShape> shapes;
  bool known = false;
  if (may_keep) {
    const std::lock_guard lock(cache_->mutex);
    const auto at = cache_->answers.find(key);
    known = at != cache_->answers.end();
    if (known) shapes = at->second;
  }
  if (!known) {
    shapes = best_shapes(*store_, candidates, guesses, options_, query.count, query.token);
    if (may_keep) {
      const std::lock_guard lock(cache_->mutex);
      if (cache_->answers.size() >= Cache::max_entries) cache_->answers.clear();
      cache_->answers.emplace(key, shapes);
    }
  }
  return rank::finish(
      rank::choose(*store_, candidates, std::move(shapes), query.count, options_.max_per_shape),
      guesses.size());
}

void ShapeRanker::clear_cache() const {
  const std::lock_guard lock(cache_->mutex);
  cache_->answers.clear();
}

}  // namespace sluice::inline v0
