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
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker_features.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

namespace detail {
class MaskedFeatures;
}

struct RankerOptions {
  std::size_t databases = 30;  ///< Best ones whose tables are looked at,
  float min_share = 0;         ///< of those, the ones likelier than this, and `column_databases`.
  std::size_t tables = 40;     ///< Best ones whose columns are looked at.
  std::size_t column_databases = SIZE_MAX;  ///< Best ones that these tables may be of.
  /// What words mean to the asker; nullptr: what they mean to everybody. An entry for one database
  /// changes nothing of others but their share.
  const Glossary *glossary = nullptr;
  /// A schema made up for the question, of which both the words and the form are heard; nullptr:
  /// none.
  const HallucinatedSchema *hallucinated = nullptr;
  /// Ends the ranking with Error(cancelled), within milliseconds; nullptr: nothing does.
  const CancellationToken *token = nullptr;
};

/// Words of the question that are a value of a column, or one of a value's words.
struct NamedValue {
  ColumnId column;
  std::string value;  ///< As the database spells it.
  std::string words;  ///< As the question does.
  bool is_whole = true;
};

/// Best first, visible ones only. Probabilities that the question is about the database (they add
/// up to 1), and about it and reads the table, and reads the column too.
struct RankerAnswer {
  std::vector<Scored<DatabaseId>> databases;
  std::vector<Scored<TableId>> tables;
  std::vector<Scored<ColumnId>> columns;
  /// What the question names of the content of `columns`, in their order.
  std::vector<NamedValue> values;
  /// In [0, 1]: how surely a word of the question means any visible name. Near 0, the question has
  /// nothing to do with the catalog, whatever comes first.
  float strongest_match = 0;
  /// The probability that any visible database answers the question, where as many questions can be
  /// answered as not; none if the model does not know (it is of an older release).
  std::optional<float> fits;
  /// What that is judged by: signals and gaps of the best database, how far it leads, its tables.
  std::vector<float> evidence;
};

/// Immutable; any threads at once.
class Ranker {
 public:
  /// Throws Error(mismatch) if the model was trained with other embedders, or with features that
  /// this release does not know, or without content where the schema comes with it.
  /// `cross_encoder` reads the few databases that may be meant beside the question, and their
  /// probabilities change by what it makes of them: up to 0.2 s each. nullptr: nobody does.
  Ranker(RankerSchema schema, std::shared_ptr<const RankerModel> model,
         std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);
  /// That of a schema which follows this one's, as RankerSchema::after makes it; neither knows
  /// content. Throws Error(mismatch) where one does.
  Ranker after(RankerSchema schema) const;

  /// Under a mask the catalog is prepared anew from what is visible: O(text), kept for further
  /// questions under one of the last eight masks. Throws Error(mismatch) if the mask is of another
  /// catalog.
  RankerAnswer rank(const Question &question, const Mask *mask = nullptr,
                    const RankerOptions &options = {}) const;

  /// How many of an answer's columns to take, so that they hold in the mean at least `recall` of
  /// those that a query for the question reads; all where even these cannot promise it. True for
  /// questions like those of the training: see RecallControl. Throws Error(unsupported) if the
  /// model does not know (it is of an older release). O(log columns).
  std::size_t columns_for(const RankerAnswer &answer, double recall) const;

  /// Where RankerAnswer::fits is below it, perhaps nothing fits: the model's threshold; 0 where the
  /// answer is of fewer databases than FitModel::min_databases and than the model was trained on.
  float fits_threshold(const RankerAnswer &answer) const noexcept;

  /// As RankerFeatures::matches; throws as `rank` does.
  std::vector<WordMatches> matches(const Question &question, std::span<const DatabaseId> databases,
                                   const Mask *mask = nullptr) const;

  const RankerModel &model() const noexcept { return *model_; }
  std::shared_ptr<const RankerModel> share_model() const noexcept { return model_; }
  /// Those of the model that fit the schema: with content or without.
  const RankerWeights &weights() const noexcept {
    return schema().values() ? *model_->with_content : model_->schema_only;
  }
  const RankerSchema &schema() const noexcept { return features_.schema(); }

 private:
  Ranker(const Ranker &before, RankerSchema schema);
  /// With the glossary, if there is one.
  RankerAnswer rank_expanded(const Question &question, const RankerFeatures &features,
                             const Mask *mask, const RankerOptions &options) const;
  /// `to_read`: the question for the cross-encoder, without a hallucinated schema. `words`: how
  /// many the question has without those that the glossary adds.
  RankerAnswer rank(const Question &question, const Question &to_read, std::size_t words,
                    const RankerFeatures &features, const Mask *mask,
                    const RankerOptions &options) const;
  /// The columns of these tables, best first: whether the question reads a table, and then a
  /// column.
  std::vector<Scored<ColumnId>> ranked_columns(std::span<const Scored<TableId>> tables,
                                               const RankerFeatures &features,
                                               const QuestionSignals &asked,
                                               const Mask *mask) const;
  /// The best databases and their tables change their probabilities by what the cross-encoder says.
  /// `opened`: of how many databases the answer has tables.
  void read_contenders(const Question &question, const RankerFeatures &features,
                       const QuestionSignals &asked, const Mask *mask, std::size_t opened,
                       RankerAnswer &answer) const;
  /// Which columns of a database the cross-encoder reads, by rising id. `tables`: best first.
  std::vector<ColumnId> columns_to_read(DatabaseId database, const RankerFeatures &features,
                                        const QuestionSignals &asked, const Mask *mask,
                                        std::span<const Scored<TableId>> tables) const;

  std::shared_ptr<const RankerModel> model_;
  std::shared_ptr<const CrossEncoder> cross_encoder_;
  RankerFeatures features_;
  std::shared_ptr<detail::MaskedFeatures> masked_;
};

/// The ranker with the static table, and with `encoder` beside it where that is another embedder;
/// with `values`, it hears what the databases hold.
/// Without `model`, the one that is compiled in for these. Throws Error: unsupported (there is
/// none, or the build has no static table), and as RankerSchema and Ranker do.
Ranker make_ranker(std::shared_ptr<const JoinGraphs> graphs,
                   std::shared_ptr<const LexicalIndex> index,
                   const std::optional<AnyEmbedder> &encoder = {},
                   std::shared_ptr<const RankerModel> model = nullptr,
                   std::shared_ptr<const ValueIndex> values = nullptr,
                   std::shared_ptr<const CrossEncoder> cross_encoder = nullptr);

}  // namespace sluice

#endif
