#include "sluice/train/training_schema.hpp"

#include <utility>

#include "sluice/retrieve/catalog_index.hpp"
#include "train/respelled_catalog.hpp"

namespace sluice::inline v0 {

RankerSchema training_schema(std::shared_ptr<const Catalog> catalog, RankerEmbedders embedders) {
  auto index = index_catalog(*catalog);
  return {std::make_shared<const JoinGraphs>(std::move(catalog)), std::move(index),
          std::move(embedders)};
}

RankerSchema respelled_schema(const RankerSchema &schema) {
  return training_schema(respelled(schema.catalog()), schema.embedders());
}

}  // namespace sluice::inline v0
