#ifndef SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP
#define SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP

#include <string_view>

namespace sluice::detail {

/// The bytes of static_128.table, at a border of 64; empty where the build left them out.
std::string_view static_weights() noexcept;

}  // namespace sluice::detail

#endif
