#ifndef SLUICE_CAPI_EXAMPLES_HPP
#define SLUICE_CAPI_EXAMPLES_HPP

/// Worked examples, and what is known of the databases that they are about.

#include <memory>
#include <vector>

#include "internal.hpp"
#include "labels.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"

struct sluice_examples {
  sluice_examples(std::shared_ptr<const sluice::ExampleStore> opened,
                  std::vector<std::shared_ptr<const sluice::Database>> known)
      : store(std::move(opened)), databases(std::move(known)), ranker(store) {}

  std::shared_ptr<const sluice::ExampleStore> store;
  /// What may be seen of the catalog's, by id; nullptr: nothing. None without a catalog.
  std::vector<std::shared_ptr<const sluice::Database>> databases;
  sluice::LikelyShapeRanker ranker;
  sluice::capi::Labels labels;  ///< Who knows the form of a question.
};

#endif
