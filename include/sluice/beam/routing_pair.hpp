#ifndef SLUICE_BEAM_ROUTING_PAIR_HPP
#define SLUICE_BEAM_ROUTING_PAIR_HPP

#include <string>

#include "sluice/beam/schema_walks.hpp"

namespace sluice::inline v0 {

/// A question and the schema that its query reads; real or synthetic.
struct RoutingPair {
  std::string question;
  SampledSchema read;
};

}  // namespace sluice::inline v0

#endif
