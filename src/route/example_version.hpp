#ifndef SLUICE_SRC_ROUTE_EXAMPLE_VERSION_HPP
#define SLUICE_SRC_ROUTE_EXAMPLE_VERSION_HPP

#include <cstddef>
#include <vector>

#include "sluice/route/ranker_schema.hpp"
#include "sluice/route/ranker_training.hpp"

namespace sluice::detail {

/// The examples of a training set in one form, asked of databases in one spelling.
struct ExampleVersion {
  std::size_t set;
  RankerSchema schema;
  std::vector<RankerExample> examples;
  std::vector<std::size_t> folds;   // by example
  std::vector<std::size_t> chosen;  // positions of those that are learned from
};

}  // namespace sluice::detail

#endif
