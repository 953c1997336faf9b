#include "candidates.hpp"

#include <algorithm>
#include <cmath>

#include "sluice/core/error.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/sql/syntax_error.hpp"

namespace sluice::inline v0::rank {
namespace {

bool nearer(const RankedExample &a, const RankedExample &b) noexcept {
  if (a.question_similarity != b.question_similarity)
    return a.question_similarity > b.question_similarity;
  return a.id < b.id;
}

/// Chooses examples from groups of equal scores.
class CandidateChoice {
 public:
  CandidateChoice(const ExampleStore &store, std::size_t count, std::size_t max_per_shape)
      : store_(store), count_(count), max_per_shape_(max_per_shape), taken_(store.shape_count()) {}

  bool full() const noexcept { return chosen_.size() >= count_; }

  /// `tied` is sorted by `nearer`.
  void take(std::vector<RankedExample> tied) {
    while (!tied.empty() && !full()) {
      // Among equally similar questions, prefers the shape that was chosen least often.
      auto best = tied.begin();
      for (auto at = tied.begin();
           at != tied.end() && at->question_similarity == tied.front().question_similarity; ++at) {
        if (taken(at->id) < taken(best->id)) best = at;
      }
      if (max_per_shape_ != 0 && taken(best->id) >= max_per_shape_) {
        left_.push_back(*best);
      } else {
        ++taken_[store_.shape_of(best->id).index()];
        chosen_.push_back(*best);
      }
      tied.erase(best);
    }
  }

  std::vector<RankedExample> result() {
    for (const RankedExample &of : left_) {
      if (full()) break;
      chosen_.push_back(of);
    }
    return std::move(chosen_);
  }

 private:
  std::size_t taken(ExampleId id) const noexcept { return taken_[store_.shape_of(id).index()]; }

  const ExampleStore &store_;
  std::size_t count_;
  std::size_t max_per_shape_;
  std::vector<std::size_t> taken_;  // by shape
  std::vector<RankedExample> chosen_, left_;
};

}  // namespace

Candidates::Candidates(const ExampleStore &store, const ExampleQuery &query)
    : question(store.view(query.question, query.database)),
      similarities(store.question_similarities(question)),
      allowed(store.size(), 1),
      available(store.shape_count()) {
  if (!query.except_database.empty()) {
    for (std::size_t i = 0; i < store.size(); ++i) {
      if (store[ExampleId(i)].database == query.except_database) allowed[i] = 0;
    }
  }
  if (query.pool != 0 && query.pool < store.size()) {
    TopK<std::uint32_t> best(query.pool);
    for (std::size_t i = 0; i < store.size(); ++i) {
      if (allowed[i] != 0) best.offer(static_cast<std::uint32_t>(i), similarities[i]);
    }
    allowed.assign(store.size(), 0);
    for (const auto &of : best.take()) allowed[of.id] = 1;
  }
  for (std::size_t i = 0; i < store.size(); ++i)
    available[store.shape_of(ExampleId(i)).index()] += allowed[i];
}

std::vector<Guess> readable_guesses(const ExampleStore &store, const ExampleQuery &query) {
  std::vector<Guess> guesses;
  double largest = 0;
  for (const ApproximatedQuery &of : query.approximations) {
    check_cancelled(query.token);
    if (!(of.weight > 0) || !std::isfinite(of.weight)) {
      throw Error(ErrorCode::invalid_argument,
                  "the weight of an approximated query must be above 0 and finite");
    }
    try {
      guesses.push_back({QueryShape::of(of.sql, query.database, store.rules()), of.weight});
      largest = std::max(largest, of.weight);
    } catch (const sql::SyntaxError &) {
    } catch (const Error &error) {
      if (error.code() != ErrorCode::limit_exceeded) throw;
    }
  }
  for (Guess &guess : guesses) guess.weight /= largest;
  return guesses;
}

std::vector<RankedExample> choose(const ExampleStore &store, const Candidates &candidates,
                                  std::vector<ScoredShape> shapes, std::size_t count,
                                  std::size_t max_per_shape) {
  std::ranges::sort(shapes, [](const ScoredShape &a, const ScoredShape &b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
  CandidateChoice choice(store, count, max_per_shape);
  for (std::size_t i = 0; i < shapes.size() && !choice.full();) {
    std::vector<RankedExample> tied;
    const double score = shapes[i].score;
    for (; i < shapes.size() && shapes[i].score == score; ++i) {
      for (const ExampleId id : store.examples(shapes[i].id)) {
        if (candidates.allowed[id.index()] != 0)
          tied.push_back({id, score, candidates.similarities[id.index()]});
      }
    }
    std::ranges::sort(tied, nearer);
    choice.take(std::move(tied));
  }
  return choice.result();
}

std::vector<RankedExample> choose_by_question(const Candidates &candidates, std::size_t count) {
  TopK<std::uint32_t> best(count);
  for (std::size_t i = 0; i < candidates.allowed.size(); ++i) {
    if (candidates.allowed[i] != 0)
      best.offer(static_cast<std::uint32_t>(i), candidates.similarities[i]);
  }
  std::vector<RankedExample> chosen;
  for (const auto &of : best.take())
    chosen.push_back({ExampleId(of.id), std::max(0.0F, of.score), of.score});
  return chosen;
}

ExampleRanking finish(std::vector<RankedExample> chosen, std::size_t read) {
  ExampleRanking ranking{std::move(chosen), 0, read};
  for (const RankedExample &of : ranking.examples) ranking.confidence += of.score;
  if (!ranking.examples.empty()) ranking.confidence /= static_cast<double>(ranking.examples.size());
  return ranking;
}

}  // namespace sluice::inline v0::rank
