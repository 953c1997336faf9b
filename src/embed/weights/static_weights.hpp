#ifndef SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP
#define SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP

#include <string_view>

namespace sluice::inline v0::detail {

/// The bytes of static_128.table, aligned to 64 bytes; empty if the build excludes them.
std::string_view static_weights() noexcept;

}  // namespace sluice::inline v0::detail

#endif
