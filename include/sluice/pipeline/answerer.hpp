#ifndef SLUICE_PIPELINE_ANSWERER_HPP
#define SLUICE_PIPELINE_ANSWERER_HPP

/// From a question to SQL and its rows: route, choose columns and values, ask a language model,
/// check what it wrote, run it.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/evaluate/denotation.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/llm/schema_choice.hpp"
#include "sluice/llm/sql_generator.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"

namespace sluice {

/// A person's choice among candidate schemas: a position.
using SchemaChooser = function_ref<std::size_t(std::span<const SchemaCandidate> candidates)>;

struct AnswerOptions {
  /// Of each candidate; `databases` is not heard: the strategy says how many there are.
  AskOptions ask;
  SchemaTextOptions schema;
  SchemaStrategy strategy = SchemaStrategy::best;
  std::size_t candidates = 5;  ///< Databases that a strategy other than `best` looks at.
  /// Asked by SchemaStrategy::human.
  std::optional<SchemaChooser> choose = std::nullopt;
  std::span<const PromptExample> examples = {};  ///< For the prompt, the best ones first.
  bool execute = false;     ///< Runs the query: as a part of its check, and for its rows.
  std::size_t rows = 1000;  ///< Kept of the result.
  QueryLimits limits = {};  ///< Of the run.
  CancellationToken token = {};
};

struct FoundValue {
  ColumnId column;
  std::string value;  ///< As the database spells it.
};

struct QuestionAnswer {
  Answer retrieved;                    ///< What the prompt was made of, all candidates together.
  std::vector<FoundValue> values;      ///< That the question names, in its order.
  std::string prompt;                  ///< Empty where nothing was found.
  GeneratedSql generated;              ///< Not passed: why is in its check.
  std::optional<DatabaseId> database;  ///< That the query is for, where it passed.
  Denotation rows;                     ///< Of the query, where it was run.
  bool is_whole = true;                ///< Whether `rows` are all of them.
};

/// Immutable; as many threads at once as the completer takes.
class Answerer {
 public:
  /// `databases` runs queries; nullptr: none is run. `values` knows what columns hold; nullptr:
  /// the prompt names the catalog's samples only. Throws Error(mismatch) if they are of another
  /// catalog.
  Answerer(std::shared_ptr<const Retriever> retriever, AnyCompleter completer,
           std::shared_ptr<const DatabaseSource> databases = nullptr,
           std::shared_ptr<const ValueIndex> values = nullptr, SqlGeneratorOptions generator = {});

  /// A query that cannot be run after its repair is no exception: see `generated.check`. Throws
  /// what Retriever::ask, make_prompt, the completer and the chooser throw, and Error:
  /// invalid_argument (`human` without a chooser, a choice out of range, to execute without
  /// databases), not_found (of the chosen database there are no rows), cancelled.
  QuestionAnswer answer(std::string_view question, const AnswerOptions &options = {},
                        const Progress &progress = {}) const;

 private:
  std::vector<Subset> candidates(std::string_view question, const AnswerOptions &options,
                                 Answer &retrieved) const;
  std::vector<Subset> chosen(std::string_view question, std::vector<Subset> candidates,
                             const AnswerOptions &options) const;
  std::vector<FoundValue> values_of(std::string_view question, const Subset &subset,
                                    const Mask *mask) const;

  std::shared_ptr<const Retriever> retriever_;
  AnyCompleter completer_;
  std::shared_ptr<const DatabaseSource> databases_;
  std::shared_ptr<const ValueIndex> values_;
  SqlGenerator generator_;
};

}  // namespace sluice

#endif
