#ifndef SLUICE_RANK_APPROXIMATOR_HPP
#define SLUICE_RANK_APPROXIMATOR_HPP

/// Approximators guess the query of a question before it is written: fast models, recordings,
/// similar examples. Source: Shen et al. 2024 (ASTReS), section 3: the approximator.

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/core/erased.hpp"
#include "sluice/rank/example_ranker.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// `approximate(question, database)` returns guesses at the query, best first, or none. A model
/// takes the question as a Question or as its text. Callers skip guesses that are not SQL. Must be
/// thread-safe. May throw.
template <class T>
concept Approximator = requires(const T &approximator, std::string_view question,
                                const Database &database) {
  { approximator.approximate(question, database) } -> std::same_as<std::vector<ApproximatedQuery>>;
};

struct AskedQuestion {
  std::string question;
  std::string database;
};

/// Type-erased approximator. Copies share it. Never empty. As thread-safe as the approximator.
class AnyApproximator {
 public:
  template <OtherThan<AnyApproximator> Model>
    requires(Approximator<Model>)
  AnyApproximator(Model model)  // NOLINT(google-explicit-constructor)
      : held_(std::move(model)) {}

  std::vector<ApproximatedQuery> approximate(const Question &question,
                                             const Database &database) const {
    return held_->approximate(question, database);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::vector<ApproximatedQuery> approximate(const Question &question,
                                                       const Database &database) const = 0;
  };
  template <class Model>
  struct Adapter final : Adapted<Interface, Model> {
    using Adapted<Interface, Model>::Adapted;
    std::vector<ApproximatedQuery> approximate(const Question &question,
                                               const Database &database) const override {
      if constexpr (requires { this->model.approximate(question, database); }) {
        return this->model.approximate(question, database);
      } else {
        return this->model.approximate(question.text(), database);
      }
    }
  };

  Erased<Interface, Adapter> held_;
};

/// Models Approximator: recorded predictions, such as those of a benchmark's systems. Immutable.
/// Thread-safe.
class RecordedApproximator {
 public:
  /// Line i of `text` answers question i; blank lines and NO_PREDICTION mean no answer. `add` adds
  /// another guess per question and is not thread-safe. Both throw Error(mismatch), naming
  /// `source`, if the number of lines differs from the number of questions.
  RecordedApproximator(std::span<const AskedQuestion> questions, std::string_view text,
                       const std::string &source);
  void add(std::string_view text, const std::string &source);

  /// If a question occurs twice with the same database, the first answer counts. Empty for an
  /// unknown question. O(log questions).
  std::vector<ApproximatedQuery> approximate(std::string_view question,
                                             const Database &database) const;

 private:
  std::vector<std::pair<std::string, std::size_t>> questions_;  // key and line, ascending
  std::vector<std::vector<std::string>> answers_;               // by line
};

/// Models Approximator by a callback: `std::string(std::string_view question, const Database &)`,
/// which returns an empty text if it has no guess. As thread-safe as the callback.
template <class Callback>
  requires std::is_invocable_r_v<std::string, const Callback &, std::string_view, const Database &>
class CallbackApproximator {
 public:
  explicit CallbackApproximator(Callback callback) : callback_(std::move(callback)) {}

  std::vector<ApproximatedQuery> approximate(std::string_view question,
                                             const Database &database) const {
    std::string sql = callback_(question, database);
    if (sql.empty()) return {};
    return {{std::move(sql), 1}};
  }

 private:
  Callback callback_;
};

/// The prompt for a language model: the schema, one line per table, and the question, with names as
/// in the database's dialect. O(schema).
std::string approximation_prompt(std::string_view question, const Database &database);

/// The query in a model's answer: the content of its first Markdown code block, else the text from
/// the first line that begins like a query to a semicolon or an empty line. Empty if there is none.
/// O(size).
std::string sql_in_answer(std::string_view answer);

/// Models Approximator: a first call to a language model, with the schema and without examples.
/// Throws what the completer throws.
class CompletionApproximator {
 public:
  explicit CompletionApproximator(AnyCompleter completer, CompletionRequest settings = {},
                                  CancellationToken token = {})
      : complete_(std::move(completer), std::move(settings), std::move(token)) {}

  std::vector<ApproximatedQuery> approximate(std::string_view question,
                                             const Database &database) const;

 private:
  PromptFunction complete_;
};

/// Models Approximator: the query of the example with the most similar question, where tables and
/// columns are replaced by those of the database that match the question best; join conditions
/// follow foreign keys. A baseline without a model. Immutable. Thread-safe. O(examples × dimensions
/// + schema).
class NearestExampleApproximator {
 public:
  /// Each of the `guesses` nearest examples gives one guess. `skip_same_database` skips examples of
  /// the question's database.
  explicit NearestExampleApproximator(std::shared_ptr<const ExampleStore> store,
                                      std::size_t guesses = 1, bool skip_same_database = true)
      : store_(std::move(store)), guesses_(guesses), skip_same_database_(skip_same_database) {}

  std::vector<ApproximatedQuery> approximate(const Question &question,
                                             const Database &database) const;

 private:
  std::shared_ptr<const ExampleStore> store_;
  std::size_t guesses_;
  bool skip_same_database_;
};

/// A query of another database, with its names replaced as in NearestExampleApproximator. Empty if
/// it is not SQL or `database` has no table.
std::string relinked(std::string_view sql, const Question &question, const Database &database);

}  // namespace sluice::inline v0

#endif
