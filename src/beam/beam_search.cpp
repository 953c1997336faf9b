#include "beam/beam_search.hpp"

#include <cmath>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::beam_detail {

void require_usable(const BeamOptions &options) {
  if (options.groups == 0 || options.beams == 0 || !(options.diversity >= 0) ||
      !std::isfinite(options.diversity) || !(options.length_power >= 0) ||
      !std::isfinite(options.length_power)) {
    throw Error(ErrorCode::invalid_argument,
                "beam search needs at least 1 group and 1 beam, and finite numbers of at least 0");
  }
}

}  // namespace sluice::inline v0::beam_detail
