#ifndef SLUICE_CAPI_EMBEDDER_HPP
#define SLUICE_CAPI_EMBEDDER_HPP

/// The caller's embedder as the library takes one.

#include <optional>

#include "callback_hold.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice::capi {

/// Copies of what it returns share the caller's embedder, and the last one destroys it; `hold` is
/// released. Nothing for NULL. Throws Error: invalid_argument, unsupported.
std::optional<AnyEmbedder> take_embedder(const sluice_embedder *given,
                                         CallbackHold<sluice_embedder> &hold);

}  // namespace sluice::capi

#endif
