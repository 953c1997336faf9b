#ifndef SLUICE_SRC_TRAIN_RANKER_ADAPTER_TRAINER_HPP
#define SLUICE_SRC_TRAIN_RANKER_ADAPTER_TRAINER_HPP

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::detail {

/// Fits adapters to the questions that are learned from. What was given has to live as long.
class AdapterTrainer {
 public:
  /// Embeds all that is to be compared. O(text).
  AdapterTrainer(std::span<const ExampleVersion> versions, const RankerTrainerOptions &options,
                 const Progress &progress);

  /// By fold: to all others; behind these: to all. The number of threads changes nothing.
  std::vector<SentenceAdapters> without_each_fold(const Progress &progress) const;

 private:
  /// Of a catalog, row-major.
  struct Documents {
    std::vector<float> tables, columns;
  };
  /// By one embedder; 0 dimensions: there is none.
  struct Embedded {
    std::size_t dimensions = 0;
    std::vector<float> questions;      // that are learned from, version by version
    std::vector<Documents> documents;  // by catalog
  };
  /// A question, and its row among all that are learned from.
  struct Asked {
    const RankerExample *example;
    std::size_t row;
  };
  using AskedDatabases = std::map<DatabaseId, std::vector<Asked>>;
  class Task;

  Embedded embedded_by(const AnyEmbedder &model, const Progress &progress) const;
  /// Without the questions of a fold.
  AskedDatabases asked(std::size_t catalog, std::size_t without) const;
  /// To tasks of a few databases each: all documents at once would take minutes.
  template <class DocumentsOf, class Right>
  LinearAdapter fitted(const Embedded &embedded, std::size_t fold,
                       std::vector<float> Documents::*vectors, DocumentsOf documents_of,
                       Right right) const;
  LinearAdapter for_tables(const Embedded &embedded, std::size_t fold) const;
  LinearAdapter for_columns(const Embedded &embedded, std::size_t fold) const;

  std::span<const ExampleVersion> versions_;
  const RankerTrainerOptions &options_;
  std::vector<const Catalog *> catalogs_;  // each once
  std::vector<std::size_t> catalog_of_;    // by version
  Embedded words_, sentences_;
};

}  // namespace sluice::detail

#endif
