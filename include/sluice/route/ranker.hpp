#ifndef SLUICE_ROUTE_RANKER_HPP
#define SLUICE_ROUTE_RANKER_HPP

/// The trained ranker: P(database) · P(table | database) · P(column | table).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/route/question_matches.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

class CrossEncoder;
class Glossary;
struct QuestionSignals;
class RankerFeatures;
struct RankerModel;
struct RankerWeights;
namespace route_detail {
class MaskedFeatures;
class SecondRanking;
}  // namespace route_detail

struct RankerOptions {
  std::size_t databases = 30;  ///< Rank the tables of at most this many best databases:
  float min_share = 0;         ///< the best `column_databases`, and others at least this likely.
  std::size_t tables = 20;     ///< Rank the columns of this many best tables,
  std::size_t columns = 200;   ///< and of further tables until this many columns are ranked.
  /// These tables are in at most this many best databases.
  std::size_t column_databases = SIZE_MAX;
  /// Terms of the users of this catalog; may be nullptr. An entry for one database affects other
  /// databases only in that all probabilities still sum to 1.
  const Glossary *glossary = nullptr;
  /// A schema hallucinated for the question, of which both the words and the form are used; may be
  /// nullptr.
  const HallucinatedSchema *hallucinated = nullptr;
  /// Ends the ranking with Error(cancelled) within milliseconds; may be nullptr.
  const CancellationToken *token = nullptr;
};

/// Words of the question that are a value of a column, or one word of a value.
struct NamedValue {
  ColumnId column;
  std::string value;  ///< As the database spells it.
  std::string words;  ///< As the question spells it.
  bool is_whole = true;
};

/// Visible objects, best first. Scores are probabilities: of a database, that the question is about
/// it (they sum to 1); of a table or column, that the question is about its database and reads it.
struct RankerAnswer {
  std::vector<Scored<DatabaseId>> databases;
  std::vector<Scored<TableId>> tables;
  std::vector<Scored<ColumnId>> columns;
  /// Values of `columns` that the question names, in the order of the columns.
  std::vector<NamedValue> values;
  /// In [0, 1]: the confidence that some word of the question means a visible name. If it is near
  /// 0, the question has nothing to do with the catalog.
  float strongest_match = 0;
  /// The probability that some visible database answers the question, if half of all questions can
  /// be answered; nullopt if the model is of an older release without this estimate.
  std::optional<float> fits;
  /// Features behind `fits`: signals and gaps of the best database, its lead, its best tables.
  std::vector<float> fit_row;
};

/// Immutable. Thread-safe.
class Ranker {
 public:
  /// Throws Error(mismatch) if the model was trained with other embedders, with features that this
  /// release does not know, or without content although the schema has it.
  /// `cross_encoder` compares the question with each of the few likely databases and changes their
  /// probabilities: up to 0.2 s each. May be nullptr.
  Ranker(RankerSchema schema, std::shared_ptr<const RankerModel> model,
         std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);
  /// The ranker for a schema that RankerSchema::after made from this one's. Throws Error(mismatch)
  /// if either has content.
  Ranker after(RankerSchema schema) const;

  /// For a mask, the visible part of the catalog is prepared as a catalog of its own: O(text),
  /// cached for the last eight masks. Throws Error(mismatch) if the mask is of another catalog.
  RankerAnswer rank(const Question &question, const Mask *mask = nullptr,
                    const RankerOptions &options = {}) const;

  /// How many of an answer's columns to take so that on average they include at least `recall` of
  /// the columns that a query for the question reads, at least one; all of them if that cannot be
  /// reached. Holds for questions like those of the training: see RecallControl. Throws
  /// Error(unsupported) if the model is of an older release without this estimate. O(log columns).
  std::size_t columns_for(const RankerAnswer &answer, double recall) const;

  /// If RankerAnswer::fits is below this, perhaps no database fits: the threshold of the model, or
  /// 0 if the answer has fewer databases than both FitModel::min_databases and the model's
  /// training.
  float fits_threshold(const RankerAnswer &answer) const noexcept;

  /// The names of `databases` that each content word of the question matches, the five strongest
  /// of each channel. O(words × stems × dimensions + matches × columns). Throws as `rank` does.
  std::vector<WordMatches> matches(const Question &question, std::span<const DatabaseId> databases,
                                   const Mask *mask = nullptr) const;

  const RankerModel &model() const noexcept { return *model_; }
  std::shared_ptr<const RankerModel> share_model() const noexcept { return model_; }
  /// The model's weights for the schema: with content or without.
  const RankerWeights &weights() const noexcept;
  const RankerSchema &schema() const noexcept;

 private:
  Ranker(const Ranker &before, RankerSchema schema);
  /// Applies the glossary, if there is one.
  RankerAnswer rank_expanded(const Question &question, const RankerFeatures &features,
                             const Mask *mask, const RankerOptions &options) const;
  /// `to_read`: the question for the cross-encoder, without a hallucinated schema. `words`: how
  /// many the question has without those that the glossary adds.
  RankerAnswer rank(const Question &question, const Question &to_read, std::size_t words,
                    const RankerFeatures &features, const Mask *mask,
                    const RankerOptions &options) const;
  /// The columns of these tables, best first, by the product of the probabilities of table and
  /// column, or by evidence unless `second` is nullptr.
  std::vector<Scored<ColumnId>> ranked_columns(std::span<const Scored<TableId>> tables,
                                               const RankerFeatures &features,
                                               const QuestionSignals &question_signals,
                                               const route_detail::SecondRanking *second,
                                               const Mask *mask) const;
  /// Adjusts the probabilities of the best databases and their tables with the cross-encoder.
  /// `opened`: how many databases have tables in the answer.
  void read_contenders(const Question &question, const RankerFeatures &features,
                       const QuestionSignals &question_signals, const Mask *mask,
                       std::size_t opened, RankerAnswer &answer) const;
  /// The columns of a database that the cross-encoder reads, by ascending id. `tables`: best first.
  std::vector<ColumnId> columns_to_read(DatabaseId database, const RankerFeatures &features,
                                        const QuestionSignals &question_signals, const Mask *mask,
                                        std::span<const Scored<TableId>> tables) const;

  std::shared_ptr<const RankerModel> model_;
  std::shared_ptr<const CrossEncoder> cross_encoder_;
  std::shared_ptr<const RankerFeatures> features_;
  std::shared_ptr<route_detail::MaskedFeatures> masked_;
};

/// A ranker with the static table and, if it is another embedder, `encoder`. With `values` it also
/// uses the content of the databases. Without `model` it uses the one that comes with the library
/// for these embedders. Throws Error(unsupported) if there is none or the build has no static
/// table, and as RankerSchema and Ranker do.
Ranker make_ranker(std::shared_ptr<const JoinGraphs> graphs,
                   std::shared_ptr<const LexicalIndex> index,
                   const std::optional<AnyEmbedder> &encoder = {},
                   std::shared_ptr<const RankerModel> model = nullptr,
                   std::shared_ptr<const ValueIndex> values = nullptr,
                   std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);

}  // namespace sluice::inline v0

#endif
