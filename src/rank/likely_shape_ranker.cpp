#include "sluice/rank/likely_shape_ranker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <unordered_map>

#include "candidates.hpp"
#include "core/dot.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/rank/query_labels.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/rank/shape_model.hpp"
#include "sluice/sql/change_distilling.hpp"

namespace sluice::inline v0 {

using rank::Candidates;
using rank::Guess;

namespace {

/// The profiles of all shapes as vectors of unit length. Rare features have larger weights.
class Profiles {
 public:
  explicit Profiles(const ExampleStore &store) : shapes_(static_cast<double>(store.shape_count())) {
    for (std::size_t i = 0; i < store.shape_count(); ++i) {
      for (const auto &feature : store.shape(ShapeId(i)).profile())
        ++feature_.try_emplace(feature.first, Feature{size_of_features(), 0}).first->second.shapes;
    }
    begin_.push_back(0);
    for (std::size_t i = 0; i < store.shape_count(); ++i) {
      const std::vector<Entry> of = vector_of(store.shape(ShapeId(i)));
      entries_.insert(entries_.end(), of.begin(), of.end());
      begin_.push_back(static_cast<std::uint32_t>(entries_.size()));
    }
  }

  std::size_t dimensions() const noexcept { return feature_.size(); }

  void add(ShapeId shape, float weight, std::vector<float> &sum) const {
    for (std::uint32_t i = begin_[shape.index()]; i < begin_[shape.index() + 1]; ++i)
      sum[entries_[i].feature] += weight * entries_[i].weight;
  }
  /// Features that no stored shape has affect only the length.
  void add(const QueryShape &shape, std::vector<float> &sum) const {
    for (const Entry &entry : vector_of(shape)) sum[entry.feature] += entry.weight;
  }
  float product(ShapeId shape, const std::vector<float> &other) const noexcept {
    float sum = 0;
    for (std::uint32_t i = begin_[shape.index()]; i < begin_[shape.index() + 1]; ++i)
      sum += entries_[i].weight * other[entries_[i].feature];
    return sum;
  }

 private:
  struct Feature {
    std::uint32_t position = 0;
    std::uint32_t shapes = 0;
  };
  struct Entry {
    std::uint32_t feature = 0;
    float weight = 0;
  };

  std::uint32_t size_of_features() const noexcept {
    return static_cast<std::uint32_t>(feature_.size());
  }

  std::vector<Entry> vector_of(const QueryShape &shape) const {
    std::vector<Entry> of;
    double squares = 0;
    for (const auto &[key, count] : shape.profile()) {
      const auto at = feature_.find(key);
      const double shapes = at == feature_.end() ? 1 : at->second.shapes;
      const double weight =
          (1 + std::log(static_cast<double>(count))) * std::sqrt(std::log(2 * shapes_ / shapes));
      squares += weight * weight;
      if (at != feature_.end()) of.push_back({at->second.position, static_cast<float>(weight)});
    }
    const auto inverse = static_cast<float>(squares > 0 ? 1 / std::sqrt(squares) : 0);
    for (Entry &entry : of) entry.weight *= inverse;
    return of;
  }

  double shapes_;
  std::unordered_map<std::uint64_t, Feature> feature_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> begin_;  // by shape, and the end
};

/// The clauses of each shape.
std::vector<std::uint64_t> clauses_of(const ExampleStore &store) {
  DatabaseDefinition nameless;  // clauses do not depend on names
  nameless.name = "any";
  const auto nothing = Database::make(std::move(nameless));
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < store.shape_count(); ++i) {
    std::vector<std::uint64_t> of_examples;
    for (const ExampleId id : store.examples(ShapeId(i)))
      of_examples.push_back(labels_of(store[id].sql, *nothing).clauses);
    all.push_back(usual_clauses(std::move(of_examples)));
  }
  return all;
}

/// The vectors of the shapes by one model.
struct ShapeVectors {
  std::shared_ptr<const ShapeModel> model;
  std::vector<ShapeVector> vectors;
};

/// Evidence of the approximated query for each shape.
struct GuessEvidence {
  std::vector<float> distilling;
  std::vector<float> profile;
};

bool is_known(const QuestionForm *form) noexcept {
  return form != nullptr && form->model != nullptr;
}

/// Evidence of the question for each shape.
struct QuestionEvidence {
  std::vector<float> skeleton, question, neighbors, form;
};

}  // namespace

