#ifndef SLUICE_ROUTE_RANKER_TRAINER_HPP
#define SLUICE_ROUTE_RANKER_TRAINER_HPP

/// Makes a RankerModel out of questions whose databases, tables and columns are known.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "sluice/core/progress.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/route/ranker_training.hpp"

namespace sluice {

/// Chosen by cross-validation over Spider's train databases, judged on its own train questions and
/// on those of Spider-Syn.
struct RankerTrainerOptions {
  std::size_t folds = 5;        ///< Of databases: translations do not know their own fold.
  std::size_t every = 2;        ///< Features are learned from every so-manyth example.
  std::size_t candidates = 20;  ///< Databases that a question's gold one is ranked against.
  /// Examples are learned from once as they are, and so many times with replaced words.
  std::size_t copies = 1;
  WordReplacement replacement{.rate = 0.5};
  TranslationOptions translation;
  /// The fusion of signals of tables is learned from every so-manyth of these examples.
  std::size_t fusion_every = 3;
  LinearFitOptions fusion{.l2 = 1e-3, .iterations = 60, .tolerance = 1e-4};
  LinearFitOptions databases{.l2 = 3e-2, .iterations = 150, .tolerance = 1e-4};
  BoostedTreesOptions tables;
  BoostedTreesOptions columns{.depth = 7, .rate = 0.15, .l2 = 10, .share = 0.4};
  LinearFitOptions fits{.l2 = 1e-3, .iterations = 150, .tolerance = 1e-5};
  std::uint64_t seed = 1;  ///< Of the folds.
};

/// Trains on one thread. The same schema, examples and options give the same model, bit for bit,
/// with one compiler. `trained_on` goes into the model's file. Features of an example come from a
/// translation model that did not see its database; the model's own saw all. The temperature, the
/// control of recall and whether anything fits (learned from the same questions with their
/// databases hidden) come from weights that did not see the database either, fitted without two
/// folds or so at once. Where the schema comes with values, weights are fitted twice: without them,
/// as if they were not there, and with. `respelt`: of the same databases,
/// tables and columns in the same places under other names (see `respelled`), from which the
/// examples are learned once more; nullptr: they are not. Throws Error: invalid_argument (fewer
/// databases with examples than folds, an example without a table), cancelled.
std::shared_ptr<const RankerModel> train_ranker(const RankerSchema &schema,
                                                std::span<const RankerExample> examples,
                                                std::string trained_on,
                                                const RankerTrainerOptions &options = {},
                                                const Progress &progress = {},
                                                const RankerSchema *respelt = nullptr);

}  // namespace sluice

#endif
