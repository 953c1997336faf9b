#ifndef SLUICE_SRC_EMBED_WEIGHTS_SYNONYM_WEIGHTS_HPP
#define SLUICE_SRC_EMBED_WEIGHTS_SYNONYM_WEIGHTS_HPP

#include <string_view>

namespace sluice::detail {

/// The bytes of synonyms.graph, at a border of 64; empty where the build left them out.
std::string_view synonym_weights() noexcept;

}  // namespace sluice::detail

#endif