LikelyShapeOptions::LikelyShapeOptions() noexcept
    : weights{3.56, 3.48, 15.95, 2.70, 2.91, 9.39, 0}, weights_with_form{2.22, 2.54,  6.00, 0.07,
                                                                         0.68, -1.37, 21.18} {}

struct LikelyShapeRanker::State {
  static constexpr std::size_t max_kept = 256;
  static constexpr double share_with_guess = 5.0 / 6;  // of diversity
  static constexpr float form_scale = 30;              // range of log P that is scaled to [0, 1]

  State(std::shared_ptr<const ExampleStore> with, const LikelyShapeOptions &chosen)
      : store(std::move(with)), options(chosen), profiles(*store), clauses(clauses_of(*store)) {}

  std::shared_ptr<const GuessEvidence> of_guess(const QueryShape &shape,
                                                const CancellationToken *token) const {
    {
      const std::lock_guard lock(mutex);
      if (const auto at = kept.find(shape.text()); at != kept.end()) return at->second;
    }
    auto made = std::make_shared<GuessEvidence>();
    std::vector<float> vector(profiles.dimensions());
    profiles.add(shape, vector);
    sql::Distiller distiller;
    for (std::size_t i = 0; i < store->shape_count(); ++i) {
      check_cancelled(token);
      const ShapeId id(i);
      made->profile.push_back(profiles.product(id, vector));
      made->distilling.push_back(static_cast<float>(
          sql::similarity(distiller.count(shape.tree(), store->shape(id).tree()))));
    }
    const std::lock_guard lock(mutex);
    if (kept.size() >= max_kept) kept.clear();
    kept.emplace(shape.text(), made);
    return made;
  }

  QuestionEvidence of_question(const Candidates &candidates, const QuestionForm *form,
                               const CancellationToken *token) const {
    check_cancelled(token);
    const std::vector<float> skeletons = store->skeleton_similarities(candidates.question);
    QuestionEvidence found;
    found.skeleton.resize(store->shape_count());
    found.question.resize(store->shape_count());
    TopK<std::uint32_t> nearest(options.neighbors);
    const auto share = static_cast<float>(options.question_share);
    for (std::size_t i = 0; i < store->size(); ++i) {
      if (candidates.allowed[i] == 0) continue;
      const std::size_t shape = store->shape_of(ExampleId(i)).index();
      const float similarity = candidates.similarities[i];
      found.skeleton[shape] = std::max(found.skeleton[shape], skeletons[i]);
      found.question[shape] = std::max(found.question[shape], similarity);
      nearest.offer(static_cast<std::uint32_t>(i), skeletons[i] + share * similarity);
    }
    std::vector<float> mean(profiles.dimensions());
    const auto voters = nearest.take();
    double all = 0;
    for (const auto &of : voters) all += std::exp(options.sharpness * of.score);
    for (const auto &of : voters) {
      profiles.add(store->shape_of(ExampleId(of.id)),
                   static_cast<float>(std::exp(options.sharpness * of.score) / all), mean);
    }
    for (std::size_t i = 0; i < store->shape_count(); ++i)
      found.neighbors.push_back(profiles.product(ShapeId(i), mean));
    add_form(form, candidates, token, found);
    return found;
  }

  std::shared_ptr<const ShapeVectors> vectors_for(const std::shared_ptr<const ShapeModel> &model,
                                                  const CancellationToken *token) const {
    {
      const std::lock_guard lock(mutex);
      if (cached_vectors != nullptr && cached_vectors->model == model) return cached_vectors;
    }
    auto made = std::make_shared<ShapeVectors>();
    made->model = model;
    for (std::size_t i = 0; i < store->shape_count(); ++i) {
      check_cancelled(token);
      made->vectors.push_back(model->vector_of(store->shape(ShapeId(i)), clauses[i]));
    }
    const std::lock_guard lock(mutex);
    cached_vectors = made;
    return made;
  }

