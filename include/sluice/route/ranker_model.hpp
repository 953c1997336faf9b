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

/// Whether any database of a catalog answers a question: logistic over RankerAnswer::evidence.
/// Trained on questions with and, as often, without their database; on rankings by weights that did
/// not see it.
struct FitModel {
  /// What keeps this share of the questions that can be answered.
  static constexpr double kept = 0.95;
  /// Among fewer visible databases nothing is what it was in training: where the second and third
  /// one stand says nothing then, and of questions that can be answered far more would be given up
  /// (of train questions with random others 68 % beside none, 17 % beside one, 10 % beside two).
  static constexpr std::size_t min_databases = 5;

  LinearModel weights;  ///< Without columns, nothing is known: too few examples to learn from.
  float threshold = 0;  ///< A probability below says that nothing fits.

  bool is_fitted() const noexcept { return weights.columns() > 0; }
};

/// Weights for one set of features.
struct RankerWeights {
  NamedModel databases;
  /// What tells apart, by the same features and by each word (RankerFeatures::words), the eight
  /// databases that these weights rank first.
  /// Without columns: nothing does.
  Perceptron contenders;
  NamedTrees tables;   ///< Of a database that answers: whether the query reads them.
  NamedTrees columns;  ///< Of a table that is read.
  /// Scores of databases are divided by this before they become probabilities.
  float temperature = 1;
  /// Of gold's columns, by their probabilities; fitted across folds of databases.
  RecallControl recall;
  FitModel fit;
};

/// What a model's file says of itself.
struct RankerModelInfo {
  std::string trained_on;  ///< Names of the files, without their folders.
  std::size_t databases = 0;
  std::size_t questions = 0;
  std::size_t copies = 0;       ///< Of them, with replaced words.
  std::uint64_t words = 0;      ///< Fingerprint of the embedder of words.
  std::uint64_t sentences = 0;  ///< Of the encoder; 0: none.
  std::size_t contents = 0;     ///< Databases whose content was known in training.
};

/// Plain data, to be shared as const.
struct RankerModel {
  RankerModelInfo info;
  RankerWeights schema_only;
  /// For catalogs whose databases' content is known.
  std::optional<RankerWeights> with_content;
  TranslationModel translation;
  SentenceAdapters adapters;
  /// RankerFeatures' fusion, and the names of what it weighs.
  NamedModel fusion;
  std::vector<std::uint64_t> seen;  ///< Sorted: question_key of every question trained on.

  /// Of a question asked of a database, letter case and punctuation aside.
  static std::uint64_t question_key(std::string_view database, std::string_view question);
  bool has_seen(std::string_view database, std::string_view question) const;

  /// The bytes of a segment file of kind "RNKR".
  std::string bytes() const;
  /// Throws Error: not_found, io, malformed, unsupported (a newer version, or one without trees),
  /// mismatch (another kind of file).
  static std::shared_ptr<const RankerModel> open(const std::string &path);
  /// The same of bytes in memory, at a border of 64; `name` stands for the path in errors.
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
