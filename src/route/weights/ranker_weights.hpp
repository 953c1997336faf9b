#ifndef SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP

#include <string_view>

namespace sluice::detail {

/// The bytes of static.ranker, for the static table alone, at a border of 64; empty where the build
/// left them out. `sluice train router` made it of Spider's schemas and train questions.
std::string_view static_ranker() noexcept;

}  // namespace sluice::detail

#endif
