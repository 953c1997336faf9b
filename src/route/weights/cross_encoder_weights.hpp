#ifndef SLUICE_SRC_ROUTE_WEIGHTS_CROSS_ENCODER_WEIGHTS_HPP
#define SLUICE_SRC_ROUTE_WEIGHTS_CROSS_ENCODER_WEIGHTS_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::detail {

struct ShippedCrossEncoder {
  std::string_view bytes;  ///< At a border of 64; empty where the build left it out.
  /// Fingerprints of the encoder with its changes, in 32-bit floats and in 8 bits.
  std::array<std::uint64_t, 2> encoders{};
};

/// mpnet.cross, learned on top of all-mpnet-base-v2 as training/README.md has it, of the same
/// schemas and questions as the rankers.
ShippedCrossEncoder cross_encoder_weights() noexcept;

}  // namespace sluice::detail

#endif
