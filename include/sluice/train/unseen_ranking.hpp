#ifndef SLUICE_TRAIN_UNSEEN_RANKING_HPP
#define SLUICE_TRAIN_UNSEEN_RANKING_HPP

/// Rankings of questions by rankers that were not trained on their databases: training data of a
/// cross-encoder.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice::inline v0 {

/// A database that the question may be about, and the text of it that a cross-encoder reads.
struct UnseenContender {
  DatabaseId database;
  float probability = 0;
  std::vector<ColumnId> columns;  ///< By ascending id.
  std::string names;              ///< Of the database, these columns and their tables, as words.
};

/// One question, original or reworded, ranked in one spelling of a catalog.
struct UnseenRanking {
  std::size_t set = 0;   ///< Index of the RankerTrainingSet.
  std::size_t fold = 0;  ///< Fold of its database; the ranker was trained on the others.
  const Catalog &catalog;
  const RankerExample &example;
  std::vector<UnseenContender> contenders;  ///< At most 16, best first.
};

/// Receives the rankings, one after another.
class UnseenRankings {
 public:
  virtual ~UnseenRankings() = default;
  virtual void add(const UnseenRanking &ranking) = 0;
};

}  // namespace sluice::inline v0

#endif
