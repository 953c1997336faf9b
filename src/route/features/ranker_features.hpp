#ifndef SLUICE_SRC_ROUTE_FEATURES_RANKER_FEATURES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_RANKER_FEATURES_HPP

/// The features of the trained ranker, for a question and each database, table and column.
///
/// A channel gives the strength with which each word of the question means each stem of the schema:
/// the same stem or, if it is part of a readable name, an abbreviation of it (ex), a translation
/// (ibm), a synonym (wn), near in the static table (sta), almost as near as the nearest stem (rel),
/// near by an encoder (mlm), or the strongest of these (mix). In each channel, words that are rarer
/// in questions weigh more, and names of things weigh less (see ContentWord). The features of a
/// channel are how much of the question a database covers, by all its names, by its best table, by
/// its best pair of joined tables, and by names alone; for ex, and with an encoder for wn, sta and
/// mlm, also how complete the names are. Other features are BM25 (bm), the likelihood of the
/// question by translation (lm), and cosines of sentences (stas, sent) with the question's vector
/// adapted (see SentenceAdapters); with an encoder, also cosines with whole databases, and of each
/// word with columns (words). If a schema was hallucinated for the question, further features say
/// how well each part of it is matched (made_up). Most features are followed by their gap to the
/// best other candidate. A weighted sum of the signals of a table (fused) is also a signal of
/// its database. A column that joins tables also gets the signals of the table on the other side
/// (partner). If the content is known, features say which values the question names (val) and how
/// much of it names and values cover together (all). Finally, each word of the question has
/// features of its own, such as its strength in a database by each channel.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "route/features/stem_signals.hpp"
#include "route/features/word_strengths.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/row_parts.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/question_matches.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/route/translation_model.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct RankerModel;
namespace route_detail {
class Background;
struct ColumnSignals;
struct ReadColumns;
struct EvidenceSignals;
struct WordMatches;
}  // namespace route_detail

/// The signals of one question. Databases and tables are in an order that only RankerFeatures
/// knows.
struct QuestionSignals {
  std::vector<float> databases;  ///< By feature, then position.
  std::vector<float> tables;     ///< By signal, then position.
  std::size_t channels = 0;      ///< Number of channels of `stems`.
  StemSignals stems;
  std::vector<ContentWord> content;  ///< The words of the question.
  /// By word: the stems that it means (see WordMatcher).
  std::vector<std::shared_ptr<const route_detail::WordMatches>> matches;
  float per_word = 1;  ///< 1 over the number of the question's words.
  struct Word {
    float rarity = 0;  ///< Higher for words that are rarer in questions.
    bool is_name = false;
  };
  std::vector<Word> words;
  /// Of `words`, by channel without `mix`; then by values, if the content is known.
  WordStrengths strengths;
  /// By signal, then column. An empty list means zeros.
  std::vector<std::vector<float>> column_signals;
  std::string phrase;     ///< The question's parts, with blanks around each.
  QuestionValues values;  ///< Values that the question names, if the content is known.
};

/// Computes the features for one schema with one translation model. Immutable. Thread-safe.
class RankerFeatures {
 public:
  /// `adapters`: may be nullptr. `fusion`: a model of whether a question reads a table, over the
  /// table features without those of content; its score becomes the fused signal. nullptr means no
  /// fused signal.
  RankerFeatures(RankerSchema schema, std::shared_ptr<const TranslationModel> translation,
                 std::shared_ptr<const SentenceAdapters> adapters = nullptr,
                 const LinearModel *fusion = nullptr);
  /// The features that a model was trained on. Keeps the model alive.
  RankerFeatures(RankerSchema schema, const std::shared_ptr<const RankerModel> &model);
  /// The features for a schema made by RankerSchema::after from that of `before`, with less work.
  RankerFeatures(const RankerFeatures &before, RankerSchema schema);

  /// Names of the features of a row, in order. There are more with an encoder or values.
  std::span<const std::string> database_features() const noexcept { return database_names_; }
  std::span<const std::string> table_features() const noexcept { return table_names_; }
  std::span<const std::string> column_features() const noexcept { return column_names_; }
  /// Names of the features of each word of a question for each database.
  std::span<const std::string> word_features() const noexcept { return word_names_; }
  /// How many of the table features, from the first, are signals that a fusion weighs.
  std::size_t fusible() const noexcept { return fusible_; }

