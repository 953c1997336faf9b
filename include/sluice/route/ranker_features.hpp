#ifndef SLUICE_ROUTE_RANKER_FEATURES_HPP
#define SLUICE_ROUTE_RANKER_FEATURES_HPP

/// What the trained ranker knows of a question and each database, table and column.
///
/// A channel says how strongly each word of the question means each stem of the schema: the same
/// stem, or what shortens the word where names are read so (ex), translated (ibm), a synonym (wn),
/// near by the static table (sta), nearly as near as the nearest (rel), near by an encoder (mlm),
/// or any of these (mix). For each channel, words weighed by how seldom they are asked, and names
/// of things less (see ContentWord): how much of the question a database covers, its best table,
/// its best pair of joined tables, names alone; of ex, and of wn, sta and mlm beside an encoder,
/// how complete names are. Beside these BM25 (bm), the question's likelihood by translation (lm),
/// and cosines of whole sentences (stas, sent), the question's adapted (see SentenceAdapters), an
/// encoder's with a database as a whole, too, and of each word with columns (words); where a schema
/// was made up for the question, also how each part of it is answered (made_up). Each also as the
/// gap to the best other candidate. What the signals of a table say together (fused) is told of
/// databases as well: one table has to answer for all of them. A column by which tables join also
/// hears what is said of the other side (partner). Where the databases' content is known: which
/// values the question names (val), and what of it names and values cover together (all). What sums
/// over words do not tell is told of each word by itself: how strongly it stands in a database by
/// each channel.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/row_parts.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/question_matches.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/route/stem_signals.hpp"
#include "sluice/route/translation_model.hpp"
#include "sluice/route/word_strengths.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

struct RankerModel;

/// The signals of one question, as RankerFeatures keeps them: databases and tables stand at places
/// that it alone knows.
struct QuestionSignals {
  std::vector<float> databases;  ///< By feature, then its place there.
  std::vector<float> tables;     ///< By signal, then its place there.
  std::size_t channels = 0;      ///< Of the stems.
  StemSignals stems;
  float per_word = 1;  ///< 1 over the number of the question's words.
  struct Word {
    float rarity = 0;  ///< By how seldom it is asked.
    bool is_name = false;
  };
  std::vector<Word> words;
  /// Of these, by channel of the stems but for that of any; behind them values, if known.
  WordStrengths strengths;
  std::vector<std::vector<float>> column_signals;  ///< By signal, then column; empty: zeros.
  std::string phrase;                              ///< The question's parts between blanks.
  QuestionValues values;                           ///< What it names of the content, if known.
};

/// Extracts them for one schema with one translation model. Immutable; any threads at once.
class RankerFeatures {
 public:
  /// `adapters`: nullptr: none. `fusion`: of a table's features, those of content left out, whether
  /// a question reads it; its sum is fused. nullptr: nothing is.
  RankerFeatures(RankerSchema schema, std::shared_ptr<const TranslationModel> translation,
                 std::shared_ptr<const SentenceAdapters> adapters = nullptr,
                 const LinearModel *fusion = nullptr);
  /// Those that a model was trained on, which they keep alive.
  RankerFeatures(RankerSchema schema, const std::shared_ptr<const RankerModel> &model);
  /// The same for a schema that follows that of `before`, with less work: see RankerSchema::after.
  RankerFeatures(const RankerFeatures &before, RankerSchema schema);

  /// Features of a row, in order. An encoder adds to them, and so do values.
  std::span<const std::string> database_features() const noexcept { return database_names_; }
  std::span<const std::string> table_features() const noexcept { return table_names_; }
  std::span<const std::string> column_features() const noexcept { return column_names_; }
  /// Of each word of a question for each database, beside the database's features.
  std::span<const std::string> word_features() const noexcept { return word_names_; }
  /// How many of the table features are signals that a fusion weighs: the first ones. Where one
  /// does, the others follow those.
  std::size_t fusible() const noexcept { return fusible_; }

  /// `made_up`: a schema made up for the question, which holds the words of its names (see
  /// with_words_of); nullptr: none. O(words × stems × dimensions + words × tables + joins + made-up
  /// columns × columns × dimensions).
  /// Throws Error(cancelled) soon after `token` asks for it.
  QuestionSignals ask(const Question &question, const HallucinatedSchema *made_up = nullptr,
                      const CancellationToken *token = nullptr) const;

  /// Appends the row of a database: each signal, then its gap to the best other visible database.
  void database(const QuestionSignals &asked, DatabaseId id, std::vector<float> &row) const;
  /// By database: one of its features.
  std::vector<float> database_feature(const QuestionSignals &asked, std::size_t feature) const;
  /// By database: what the model says of its row, without making rows.
  std::vector<float> database_scores(const QuestionSignals &asked, const LinearModel &model) const;
  /// Appends a row of parts, one for each word of the question: how it stands in the database.
  void words(const QuestionSignals &asked, DatabaseId id, RowParts &parts) const;
  /// Appends a row for each table of a database, hidden ones included.
  void tables(const QuestionSignals &asked, DatabaseId id, std::vector<float> &rows) const;
  /// Appends a row for each column of a table, hidden ones included.
  void columns(const QuestionSignals &asked, TableId id, std::vector<float> &rows) const;

  /// What each of the question's content words means among the names of `databases`, the five
  /// strongest matches of each channel. O(words × stems × dimensions + matches × columns).
  std::vector<WordMatches> matches(const Question &question,
                                   std::span<const DatabaseId> databases) const;

  /// The same of what the mask shows, which must outlive the result. O(text).
  RankerFeatures masked_by(const Mask &mask) const;

  const RankerSchema &schema() const noexcept { return schema_; }

 private:
  struct SignalNames;
  RankerFeatures(const RankerFeatures &whole, const Mask &mask);
  void find_stems();
  /// Names the signals where it is given somewhere to put the names.
  QuestionSignals ask(const Question &question, const HallucinatedSchema *made_up,
                      const CancellationToken *token, SignalNames *names) const;
  /// One signal of all tables, by place.
  const float *table_signal(const QuestionSignals &asked, std::size_t signal) const noexcept;
  /// By partner signal: the greatest among the visible tables of the table's database.
  std::vector<float> best_of_tables(const QuestionSignals &asked, TableId id) const;

  RankerSchema schema_;
  std::shared_ptr<const TranslationModel> translation_;
  std::shared_ptr<const SentenceAdapters> adapters_;
  std::vector<std::uint32_t> stem_of_translation_;  // the model's stem to the schema's
  std::vector<std::size_t> partner_signals_;  // of tables, what a join's other side is told by
  std::size_t database_signals_ = 0, table_signals_ = 0, fusible_ = 0;
  std::vector<float> fusion_;  // weights of the signals as they are
  float fusion_bias_ = 0;
  std::vector<std::string> database_names_;
  std::vector<std::string> table_names_;
  std::vector<std::string> column_names_;
  std::vector<std::string> word_names_;
};

}  // namespace sluice

#endif
