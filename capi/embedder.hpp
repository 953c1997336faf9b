#ifndef SLUICE_CAPI_EMBEDDER_HPP
#define SLUICE_CAPI_EMBEDDER_HPP

/// Converts the caller's embedder to one of the library.

#include <optional>

#include "callback_hold.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0::capi {

/// Releases `hold`: copies of the result share the caller's embedder, and the last one destroys it.
/// Returns nullopt for NULL. Throws Error(invalid_argument) or Error(unsupported).
std::optional<AnyEmbedder> take_embedder(const sluice_embedder *given,
                                         CallbackHold<sluice_embedder> &hold);

}  // namespace sluice::inline v0::capi

#endif
