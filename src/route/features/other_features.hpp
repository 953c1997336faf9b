#ifndef SLUICE_SRC_ROUTE_FEATURES_OTHER_FEATURES_HPP
#define SLUICE_SRC_ROUTE_FEATURES_OTHER_FEATURES_HPP

#include "sluice/core/error.hpp"

namespace sluice::inline v0::route_detail {

/// Throws the error for a ranker whose weights are for other features.
[[noreturn]] inline void fail_on_other_features() {
  throw Error(ErrorCode::mismatch,
              "the ranker was trained on other features than this release has; train it again");
}

}  // namespace sluice::inline v0::route_detail

#endif
