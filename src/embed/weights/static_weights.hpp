#ifndef SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP
#define SLUICE_SRC_EMBED_WEIGHTS_STATIC_WEIGHTS_HPP

#include <string_view>

namespace sluice::inline v0::embed_detail {

/// The bytes of static_128.table, aligned to 64 bytes: compiled in, or from sluice_weights.bin;
/// empty if the build has neither. Throws as `shipped_bytes` does.
std::string_view static_weights();

}  // namespace sluice::inline v0::embed_detail

#endif
