#ifndef SLUICE_PIPELINE_LABEL_APPROXIMATOR_HPP
#define SLUICE_PIPELINE_LABEL_APPROXIMATOR_HPP

/// A guess at a question's query without a language model: the trained ranker says what is read,
/// the label model what is done with it.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/approximator.hpp"
#include "sluice/rank/label_reading.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

struct GuessedQuery {
  std::string sql;        ///< Empty if the database has no column.
  double confidence = 0;  ///< In [0, 1]: how often a query guessed so surely has gold's shape.
  /// By which LikelyShapeRanker ranks as well; not known without a column.
  QuestionForm form;
};

/// The evidence of one question, kept together with its view.
struct GatheredEvidence {
  std::vector<float> tables;  ///< By position in the database.
  std::vector<float> columns;
  std::vector<LabelValue> values;

  LabelEvidence view(const Question &question) const { return {question, tables, columns, values}; }
};

/// One database, ready to be asked. Immutable; any threads at once.
class LabelGuesser {
 public:
  /// `values`: of a catalog of that database alone; nullptr: the content is not known. `ranker`:
  /// nullptr: the one that is compiled in. Throws as make_ranker does.
  explicit LabelGuesser(std::shared_ptr<const Database> database,
                        std::shared_ptr<const ValueIndex> values = nullptr,
                        std::shared_ptr<const RankerModel> ranker = nullptr);

  /// O(words · names).
  GatheredEvidence gather(const Question &question) const;
  GuessedQuery guess(const Question &question, const LabelModel &model,
                     const LabelModelOptions &options = {}) const;
  /// GuessedQuery::form alone, without the making of a query.
  QuestionForm form(const Question &question, const LabelModel &model,
                    const LabelModelOptions &options = {}) const;
  /// How likely the query reads each table and column: for PruneRule::expected. Throws
  /// Error(unsupported) if the model does not say.
  ElementNeeds needs(const Question &question, const LabelModel &model,
                     const LabelModelOptions &options = {}) const;
  const LabelSchema &schema() const noexcept { return schema_; }
  /// What this takes of memory, models and `values` left out: an estimate, some 0.2 MB and 2 KB a
  /// column, and what is kept of words, which grows with the questions.
  std::size_t bytes() const noexcept { return own_bytes_ + ranker_.schema().kept_bytes(); }

 private:
  Ranker ranker_;
  LabelSchema schema_;
  std::size_t own_bytes_;
};

/// What databases hold, for those who ask about one of them; empty: not known.
struct LabelContent {
  std::shared_ptr<const Catalog> catalog = nullptr;
  std::shared_ptr<const ValueIndex> values = nullptr;  ///< Of that catalog.
};

/// Models Approximator. What it prepares of a database is kept for the next question about the same
/// one, up to a number of bytes: what was used least recently goes first. Thread-safe.
class LabelApproximator {
 public:
  /// 64 MiB: some 300 databases of ten columns, or 20 of 1,000.
  static constexpr std::size_t default_kept_bytes = std::size_t{64} << 20;

  /// `model`: nullptr: the one that is compiled in. Throws Error: unsupported if there is none,
  /// mismatch if it was trained with another static table than the one that is compiled in.
  /// Databases that `content` has, or of which a mask left a part, are asked about with what the
  /// columns there hold. Throws Error(mismatch) for values of another catalog, too.
  /// `kept_bytes`: by LabelGuesser::bytes, all databases together. The one that was asked about
  /// last is kept in any case.
  explicit LabelApproximator(std::shared_ptr<const LabelModel> model = nullptr,
                             LabelModelOptions options = {}, LabelContent content = {},
                             std::size_t kept_bytes = default_kept_bytes);

  /// One guess, or none for a database without columns. The weight is its confidence.
  std::vector<ApproximatedQuery> approximate(const Question &question,
                                             const Database &database) const;
  /// The same with all that is known of it. `values`: as in LabelGuesser; nullptr: of `content`.
  GuessedQuery guess(const Question &question, const Database &database,
                     const std::shared_ptr<const ValueIndex> &values = nullptr) const;
  /// GuessedQuery::form alone, without the making of a query: what choosing examples needs.
  QuestionForm form(const Question &question, const Database &database) const;
  /// As LabelGuesser::needs.
  ElementNeeds needs(const Question &question, const Database &database) const;

  /// What is kept of databases takes now, by LabelGuesser::bytes as they were used last.
  std::size_t kept_bytes() const;

 private:
  struct Prepared;
  std::shared_ptr<const LabelGuesser> guesser_for(
      const Database &database, const std::shared_ptr<const ValueIndex> &values) const;
  /// Sets `own_bytes` where it makes a copy.
  std::shared_ptr<const ValueIndex> content_of(const std::shared_ptr<const Database> &database,
                                               std::size_t &own_bytes) const;

  std::shared_ptr<const LabelModel> model_;
  LabelModelOptions options_;
  LabelContent content_;
  std::shared_ptr<Prepared> prepared_;
};

/// With the model that is compiled in; nothing where the build left it out.
std::optional<LabelApproximator> builtin_labels(LabelContent content = {});

}  // namespace sluice

#endif
