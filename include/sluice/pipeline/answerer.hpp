#ifndef SLUICE_PIPELINE_ANSWERER_HPP
#define SLUICE_PIPELINE_ANSWERER_HPP

/// From a question to SQL and its rows: routes, chooses columns, values and examples, asks a
/// language model, checks its SQL and runs it. Without a model, the best guess is checked and
/// returned.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/judge/denotation.hpp"
#include "sluice/llm/schema_choice.hpp"
#include "sluice/llm/sql_generator.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/retrieve/value_choice.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// The choice of a person among candidate schemas: returns a position.
using SchemaChooser = function_ref<std::size_t(std::span<const SchemaCandidate> candidates)>;

struct AnswerOptions {
  /// For each candidate. `databases` and `token` are ignored: the strategy sets the number of
  /// candidates, and the token below cancels the call.
  AskOptions ask;
  SchemaTextOptions schema;
  SchemaStrategy strategy = SchemaStrategy::best;
  std::size_t candidates = 5;  ///< Number of databases for strategies other than `best`.
  /// For SchemaStrategy::human.
  std::optional<SchemaChooser> choose = std::nullopt;
  /// Candidates to use instead of a search, unchanged. Each is of one database and not empty.
  std::span<const Subset> given = {};
  /// Guesses to use instead of those of the approximator for the first candidate's database.
  std::optional<std::span<const ApproximatedQuery>> guesses = std::nullopt;
  std::size_t examples = 5;               ///< Number of examples in the prompt.
  std::string_view except_database = {};  ///< Skips examples of this database; empty: none.
  ValueChoiceOptions values;
  bool execute = false;     ///< Runs the query, to check it and for its rows.
  std::size_t rows = 1000;  ///< Maximum number of rows to keep.
  QueryLimits limits = {};  ///< For running the query.
  CancellationToken token = {};
};

struct QuestionAnswer {
  Answer retrieved;                        ///< The schema in the prompt: all candidates together.
  std::vector<ApproximatedQuery> guesses;  ///< For the first candidate's database.
  std::vector<FoundValue> values;          ///< Values that the prompt shows.
  ExampleRanking examples;                 ///< Ids are those of AnswererParts::examples.
  std::string prompt;                      ///< Empty if nothing was found or no model is asked.
  GeneratedSql generated;  ///< If the query failed its check, `check` has the reason.
  /// The SQL is from the approximator, not from a language model.
  bool is_guess = false;
  double confidence = 0;                  ///< The weight of a guess, at most 1.
  std::optional<DatabaseId> database;     ///< The query's, if it passed its check.
  Denotation rows;                        ///< Result of the query, if it was run.
  std::vector<std::string> column_names;  ///< Names of the columns of `rows`.
  bool is_whole = true;                   ///< Whether `rows` is complete.
};

/// The parts of an Answerer. Only the retriever is required.
struct AnswererParts {
  std::shared_ptr<const Retriever> retriever = nullptr;
  /// None: the answer is the best guess that passes its check.
  std::optional<AnyCompleter> completer = std::nullopt;
  std::shared_ptr<const DatabaseSource> databases = nullptr;  ///< nullptr: queries are not run.
  /// The content of columns; nullptr: the prompt has only the samples of the catalog.
  std::shared_ptr<const ValueIndex> values = nullptr;
  /// Guesses the query, to rank examples, to look up values and to add the columns that it reads to
  /// the prompt. Receives only the visible part of a database.
  std::optional<AnyApproximator> approximator = std::nullopt;
  /// Predicts the clauses of the query, to rank examples. Also receives only the visible part.
  std::optional<LabelApproximator> labels = std::nullopt;
  std::shared_ptr<const ExampleStore> examples = nullptr;  ///< nullptr: the prompt has no examples.
  /// Ranks the examples of that store; none: LikelyShapeRanker. With a mask, a LikelyShapeRanker
  /// over the store that ExampleStore::masked_by returns is always used.
  std::optional<AnyExampleRanker> ranker = std::nullopt;
  SqlGeneratorOptions generator = {};
};

/// Immutable. As thread-safe as the completer and the approximator.
class Answerer {
 public:
  /// Throws Error: invalid_argument (no retriever, or neither completer nor approximator), mismatch
  /// (values of another catalog).
  explicit Answerer(AnswererParts parts);

  /// Prompts contain the whole question; retrieval uses the part that a Question reads. A query
  /// that fails even after its repair is not an error: see `generated.check`. Throws what
  /// Retriever::ask, make_prompt, the approximator, the completer and the chooser throw, and Error:
  /// invalid_argument (`human` without a chooser, a choice out of range, execution without
  /// databases), not_found (the chosen database has no content), cancelled.
  QuestionAnswer answer(std::string_view question, const AnswerOptions &options = {},
                        const Progress &progress = {}) const;

 private:
  std::vector<Subset> candidates(const Question &question, const AnswerOptions &options,
                                 Answer &retrieved) const;
  std::vector<Subset> chosen(std::string_view question, std::vector<Subset> candidates,
                             const AnswerOptions &options) const;
  std::vector<ApproximatedQuery> guesses_at(const Question &question, DatabaseId database,
                                            const AnswerOptions &options) const;
  std::vector<FoundValue> values_of(const Question &question, const QuestionAnswer &answer,
                                    DatabaseId guessed, const AnswerOptions &options) const;
  ExampleRanking examples_for(const Question &question, const QuestionAnswer &answer,
                              DatabaseId database, const AnswerOptions &options) const;
  struct VisibleExamples;
  std::shared_ptr<const VisibleExamples> visible_examples(const Mask &mask) const;
  std::string prompt_of(std::string_view question, const QuestionAnswer &answer,
                        const AnswerOptions &options) const;

  AnswererParts parts_;
  struct VisibleCache;
  std::shared_ptr<VisibleCache> visible_cache_;  // by mask; shared by copies
};

}  // namespace sluice::inline v0

#endif
