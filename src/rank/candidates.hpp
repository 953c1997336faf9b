#ifndef SLUICE_SRC_RANK_CANDIDATES_HPP
#define SLUICE_SRC_RANK_CANDIDATES_HPP

/// The first steps of all rankers of examples: filters the examples and parses the guesses.

#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/rank/example_ranker.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0::rank {

/// The examples that pass a query's filters, and the similarities of their questions.
struct Candidates {
  Candidates(const ExampleStore &store, const ExampleQuery &query);

  QuestionView question;
  std::vector<float> similarities;       ///< By example.
  std::vector<std::uint8_t> allowed;     ///< By example.
  std::vector<std::uint32_t> available;  ///< By shape: number of allowed examples.
};

/// A guess that is valid SQL. Weights are relative to the largest.
struct Guess {
  std::shared_ptr<const QueryShape> shape;
  double weight = 1;
};

/// Throws Error(invalid_argument) for an invalid weight.
std::vector<Guess> readable_guesses(const ExampleStore &store, const ExampleQuery &query);

/// A shape and its score.
struct ScoredShape {
  ShapeId id;
  double score = 0;
};

/// Chooses examples of the best shapes: by score, question similarity, shapes that were not chosen
/// yet, then id. First at most `max_per_shape` of each shape (0: no limit), then the rest. `shapes`
/// may be in any order.
std::vector<RankedExample> choose(const ExampleStore &store, const Candidates &candidates,
                                  std::vector<ScoredShape> shapes, std::size_t count,
                                  std::size_t max_per_shape);

/// The allowed examples with the most similar questions.
std::vector<RankedExample> choose_by_question(const Candidates &candidates, std::size_t count);

/// Sets the confidence to the mean of the scores.
ExampleRanking finish(std::vector<RankedExample> chosen, std::size_t read);

}  // namespace sluice::inline v0::rank

#endif
