#ifndef SLUICE_CAPI_EXAMPLES_HPP
#define SLUICE_CAPI_EXAMPLES_HPP

/// Worked examples, and the schemas of their databases.

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
  /// Visible part of each database of the catalog, by id; nullptr if nothing is visible. Empty
  /// without a catalog.
  std::vector<std::shared_ptr<const sluice::Database>> databases;
  sluice::LikelyShapeRanker ranker;
  sluice::capi::Labels labels;  ///< The model that predicts the form of a question's query.
};

#endif
