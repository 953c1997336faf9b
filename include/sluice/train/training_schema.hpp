#ifndef SLUICE_TRAIN_TRAINING_SCHEMA_HPP
#define SLUICE_TRAIN_TRAINING_SCHEMA_HPP

/// What a ranker is trained on: a catalog, and the same as other people would have spelled it.

#include <memory>

#include "sluice/route/ranker_schema.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

/// The catalog, indexed here, without content. Throws as RankerSchema does. O(text).
RankerSchema training_schema(std::shared_ptr<const Catalog> catalog, RankerEmbedders embedders);

/// The same of `respelled` databases, for train_ranker.
RankerSchema respelled_schema(const RankerSchema &schema);

}  // namespace sluice

#endif
