#ifndef SLUICE_PIPELINE_LABEL_APPROXIMATOR_HPP
#define SLUICE_PIPELINE_LABEL_APPROXIMATOR_HPP

/// Guesses a question's query without a language model: the trained ranker predicts which tables
/// and columns the query reads, the label model how it uses them.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/approximator.hpp"
#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/label_model.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct GuessedQuery {
  std::string sql;        ///< Empty if the database has no column.
  double confidence = 0;  ///< In [0, 1]: how often such a guess has the gold query's shape.
  /// For LikelyShapeRanker; unknown if the database has no column.
  QuestionForm form;
};

/// The evidence for one question: the storage behind a LabelEvidence.
struct GatheredEvidence {
  std::vector<float> tables;  ///< P(the query reads it), by position in the database.
  std::vector<float> columns;
  std::vector<LabelValue> values;

  LabelEvidence view(const Question &question) const { return {question, tables, columns, values}; }
};

/// One database, prepared for questions. Immutable. Thread-safe.
class LabelGuesser {
 public:
  /// `values`: the index of a catalog with only this database; nullptr: the content is unknown.
  /// `ranker`: nullptr means the built-in one. Throws what make_ranker throws.
  explicit LabelGuesser(std::shared_ptr<const Database> database,
                        std::shared_ptr<const ValueIndex> values = nullptr,
                        std::shared_ptr<const RankerModel> ranker = nullptr);

  /// The evidence that the ranker and `values` have for this question. O(words · names).
  GatheredEvidence gather(const Question &question) const;
  /// Costs what `gather`, LabelModel::predict and `query_of` cost. Throws what `predict` throws.
  GuessedQuery guess(const Question &question, const LabelModel &model,
                     const LabelModelOptions &options = {}) const;
  /// Only GuessedQuery::form, without building a query.
  QuestionForm form(const Question &question, const LabelModel &model,
                    const LabelModelOptions &options = {}) const;
  /// The probabilities that the query reads each table and column, for PruneRule::expected. Throws
  /// Error(unsupported) if the model has no NeedModel.
  ElementNeeds needs(const Question &question, const LabelModel &model,
                     const LabelModelOptions &options = {}) const;
  const LabelSchema &schema() const noexcept { return schema_; }
  /// An estimate of the memory in use, without models and `values`: about 0.2 MB, 2 KB per column,
  /// and the cache of words, which grows with the questions.
  std::size_t bytes() const noexcept { return own_bytes_ + ranker_.schema().cache_bytes(); }

 private:
  Ranker ranker_;
  LabelSchema schema_;
  std::size_t own_bytes_;
};

/// The content of databases; empty: unknown.
struct LabelContent {
  std::shared_ptr<const Catalog> catalog = nullptr;
  std::shared_ptr<const ValueIndex> values = nullptr;  ///< Content of `catalog`.
};

/// Models Approximator. Caches prepared databases up to a number of bytes and drops the least
/// recently used one first. Thread-safe.
class LabelApproximator {
 public:
  /// 64 MiB: about 300 databases of ten columns, or 20 of 1,000.
  static constexpr std::size_t default_cache_bytes = std::size_t{64} << 20;

  /// `model`: nullptr means the built-in one. `content` is used for databases that are in it, whole
  /// or as the visible part that a mask shows. `cache_bytes`: capacity of the cache, by
  /// LabelGuesser::bytes; the most recently used database is always kept. Throws Error: unsupported
  /// (there is no built-in model), mismatch (the model was trained with another static table than
  /// the built-in one, or the values are of another catalog).
  explicit LabelApproximator(std::shared_ptr<const LabelModel> model = nullptr,
                             LabelModelOptions options = {}, LabelContent content = {},
                             std::size_t cache_bytes = default_cache_bytes);

  /// One guess, or none for a database without columns. Its weight is its confidence.
  std::vector<ApproximatedQuery> approximate(const Question &question,
                                             const Database &database) const;
  /// The guess with all its details. `values`: as in LabelGuesser; nullptr means those of
  /// `content`.
  GuessedQuery guess(const Question &question, const Database &database,
                     const std::shared_ptr<const ValueIndex> &values = nullptr) const;
  /// Only GuessedQuery::form, without building a query: for choosing examples.
  QuestionForm form(const Question &question, const Database &database) const;
  /// See LabelGuesser::needs.
  ElementNeeds needs(const Question &question, const Database &database) const;

  /// Current size of the cache: the sum of LabelGuesser::bytes at the last use of each database.
  std::size_t cache_bytes() const;

 private:
  struct Prepared;
  std::shared_ptr<const LabelGuesser> guesser_for(
      const Database &database, const std::shared_ptr<const ValueIndex> &values) const;
  /// If the result is a copy, sets `own_bytes` to its size.
  std::shared_ptr<const ValueIndex> content_of(const std::shared_ptr<const Database> &database,
                                               std::size_t &own_bytes) const;

  std::shared_ptr<const LabelModel> model_;
  LabelModelOptions options_;
  LabelContent content_;
  std::shared_ptr<Prepared> prepared_;
};

/// An approximator with the built-in model; nullopt if the build has none.
std::optional<LabelApproximator> builtin_labels(LabelContent content = {});

}  // namespace sluice::inline v0

#endif
