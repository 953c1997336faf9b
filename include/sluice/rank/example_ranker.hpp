#ifndef SLUICE_RANK_EXAMPLE_RANKER_HPP
#define SLUICE_RANK_EXAMPLE_RANKER_HPP

/// From a question and what its query may look like to the examples that are worth showing.
/// Source: Shen et al. 2024 (ASTReS), sections 3.1 and 3.2.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/erased.hpp"
#include "sluice/rank/example_store.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct QuestionForm;

/// A guess at the question's query.
struct ApproximatedQuery {
  std::string sql;
  /// Its weight among the guesses of one question; above 0.
  double weight = 1;
};

struct ExampleQuery {
  Question question;
  /// The database that the question is about; nullptr: unknown.
  const Database *database = nullptr;
  /// May be empty. Guesses that are not SQL are skipped; if none is left, only the question is
  /// compared.
  std::span<const ApproximatedQuery> approximations;
  /// The question's features for a shape model, as in LabelScores; nullptr: unknown. Used by
  /// LikelyShapeRanker only.
  const QuestionForm *form = nullptr;
  std::size_t count = 5;  ///< Examples wanted.
  /// Only this many examples with the most similar questions are considered; 0: all.
  std::size_t pool = 0;
  /// Examples of this database are left out; empty: none.
  std::string_view except_database;
  /// Ends the ranking with Error(cancelled) within milliseconds; may be nullptr.
  const CancellationToken *token = nullptr;
};

struct RankedExample {
  ExampleId id;
  double score = 0;                ///< The ranker's, in [0, 1].
  double question_similarity = 0;  ///< In [-1, 1].
};

struct ExampleRanking {
  std::vector<RankedExample> examples;  ///< Best first; fewer where there are not enough.
  /// How far to trust them, in [0, 1]: the mean of their scores. 0 without examples.
  double confidence = 0;
  std::size_t read = 0;  ///< Approximations that are SQL.
};

/// `rank(query)` chooses examples of one store, in a total order. Equal scores are told apart by
/// the similarity of the questions, then an example of a shape that was not taken yet goes first,
/// then the smaller id. Throws Error(invalid_argument) for a weight that is not above 0 or not
/// finite. Safe to call from many threads.
template <class T>
concept ExampleRanker = requires(const T &ranker, const ExampleQuery &query) {
  { ranker.rank(query) } -> std::same_as<ExampleRanking>;
};

/// Any ranker; copies share it. Never empty.
class AnyExampleRanker {
 public:
  template <OtherThan<AnyExampleRanker> Model>
    requires(ExampleRanker<Model>)
  AnyExampleRanker(Model model)  // NOLINT(google-explicit-constructor)
      : held_(std::move(model)) {}

  ExampleRanking rank(const ExampleQuery &query) const { return held_->rank(query); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual ExampleRanking rank(const ExampleQuery &query) const = 0;
  };
  template <class Model>
  struct Adapter final : Adapted<Interface, Model> {
    using Adapted<Interface, Model>::Adapted;
    ExampleRanking rank(const ExampleQuery &query) const override {
      return this->model.rank(query);
    }
  };

  Erased<Interface, Adapter> held_;
};

/// Confidence in bins as in the paper's table 6, below `confidence_bins`: [0.95, 1], [0.9, 0.95),
/// [0.85, 0.9), [0.8, 0.85), below.
inline constexpr std::size_t confidence_bins = 5;
constexpr std::size_t confidence_bin(double confidence) noexcept {
  return confidence >= 0.95   ? 0
         : confidence >= 0.9  ? 1
         : confidence >= 0.85 ? 2
         : confidence >= 0.8  ? 3
                              : 4;
}

}  // namespace sluice::inline v0

#endif
