#ifndef SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_RANKER_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace sluice::detail {

/// The bytes of the rankers, each at a border of 64: for the static table, and for MiniLM beside it.
/// Empty where the build left them out.
std::array<std::string_view, 2> ranker_weights() noexcept;

}  // namespace sluice::detail

#endif
