#ifndef SLUICE_SRC_TRAIN_RANKER_ADAPTER_TRAINER_HPP
#define SLUICE_SRC_TRAIN_RANKER_ADAPTER_TRAINER_HPP

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/route/sentence_adapters.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// Fits adapters to the training questions. The arguments must outlive the trainer.
class AdapterTrainer {
 public:
  /// Embeds all questions and documents. O(text).
  AdapterTrainer(std::span<const ExampleVersion> versions, const RankerTrainerOptions &options,
                 const Progress &progress);

  /// Returns adapters by fold, fitted to all other folds, and last those fitted to all. The result
  /// does not depend on the number of threads.
  std::vector<SentenceAdapters> without_each_fold(const Progress &progress) const;

 private:
  /// Vectors of a catalog, row-major.
  struct Documents {
    std::vector<float> tables, columns;
  };
  /// Vectors by one embedder; 0 dimensions if it is missing.
  struct Embedded {
    std::size_t dimensions = 0;
    std::vector<float> questions;      // training questions, version by version
    std::vector<Documents> documents;  // by catalog
  };
  /// A question, and its row among all training questions.
  struct Asked {
    const RankerExample *example;
    std::size_t row;
  };
  using AskedDatabases = std::map<DatabaseId, std::vector<Asked>>;
  class Task;

  Embedded embedded_by(const AnyEmbedder &model, const Progress &progress) const;
  /// Groups questions by database, except those of fold `without`.
  AskedDatabases asked(std::size_t catalog, std::size_t without) const;
  /// Fits to tasks of a few databases each: with all documents at once it would take minutes.
  template <class DocumentsOf, class Right>
  LinearAdapter fitted(const Embedded &embedded, std::size_t fold,
                       std::vector<float> Documents::*vectors, DocumentsOf documents_of,
                       Right right) const;
  LinearAdapter for_tables(const Embedded &embedded, std::size_t fold) const;
  LinearAdapter for_columns(const Embedded &embedded, std::size_t fold) const;

  std::span<const ExampleVersion> versions_;
  const RankerTrainerOptions &options_;
  std::vector<const Catalog *> catalogs_;  // without duplicates
  std::vector<std::size_t> catalog_of_;    // by version
  Embedded words_, sentences_;
};

}  // namespace sluice::inline v0::train_detail

#endif
