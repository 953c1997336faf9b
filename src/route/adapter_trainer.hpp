#ifndef SLUICE_SRC_ROUTE_ADAPTER_TRAINER_HPP
#define SLUICE_SRC_ROUTE_ADAPTER_TRAINER_HPP

#include <cstddef>
#include <span>
#include <vector>

#include "example_version.hpp"
#include "sluice/route/ranker_trainer.hpp"
#include "sluice/route/sentence_adapters.hpp"

namespace sluice::detail {

/// Fits adapters to the questions that are learned from. What was given has to live as long.
class AdapterTrainer {
 public:
  /// Embeds all that is to be compared. O(text).
  AdapterTrainer(std::span<const ExampleVersion> versions, const RankerTrainerOptions &options);

  /// To all folds but one.
  SentenceAdapters without(std::size_t fold) const;

 private:
  /// Of a version, row-major.
  struct Vectors {
    std::vector<float> questions;  // those that are learned from
    std::vector<float> tables, columns;
  };
  /// By one embedder; 0 dimensions: there is none.
  struct Embedded {
    std::size_t dimensions = 0;
    std::vector<Vectors> versions;
  };
  Embedded embedded_by(const AnyEmbedder &model) const;
  SentenceAdapters::Pair fit(const Embedded &embedded, std::size_t fold) const;

  std::span<const ExampleVersion> versions_;
  const RankerTrainerOptions &options_;
  Embedded words_, sentences_;
};

}  // namespace sluice::detail

#endif
