#ifndef SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP

#include "key_features.hpp"

namespace sluice::inline v0::schema_detail {
inline constexpr float key_bias_of_names = 0, key_bias_with_values = 0;
inline constexpr KeyFeatures key_weights_of_names{};
inline constexpr KeyFeatures key_weights_with_values{};
}  // namespace sluice::inline v0::schema_detail

#endif
