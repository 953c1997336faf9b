#ifndef SLUICE_TRAIN_RANKER_TRAINER_HPP
#define SLUICE_TRAIN_RANKER_TRAINER_HPP

/// Makes a RankerModel out of questions whose databases, tables and columns are known.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/linear_adapter_fit.hpp"
#include "sluice/train/linear_fit.hpp"
#include "sluice/train/perceptron_fit.hpp"
#include "sluice/train/ranker_training.hpp"
#include "sluice/train/unseen_ranking.hpp"

namespace sluice {

/// Chosen by cross-validation over Spider's train databases and those of training/, judged on their
/// own questions and on Spider-Syn's train questions; and by what training/ holds out.
struct RankerTrainerOptions {
  std::size_t folds = 5;  ///< Of databases: translations do not know their own fold.
  /// Features are learned from so many examples of a database, evenly spread, and as many reworded
  /// ones: more databases teach, more questions of one hardly do.
  std::size_t per_database = 6;
  /// The same of one whose content is known: few are, and these alone teach what values say.
  std::size_t per_database_with_content = 12;
  std::size_t candidates = 20;  ///< Databases that a question's gold one is ranked against.
  /// Examples are learned from once as they are, and so many times with replaced words.
  std::size_t copies = 1;
  WordReplacement replacement{.rate = 0.5};
  TranslationOptions translation;
  /// What users' words mean in any database, told to the translation beside what examples teach it.
  std::vector<GlossaryEntry> glossary;
  /// The fusion of signals of tables is learned from every so-manyth of these.
  std::size_t fusion_every = 16;
  LinearFitOptions fusion{.l2 = 1e-3, .iterations = 60, .tolerance = 1e-4};
  LinearAdapterOptions adapters{.epochs = 2};  ///< Of all embedders.
  /// Tables and columns are told from those of so many databases at a time.
  std::size_t adapter_databases = 8;
  /// The weighted sum of a database's features, which says who contends, from every so-manyth.
  std::size_t databases_every = 4;
  LinearFitOptions databases{.l2 = 3e-2, .iterations = 40, .tolerance = 1e-4};
  PerceptronOptions contenders;
  /// The same where an encoder's features are among those: they tell more.
  PerceptronOptions contenders_by_encoder{.hidden = 128, .dropout = 0.3F};
  BoostedTreesOptions tables{.share = 0.3};
  BoostedTreesOptions columns{.depth = 7, .rate = 0.15, .l2 = 10, .share = 0.3};
  /// Recall and whether anything fits are learned from every so-manyth example, however many a
  /// database has: as people ask.
  std::size_t judged_every = 4;
  LinearFitOptions fits{.l2 = 1e-3, .iterations = 150, .tolerance = 1e-5};
  std::uint64_t seed = 1;   ///< Of the folds.
  std::size_t threads = 1;  ///< Changes nothing but the time.
};

/// Questions that are asked of one catalog.
struct RankerTrainingSet {
  RankerSchema schema;
  std::vector<RankerExample> examples;
  /// Of the same databases, tables and columns in the same places under other names (see
  /// `respelled`), from which the examples are learned once more.
  std::optional<RankerSchema> respelled = std::nullopt;
  /// Further questions in other words than those of the schema: learned from beside the examples,
  /// but nothing is judged by them.
  std::vector<RankerExample> reworded = {};
};

/// The same sets and options give the same model, bit for bit, with one compiler, whatever the
/// number of threads. `trained_on` goes into the model's file. Each question is ranked among the
/// databases of its own catalog; folds part the databases of all catalogs together. Features of an
/// example come from a translation model and from adapters that did not see its database; the
/// model's own saw all. The temperature, the control of recall and whether anything fits (learned
/// from the same questions with their databases hidden, and of forty or more a few others) come
/// from the first set with questions, and from weights that did not see the database either, fitted
/// without two or three folds at once. Where schemas come with values, weights are fitted twice:
/// without them, as if they were not there, from all sets; and with, from the sets that have them.
/// Throws Error: invalid_argument (no set with examples, fewer databases with examples than folds,
/// an example without a table), mismatch (sets of other embedders, a respelled schema of other
/// tables or columns), cancelled. `told`, if there is one, is told of what weights that did not see
/// their databases say of the questions, by schemas alone: of all in sets with content, of those
/// that are learned from in others.
std::shared_ptr<const RankerModel> train_ranker(std::span<const RankerTrainingSet> sets,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options = {},
                                                const Progress &progress = {},
                                                UnseenRankings *told = nullptr);

}  // namespace sluice

#endif
