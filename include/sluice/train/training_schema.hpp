#ifndef SLUICE_TRAIN_TRAINING_SCHEMA_HPP
#define SLUICE_TRAIN_TRAINING_SCHEMA_HPP

/// Schemas that a ranker is trained on: a catalog, and the same catalog with names in other styles.

#include <memory>

#include "sluice/route/ranker_schema.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// Indexes the catalog, without content. Throws what RankerSchema throws. O(text).
RankerSchema training_schema(std::shared_ptr<const Catalog> catalog, RankerEmbedders embedders);

/// The same for the `respelled` catalog, for train_ranker.
RankerSchema respelled_schema(const RankerSchema &schema);

}  // namespace sluice::inline v0

#endif