  void add_form(const QuestionForm *form, const Candidates &candidates,
                const CancellationToken *token, QuestionEvidence &found) const {
    found.form.resize(store->shape_count());
    if (!is_known(form)) return;
    const auto of = vectors_for(form->model, token);
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < found.form.size(); ++i) {
      if (candidates.available[i] == 0) continue;
      found.form[i] = dot(form->vector, of->vectors[i]);
      best = std::max(best, found.form[i]);
    }
    double all = 0;
    for (std::size_t i = 0; i < found.form.size(); ++i) {
      if (candidates.available[i] != 0) all += std::exp(double{found.form[i] - best});
    }
    const float whole = best + static_cast<float>(std::log(all));
    for (std::size_t i = 0; i < found.form.size(); ++i) {
      if (candidates.available[i] != 0)
        found.form[i] = std::max(0.0F, 1 + (found.form[i] - whole) / form_scale);
    }
  }

  /// One row of evidence. `guess` may be nullptr.
  std::array<float, ShapeEvidence::size> row(std::size_t shape, const GuessEvidence *guess,
                                             bool is_equal,
                                             const QuestionEvidence &question) const {
    return {guess != nullptr ? guess->distilling[shape] : 0,
            guess != nullptr ? guess->profile[shape] : 0,
            is_equal ? 1.0F : 0.0F,
            question.skeleton[shape],
            question.question[shape],
            question.neighbors[shape],
            question.form[shape]};
  }

  /// Adds `share` times P(shape) given one guess, or none.
  void add_probabilities(const Candidates &candidates, const QuestionEvidence &question,
                         const QueryShape *guess, const ShapeWeights &weights, double share,
                         const CancellationToken *token, std::vector<double> &sum) const {
    const std::shared_ptr<const GuessEvidence> of =
        guess != nullptr ? of_guess(*guess, token) : nullptr;
    const auto equal = guess != nullptr ? store->find_shape(guess->text()) : std::nullopt;
    std::vector<double> scores(sum.size());
    double best = -1e300;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (candidates.available[i] == 0) continue;
      const auto evidence = row(i, of.get(), equal && equal->index() == i, question);
      for (std::size_t k = 0; k < evidence.size(); ++k)
        scores[i] += weights[k] * static_cast<double>(evidence[k]);
      best = std::max(best, scores[i]);
    }
    double all = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      scores[i] = candidates.available[i] == 0 ? 0 : std::exp(scores[i] - best);
      all += scores[i];
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += share * scores[i] / all;
  }

  /// The number of examples to choose of each shape.
  std::vector<std::uint32_t> places(const Candidates &candidates,
                                    const std::vector<double> &probabilities, double diversity,
                                    std::size_t count, const CancellationToken *token) const {
    std::vector<std::uint32_t> given(probabilities.size());
    const double again = (1 - diversity) / static_cast<double>(count);
    for (std::size_t place = 0; place < count; ++place) {
      check_cancelled(token);
      std::size_t best = probabilities.size();
      double best_value = -1;
      for (std::size_t i = 0; i < probabilities.size(); ++i) {
        if (given[i] >= candidates.available[i]) continue;
        const double value = probabilities[i] * (again + (given[i] == 0 ? diversity : 0));
        if (value > best_value) {
          best_value = value;
          best = i;
        }
      }
      if (best == probabilities.size()) break;
      ++given[best];
    }
    return given;
  }

  std::shared_ptr<const ExampleStore> store;
  LikelyShapeOptions options;
  Profiles profiles;
  std::vector<std::uint64_t> clauses;                          // by shape
  mutable std::mutex mutex;                                    // guards the members below
  mutable std::shared_ptr<const ShapeVectors> cached_vectors;  // of the model that was used last
  mutable std::unordered_map<std::string, std::shared_ptr<const GuessEvidence>> kept;
};

