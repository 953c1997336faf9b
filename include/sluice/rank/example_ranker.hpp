#ifndef SLUICE_RANK_EXAMPLE_RANKER_HPP
#define SLUICE_RANK_EXAMPLE_RANKER_HPP

/// Ranks stored examples for a question and guesses at its query. Source: Shen et al. 2024
/// (ASTReS), sections 3.1 and 3.2.

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

/// A guess at a question's query.
struct ApproximatedQuery {
  std::string sql;
  /// Weight among the guesses for one question; positive and finite.
  double weight = 1;
};

struct ExampleQuery {
  Question question;
  /// The database that the question is about; nullptr: unknown.
  const Database *database = nullptr;
  /// May be empty. Guesses that are not SQL are skipped; if none is left, only questions are
  /// compared.
  std::span<const ApproximatedQuery> approximations;
  /// The question's features for a shape model, as in LabelScores; nullptr: unknown. Used by
  /// LikelyShapeRanker only.
  const QuestionForm *form = nullptr;
  std::size_t count = 5;  ///< Maximum number of examples to return.
  /// Considers only this many examples, those with the most similar questions; 0: all.
  std::size_t pool = 0;
  /// Skips examples of this database; empty: none.
  std::string_view except_database;
  /// Ends the ranking with Error(cancelled) within milliseconds; may be nullptr.
  const CancellationToken *token = nullptr;
};

struct RankedExample {
  ExampleId id;
  double score = 0;                ///< The ranker's score, in [0, 1].
  double question_similarity = 0;  ///< Cosine, in [-1, 1].
};

struct ExampleRanking {
  std::vector<RankedExample> examples;  ///< Best first; at most `count`.
  /// Mean score of the examples, in [0, 1]; 0 without examples.
  double confidence = 0;
  std::size_t read = 0;  ///< Number of approximations that are SQL.
};

/// `rank(query)` returns examples of one store in a total order. Ties in the score are broken by
/// the similarity of the questions, then in favor of a shape that was not chosen yet, then by the
/// smaller id. Throws Error(invalid_argument) if a weight is not positive and finite. Must be
/// thread-safe.
template <class T>
concept ExampleRanker = requires(const T &ranker, const ExampleQuery &query) {
  { ranker.rank(query) } -> std::same_as<ExampleRanking>;
};

/// Type-erased ranker. Copies share it. Never empty. As thread-safe as the ranker.
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

/// Bin of a confidence as in the paper's table 6, in [0, confidence_bins): [0.95, 1], [0.9, 0.95),
/// [0.85, 0.9), [0.8, 0.85), below 0.8.
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
