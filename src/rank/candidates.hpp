#ifndef SLUICE_SRC_RANK_CANDIDATES_HPP
#define SLUICE_SRC_RANK_CANDIDATES_HPP

/// What all rankers of examples begin with: who may be chosen, and which guesses can be read.

#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/rank/example_ranker.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0::rank {

/// Examples that a query's filters leave over, with what is known of their questions.
struct Candidates {
  Candidates(const ExampleStore &store, const ExampleQuery &query);

  QuestionView question;
  std::vector<float> similarities;       ///< By example.
  std::vector<std::uint8_t> allowed;     ///< By example.
  std::vector<std::uint32_t> available;  ///< By shape: allowed examples.
};

/// A guess that is SQL. Weights are shares of the largest.
struct Guess {
  std::shared_ptr<const QueryShape> shape;
  double weight = 1;
};

/// Throws Error(invalid_argument) for a weight that is none.
std::vector<Guess> readable_guesses(const ExampleStore &store, const ExampleQuery &query);

/// A shape and its score.
struct ScoredShape {
  ShapeId id;
  double score = 0;
};

/// Takes examples of the best shapes: by score, question, shapes not taken yet, id; at most
/// `max_of_a_shape` (0: any number) of one, then the rest. Shapes come in any order.
std::vector<RankedExample> choose(const ExampleStore &store, const Candidates &candidates,
                                  std::vector<ScoredShape> shapes, std::size_t count,
                                  std::size_t max_of_a_shape);

/// The allowed examples with the most similar questions.
std::vector<RankedExample> choose_by_question(const Candidates &candidates, std::size_t count);

/// With the mean of the scores as confidence.
ExampleRanking finish(std::vector<RankedExample> chosen, std::size_t read);

}  // namespace sluice::inline v0::rank

#endif
