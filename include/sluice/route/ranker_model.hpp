#ifndef SLUICE_ROUTE_RANKER_MODEL_HPP
#define SLUICE_ROUTE_RANKER_MODEL_HPP

/// The weights of the trained ranker, and what they were trained on.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/boosted_trees.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/learn/perceptron.hpp"
#include "sluice/learn/recall_control.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/route/translation_model.hpp"

namespace sluice::inline v0 {

class SegmentFile;

/// A linear model and the names of its features.
struct NamedModel {
  std::vector<std::string> features;
  LinearModel weights;
};

/// Trees and the names of their features.
struct NamedTrees {
  std::vector<std::string> features;
  BoostedTrees trees;
};

/// Whether any database of a catalog answers a question: logistic over RankerAnswer::fit_row.
/// Trained on rankings of questions with their database and as many without it, by weights that
/// were not trained on that database.
struct FitModel {
  /// The threshold keeps this share of the questions that can be answered.
  static constexpr double kept = 0.95;
  /// With fewer visible databases the evidence differs from training: the scores of the second and
  /// third database mean little, and far more answerable questions would be rejected (of train
  /// questions, 68 % with no other database, 17 % with one random other, 10 % with two).
  static constexpr std::size_t min_databases = 5;

  LinearModel weights;  ///< Without columns if there were too few examples to fit it.
  float threshold = 0;  ///< At a probability below this, no database fits.

  bool is_fitted() const noexcept { return weights.columns() > 0; }
};

/// Ranks databases and tables again, by their ranks and by what the words of the question say about
/// them relative to others (see docs/results.md). Trained on many catalogs of unlike shape.
struct EvidenceModel {
  NamedModel databases;
  NamedModel tables;
  NamedModel columns;  ///< Without columns if no training question had gold columns.
  /// The score of a database whose softmax is its probability, from the logarithm of its
  /// probability before, raised to that of its best table.
  LinearModel database_scale;
  /// The probability that a table or column is read, from its score.
  LinearModel table_reads, column_reads;

  bool is_fitted() const noexcept { return databases.weights.columns() > 0; }
};

/// Weights for one set of features.
struct RankerWeights {
  NamedModel databases;
  /// Rescores the eight databases that these weights rank first, by the same features and by each
  /// word (RankerFeatures::words). Without columns, they keep their scores.
  Perceptron contenders;
  NamedTrees tables;   ///< Given the right database: whether the query reads a table.
  NamedTrees columns;  ///< Given a table that is read: whether the query reads a column.
  /// Scores of databases are divided by this before they become probabilities.
  float temperature = 1;
  /// Recall of gold columns by probability; fitted across folds of databases.
  RecallControl recall;
  FitModel fit;
  EvidenceModel evidence;  ///< Without columns if there is none.
};

/// Metadata of a model.
struct RankerModelInfo {
  std::string trained_on;  ///< Names of the files, without their folders.
  std::size_t databases = 0;
  std::size_t questions = 0;
  std::size_t copies = 0;       ///< Copies of these with replaced words.
  std::uint64_t words = 0;      ///< Fingerprint of the embedder of words.
  std::uint64_t sentences = 0;  ///< Fingerprint of the encoder; 0 means none.
  std::size_t contents = 0;     ///< Databases whose content was known in training.
};

/// Plain data, to be shared as const.
struct RankerModel {
  RankerModelInfo info;
  RankerWeights schema_only;
  /// For catalogs with known content.
  std::optional<RankerWeights> with_content;
  TranslationModel translation;
  SentenceAdapters adapters;
  /// The fusion of RankerFeatures, and the names of the signals that it weighs.
  NamedModel fusion;
  std::vector<std::uint64_t> seen;  ///< Sorted: question_key of every question trained on.
  /// Sorted: the same for the questions about unlike catalogs, from which only the weights of
  /// evidence were learned.
  std::vector<std::uint64_t> seen_by_evidence;

  /// Key of a question about a database, independent of letter case and punctuation.
  static std::uint64_t question_key(std::string_view database, std::string_view question);
  bool has_seen(std::string_view database, std::string_view question) const;
  bool evidence_has_seen(std::string_view database, std::string_view question) const;

  /// The bytes of a segment file of kind "RNKR".
  std::string bytes() const;
  /// The same with compressed sections, for files that are shipped: a fifth smaller.
  std::string packed_bytes() const;
  /// Opens a file, or a model that comes with the library as share/sluice/<name>.ranker.
  /// `permissive` is one for the static table that is learned without share-alike data;
  /// training/README.md says from what. Throws Error: not_found, io, malformed, unsupported (a
  /// newer version, or an old one without trees), mismatch (another kind of file).
  static std::shared_ptr<const RankerModel> open(const std::string &path_or_name);
  /// The same for bytes in memory, aligned to 64; `name` replaces the path in errors.
  static std::shared_ptr<const RankerModel> parse(std::string_view bytes, const std::string &name);

  /// The model that comes with the library for these embedders' fingerprints: compiled in, or a
  /// file in share/sluice. `sentences` 0 means no encoder; an encoder may be in either precision.
  /// nullptr if there is none. Callers share one model while it is in use.
  static std::shared_ptr<const RankerModel> shipped(std::uint64_t words,
                                                    std::uint64_t sentences = 0);

 private:
  static std::shared_ptr<RankerModel> read(const SegmentFile &file);
};

}  // namespace sluice::inline v0

#endif
