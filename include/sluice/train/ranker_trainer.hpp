#ifndef SLUICE_TRAIN_RANKER_TRAINER_HPP
#define SLUICE_TRAIN_RANKER_TRAINER_HPP

/// Trains a RankerModel on questions with known databases, tables and columns.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/route/ranker_schema.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/linear_adapter_fit.hpp"
#include "sluice/train/linear_fit.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_training.hpp"
#include "sluice/train/unseen_ranking.hpp"

namespace sluice::inline v0 {

/// Tuned by cross-validation over Spider's train databases and those of training/, on their own
/// questions and on Spider-Syn's train questions, and on the held-out part of training/.
struct RankerTrainerOptions {
  std::size_t folds = 5;  ///< Folds of databases: a translation model is trained without its fold.
  /// Maximum number of examples per database that features are learned from, evenly spaced, and the
  /// same number of reworded ones. More databases improve the model; more questions per database
  /// hardly do.
  std::size_t per_database = 6;
  /// The same for databases with content. They are few, and only they train the features of values.
  std::size_t per_database_with_content = 12;
  std::size_t candidates = 20;  ///< Number of databases that the gold database is ranked against.
  /// Number of copies of each example with replaced words, in addition to the original.
  std::size_t copies = 1;
  WordReplacement replacement{.rate = 0.5};
  TranslationOptions translation;
  /// What users' words mean in any database; training data of the translation, in addition to the
  /// examples.
  std::vector<GlossaryEntry> glossary;
  /// The fusion of table signals is learned from every n-th of these examples.
  std::size_t fusion_every = 16;
  LinearFitOptions fusion{.l2 = 1e-3, .iterations = 60, .tolerance = 1e-4};
  LinearAdapterOptions adapters{.epochs = 2};  ///< For all embedders.
  /// Number of databases per adapter task; tables and columns compete within a task.
  std::size_t adapter_databases = 8;
  /// The weighted sum of a database's features, which selects the contenders, is learned from every
  /// n-th example.
  std::size_t databases_every = 4;
  LinearFitOptions databases{.l2 = 3e-2, .iterations = 40, .tolerance = 1e-4};
  PerceptronOptions contenders;
  /// The same if an encoder's features are used; they are more informative.
  PerceptronOptions contenders_by_encoder{.hidden = 128, .dropout = 0.3F};
  BoostedTreesOptions tables{.share = 0.3};
  BoostedTreesOptions columns{.depth = 7, .rate = 0.15, .l2 = 10, .share = 0.3};
  /// Recall and whether any database fits are learned from every n-th example, regardless of how
  /// many a database has, since that is the distribution of real questions.
  std::size_t judged_every = 4;
  /// Weights of evidence, of databases, tables and columns. Learned from every n-th of the
  /// examples, whose catalogs together count these shares of all unlike ones.
  LinearFitOptions evidence{.l2 = 5e-2, .iterations = 150, .tolerance = 1e-4};
  LinearFitOptions evidence_tables{.l2 = 3e-3, .iterations = 150, .tolerance = 1e-4};
  LinearFitOptions evidence_columns{.l2 = 1e-2, .iterations = 150, .tolerance = 1e-4};
  std::size_t evidence_every = 2;
  double evidence_share = 0.3;
  double evidence_table_share = 0.7;
  double evidence_column_share = 1;
  /// Weights of evidence are also learned from databases in other shapes: names that are codes,
  /// with descriptions, and several databases as one. These together count this share of all unlike
  /// catalogs, with at most this number of examples per database.
  double recut_share = 0.1;
  std::size_t per_recut_database = 2;
  LinearFitOptions fits{.l2 = 1e-3, .iterations = 150, .tolerance = 1e-5};
  std::uint64_t seed = 1;   ///< Seed of the folds.
  std::size_t threads = 1;  ///< The result does not depend on it.
};

/// A feature of evidence, which EvidenceModel weighs.
struct EvidenceFeatureInfo {
  std::string name;        ///< With its level, such as "databases.words".
  std::string_view about;  ///< What it is computed from.
};
/// Those of databases, of tables and of columns.
std::vector<EvidenceFeatureInfo> evidence_features();

/// The weights of evidence, learned without one feature, to find out what it is worth.
struct EvidenceAblation {
  std::string feature;     ///< The name of the feature, whose weights are 0.
  EvidenceModel evidence;  ///< Without columns if the whole model has none.
};

/// Questions about one catalog.
struct RankerTrainingSet {
  RankerSchema schema;
  std::vector<RankerExample> examples;
  /// The same databases, tables and columns, with the same ids, under other names (see
  /// `respelled`). The examples are used again with it.
  std::optional<RankerSchema> respelled = std::nullopt;
  /// More questions, in other words than those of the schema: used for training like the examples,
  /// but not for calibration.
  std::vector<RankerExample> reworded = {};
};

/// The same sets and options give the same model, bit for bit, with the same compiler, whatever the
/// number of threads. `trained_on` is stored in the model's file.
///
/// Each question is ranked among the databases of its own catalog; the folds split the databases of
/// all catalogs together. The features of an example come from a translation model and adapters
/// that were trained without its database; those in the model are trained on all databases. The
/// temperature, the control of recall and whether any database fits are learned from the first set
/// with questions, with weights that were also trained without the database, leaving out two or
/// three folds at a time. Whether any database fits is learned from the same questions with their
/// databases hidden, and with a few others hidden if there are forty or more. If schemas come with
/// values, weights are fitted twice: without values, on all sets; and with values, on the sets that
/// have them.
///
/// `unseen`, if not nullptr, receives the rankings of questions by weights that were trained
/// without their databases, from schemas alone: of all questions in sets with content, and of the
/// training questions in other sets.
///
/// `unlike`: questions about catalogs of other shapes, from which only the weights of evidence are
/// learned.
///
/// `ablations`, if not nullptr, receives the weights of evidence without each of evidence_features,
/// in that order. They do not change the model.
///
/// Throws Error(invalid_argument) if no set has examples, fewer databases than folds have examples,
/// or an example has no gold table or gold objects outside its database; Error(mismatch) if sets
/// have different embedders or a respelled schema has other tables or columns; Error(cancelled).
std::shared_ptr<const RankerModel> train_ranker(std::span<const RankerTrainingSet> sets,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options = {},
                                                const Progress &progress = {},
                                                UnseenRankings *unseen = nullptr,
                                                std::span<const RankerTrainingSet> unlike = {},
                                                std::vector<EvidenceAblation> *ablations = nullptr);

}  // namespace sluice::inline v0

#endif
