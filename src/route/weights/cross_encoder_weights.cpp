#include "cross_encoder_weights.hpp"

#if defined(SLUICE_MPNET_CROSS_ENCODER)

#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_mpnet_cross_encoder, SLUICE_MPNET_CROSS_ENCODER)

namespace sluice::detail {

ShippedCrossEncoder cross_encoder_weights() noexcept {
  const std::string_view bytes(
      sluice_mpnet_cross_encoder,
      static_cast<std::size_t>(sluice_mpnet_cross_encoder_end - sluice_mpnet_cross_encoder));
  return {bytes, {0xBF69F77C99B7DE49, 0x198EE398375993D8}};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

ShippedCrossEncoder cross_encoder_weights() noexcept { return {}; }

}  // namespace sluice::detail

#endif