  /// `hallucinated`: a schema that a language model invented for the question; the question must
  /// contain its names (see with_schema_words). May be nullptr. O(words × stems × dimensions +
  /// words × tables + joins + hallucinated columns × columns × dimensions).
  /// Throws Error(cancelled) soon after `token` asks for it.
  QuestionSignals ask(const Question &question, const HallucinatedSchema *hallucinated = nullptr,
                      const CancellationToken *token = nullptr) const;

  /// Appends the row of a database: each signal, then its gap to the best other visible database.
  void database(const QuestionSignals &question_signals, DatabaseId id,
                std::vector<float> &row) const;
  /// By database: one of its features.
  std::vector<float> database_feature(const QuestionSignals &question_signals,
                                      std::size_t feature) const;
  /// By database: the model's score, without building rows.
  std::vector<float> database_scores(const QuestionSignals &question_signals,
                                     const LinearModel &model) const;
  /// Appends a row for each word of the question: its strengths in the database.
  void words(const QuestionSignals &question_signals, DatabaseId id, RowParts &parts) const;
  /// Appends a row for each table of a database, hidden ones included.
  void tables(const QuestionSignals &question_signals, DatabaseId id,
              std::vector<float> &rows) const;
  /// Appends a row for each column of a table, hidden ones included.
  void columns(const QuestionSignals &question_signals, TableId id, std::vector<float> &rows) const;

  /// The names of `databases` that each content word of the question matches, the five strongest
  /// of each channel. O(words × stems × dimensions + matches × columns).
  std::vector<WordMatches> matches(const Question &question,
                                   std::span<const DatabaseId> databases) const;

  /// What the words of a question say (see read_evidence), given its signals.
  route_detail::EvidenceSignals evidence(const Question &question,
                                         const QuestionSignals &question_signals,
                                         const CancellationToken *token = nullptr) const;
  /// Adds the circumstances of the tables of these databases.
  void describe(std::span<const std::uint32_t> databases,
                route_detail::EvidenceSignals &evidence) const;
  /// The same about the columns of `tables`, given their probabilities and those of the columns.
  route_detail::ColumnSignals column_evidence(const route_detail::EvidenceSignals &evidence,
                                              std::span<const Scored<TableId>> tables,
                                              const route_detail::ReadColumns &read) const;
  /// Of the ranker that uses these features.
  const route_detail::Background &background() const noexcept { return *background_; }

  /// The features of the visible part of the schema. The mask must outlive the result. O(text).
  RankerFeatures masked_by(const Mask &mask) const;

  const RankerSchema &schema() const noexcept { return schema_; }

 private:
  struct SignalNames;
  RankerFeatures(const RankerFeatures &whole, const Mask &mask);
  void name_features(SignalNames of_signals);
  void find_stems();
  /// Also collects the names of the signals if `names` is not nullptr.
  QuestionSignals ask(const Question &question, const HallucinatedSchema *hallucinated,
                      const CancellationToken *token, SignalNames *names) const;
  /// One signal of all tables, by position.
  const float *table_signal(const QuestionSignals &question_signals,
                            std::size_t signal) const noexcept;
  /// By partner signal: the greatest among the visible tables of the table's database.
  std::vector<float> best_of_tables(const QuestionSignals &question_signals, TableId id) const;

  RankerSchema schema_;
  std::shared_ptr<const TranslationModel> translation_;
  std::shared_ptr<const SentenceAdapters> adapters_;
  std::shared_ptr<const route_detail::Background> background_;
  std::vector<std::uint32_t> stem_of_translation_;  // by stem of the translation model
  std::vector<std::size_t> partner_signals_;  // of tables, features also of columns joining them
  std::size_t database_signals_ = 0, table_signals_ = 0, fusible_ = 0;
  // By feature of evidence: the position of what it repeats, or SIZE_MAX (see learned_positions).
  std::vector<std::size_t> repeated_by_databases_, repeated_by_columns_;
  std::vector<float> fusion_;  // weights for unstandardized signals
  float fusion_bias_ = 0;
  std::vector<std::string> database_names_;
  std::vector<std::string> table_names_;
  std::vector<std::string> column_names_;
  std::vector<std::string> word_names_;
};

}  // namespace sluice::inline v0

#endif
