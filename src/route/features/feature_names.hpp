#ifndef SLUICE_SRC_ROUTE_FEATURES_FEATURE_NAMES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_FEATURE_NAMES_HPP

/// The names of the ranker's features.

#include <cstddef>
#include <string_view>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "signal_sink.hpp"

namespace sluice::inline v0 {

struct RankerFeatures::SignalNames : route_detail::SignalSink::Names {
  std::size_t fusible = 0;
};

namespace route_detail {

struct Channel {
  std::string_view name;
  bool has_names;  // whether it has features for complete names
};

/// The last channel mixes the others. Channels by meaning compare whole names only with an encoder:
/// without one this costs 5 % of the time and gains nothing.
std::vector<Channel> channels_of(bool encoder);

}  // namespace route_detail
}  // namespace sluice::inline v0

#endif
