#ifndef SLUICE_TRAIN_UNSEEN_RANKING_HPP
#define SLUICE_TRAIN_UNSEEN_RANKING_HPP

/// What a ranker says of a question from whose database it did not learn: a cross-encoder learns
/// from it.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/train/ranker_training.hpp"

namespace sluice {

/// A database that the question may be about, and what of it would be read beside the question.
struct UnseenContender {
  DatabaseId database;
  float probability = 0;
  std::vector<ColumnId> columns;  ///< By rising id.
  std::string names;              ///< Its own, and of these columns and their tables, in words.
};

/// One question, as it is or with other words, asked of a catalog in one spelling.
struct UnseenRanking {
  std::size_t set = 0;   ///< Which RankerTrainingSet.
  std::size_t fold = 0;  ///< Of the question's database: the ranker learned from the others.
  const Catalog &catalog;
  const RankerExample &example;
  std::vector<UnseenContender> contenders;  ///< Sixteen at most, best first.
};

/// Is told of one after the other.
class UnseenRankings {
 public:
  virtual ~UnseenRankings() = default;
  virtual void add(const UnseenRanking &ranking) = 0;
};

}  // namespace sluice

#endif
