#ifndef SLUICE_PIPELINE_ANSWERER_HPP
#define SLUICE_PIPELINE_ANSWERER_HPP

/// From a question to SQL and its rows: route, choose columns, values and examples, ask a language
/// model, check what it wrote, run it. Without a model, the best guess is checked and offered.

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

namespace sluice {

/// A person's choice among candidate schemas: a position.
using SchemaChooser = function_ref<std::size_t(std::span<const SchemaCandidate> candidates)>;

struct AnswerOptions {
  /// Of each candidate. `databases` and `token` are not used: the strategy says how many there are,
  /// and the token below ends the whole call.
  AskOptions ask;
  SchemaTextOptions schema;
  SchemaStrategy strategy = SchemaStrategy::best;
  std::size_t candidates = 5;  ///< Databases that a strategy other than `best` looks at.
  /// Asked by SchemaStrategy::human.
  std::optional<SchemaChooser> choose = std::nullopt;
  /// In place of candidates that are looked for: each of one database, none empty. Nothing is
  /// added to them.
  std::span<const Subset> given = {};
  /// In place of what the approximator would say of the first candidate's database.
  std::optional<std::span<const ApproximatedQuery>> guesses = std::nullopt;
  std::size_t examples = 5;               ///< For the prompt, out of the store.
  std::string_view except_database = {};  ///< Whose examples are passed over; empty: none.
  ValueChoiceOptions values;
  bool execute = false;     ///< Runs the query: as a part of its check, and for its rows.
  std::size_t rows = 1000;  ///< Kept of the result.
  QueryLimits limits = {};  ///< Of the run.
  CancellationToken token = {};
};

struct QuestionAnswer {
  Answer retrieved;  ///< What the prompt was made of, all candidates together.
  std::vector<ApproximatedQuery> guesses;  ///< At the query, of the first candidate's database.
  std::vector<FoundValue> values;          ///< That the prompt names.
  ExampleRanking examples;                 ///< Ids of AnswererParts::examples.
  std::string prompt;                      ///< Empty where nothing was found, or nobody is asked.
  GeneratedSql generated;                  ///< Not passed: why is in its check.
  /// The SQL is the approximator's, not a language model's.
  bool is_guess = false;
  double confidence = 0;                  ///< Of a guess: its weight, at most 1.
  std::optional<DatabaseId> database;     ///< That the query is for, where it passed.
  Denotation rows;                        ///< Of the query, where it was run.
  std::vector<std::string> column_names;  ///< Of the rows.
  bool is_whole = true;                   ///< Whether `rows` are all of them.
};

/// What an Answerer is made of; the retriever has to be there.
struct AnswererParts {
  std::shared_ptr<const Retriever> retriever = nullptr;
  /// Nothing: the best guess that passes its check is the answer.
  std::optional<AnyCompleter> completer = std::nullopt;
  std::shared_ptr<const DatabaseSource> databases = nullptr;  ///< nullptr: no query is run.
  /// What columns hold; nullptr: the prompt names the catalog's samples only.
  std::shared_ptr<const ValueIndex> values = nullptr;
  /// Guesses at the query: examples are ranked by them, values looked up, what they read is shown.
  /// Asked about what is visible of a database.
  std::optional<AnyApproximator> approximator = std::nullopt;
  /// Says what clauses the query has, which ranks examples beside the guesses. Asked likewise.
  std::optional<LabelApproximator> labels = std::nullopt;
  std::shared_ptr<const ExampleStore> examples = nullptr;  ///< nullptr: the prompt shows none.
  /// Of that store. Nothing: LikelyShapeRanker, which is asked under a mask in any case, with what
  /// ExampleStore::masked_by leaves.
  std::optional<AnyExampleRanker> ranker = std::nullopt;
  SqlGeneratorOptions generator = {};
};

/// Immutable; as many threads at once as the completer and the approximator take.
class Answerer {
 public:
  /// Throws Error: invalid_argument (no retriever, or neither completer nor approximator), mismatch
  /// (values of another catalog).
  explicit Answerer(AnswererParts parts);

  /// A query that cannot be run after its repair is no exception: see `generated.check`. Throws
  /// what Retriever::ask, make_prompt, the approximator, the completer and the chooser throw, and
  /// Error: invalid_argument (`human` without a chooser, a choice out of range, to execute without
  /// databases), not_found (of the chosen database there are no rows), cancelled.
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
  struct SeenExamples;
  std::shared_ptr<const SeenExamples> seen_examples(const Mask &mask) const;
  std::string prompt_of(std::string_view question, const QuestionAnswer &answer,
                        const AnswerOptions &options) const;

  AnswererParts parts_;
  std::optional<SqlGenerator> generator_;
  struct SeenCache;
  std::shared_ptr<SeenCache> seen_;  // by mask; shared by copies
};

}  // namespace sluice

#endif