LikelyShapeRanker::LikelyShapeRanker(std::shared_ptr<const ExampleStore> store,
                                     const LikelyShapeOptions &options) {
  const auto is_share = [](double x) { return x >= 0 && x < 1; };
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!is_share(options.diversity) || options.neighbors == 0 ||
      !(options.sharpness >= 0 && options.sharpness <= 100) ||
      !(options.question_share >= 0 && options.question_share <= 100) ||
      !std::ranges::all_of(options.weights, is_finite) ||
      !std::ranges::all_of(options.weights_with_form, is_finite)) {
    throw Error(ErrorCode::invalid_argument,
                "diversity must be in [0, 1), neighbors above 0, and weights finite");
  }
  state_ = std::make_unique<State>(std::move(store), options);
}
LikelyShapeRanker::~LikelyShapeRanker() = default;
LikelyShapeRanker::LikelyShapeRanker(LikelyShapeRanker &&) noexcept = default;
LikelyShapeRanker &LikelyShapeRanker::operator=(LikelyShapeRanker &&) noexcept = default;

ExampleRanking LikelyShapeRanker::rank(const ExampleQuery &query) const {
  check_cancelled(query.token);
  const ExampleStore &store = *state_->store;
  const Candidates candidates(store, query);
  const std::vector<Guess> guesses = rank::readable_guesses(store, query);
  const QuestionEvidence question = state_->of_question(candidates, query.form, query.token);
  const ShapeWeights &weights =
      is_known(query.form) ? state_->options.weights_with_form : state_->options.weights;
  std::vector<double> probabilities(store.shape_count());
  double all = 0;
  for (const Guess &guess : guesses) all += guess.weight;
  if (guesses.empty()) {
    state_->add_probabilities(candidates, question, nullptr, weights, 1, query.token,
                              probabilities);
  }
  for (const Guess &guess : guesses) {
    state_->add_probabilities(candidates, question, guess.shape.get(), weights, guess.weight / all,
                              query.token, probabilities);
  }
  const double diversity =
      state_->options.diversity * (guesses.empty() ? 1 : State::share_with_guess);
  const std::vector<std::uint32_t> places = state_->places(
      candidates, probabilities, diversity, std::min(query.count, store.size()), query.token);
  std::vector<RankedExample> chosen;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == 0) continue;
    TopK<ExampleId> nearest(places[i]);
    for (const ExampleId id : store.examples(ShapeId(i))) {
      if (candidates.allowed[id.index()] != 0)
        nearest.offer(id, candidates.similarities[id.index()]);
    }
    for (const auto &of : nearest.take()) chosen.push_back({of.id, probabilities[i], of.score});
  }
  std::ranges::sort(chosen, [](const RankedExample &a, const RankedExample &b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.question_similarity != b.question_similarity)
      return a.question_similarity > b.question_similarity;
    return a.id < b.id;
  });
  return rank::finish(std::move(chosen), guesses.size());
}

std::vector<float> LikelyShapeRanker::evidence(const ExampleQuery &query,
                                               std::vector<std::uint32_t> &available) const {
  const ExampleStore &store = *state_->store;
  const Candidates candidates(store, query);
  available = candidates.available;
  const std::vector<Guess> guesses = rank::readable_guesses(store, query);
  const QuestionEvidence question = state_->of_question(candidates, query.form, query.token);
  const QueryShape *guess = guesses.empty() ? nullptr : guesses.front().shape.get();
  const auto of = guess != nullptr ? state_->of_guess(*guess, query.token) : nullptr;
  const auto equal = guess != nullptr ? store.find_shape(guess->text()) : std::nullopt;
  std::vector<float> rows;
  for (std::size_t i = 0; i < store.shape_count(); ++i) {
    const auto row = state_->row(i, of.get(), equal && equal->index() == i, question);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

void LikelyShapeRanker::clear_cache() const {
  const std::lock_guard lock(state_->mutex);
  state_->kept.clear();
}

}  // namespace sluice::inline v0
