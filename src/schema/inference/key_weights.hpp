#ifndef SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_KEY_WEIGHTS_HPP

/// Made by bench/keys/fit_key_weights.py from the train databases of Spider and BIRD that declare
/// at least half as many keys as they have tables.

#include "key_features.hpp"

namespace sluice::inline v0::schema_detail {

inline constexpr float key_bias_of_names = 2.17F;
inline constexpr KeyFeatures key_weights_of_names{
    2.29F,   // form: owner
    2.02F,   // form: own key
    -0.07F,  // form: tail key
    1.55F,   // form: short key
    -0.56F,  // form: owner id
    -0.71F,  // form: key
    -0.80F,  // form: table
    -2.17F,  // form: table tail
    0.42F,   // form: own plain
    -1.67F,  // form: plain
    -0.31F,  // form: parent
    -1.15F,  // match: end
    -2.80F,  // match: start
    -0.13F,  // match: glued
    -0.47F,  // target: presumed
    -1.66F,  // target: part
    -2.08F,  // target: named
    -0.22F,  // source: part
    -0.35F,  // source: key
    -0.75F,  // own name
    -2.12F,  // own name and key
    -0.71F,  // rivals
    -1.81F,  // types differ
    -1.63F,  // identifier
    -3.50F,  // same table
};

inline constexpr float key_bias_with_values = -3.78F;
inline constexpr KeyFeatures key_weights_with_values{
    1.81F,   // form: owner
    1.44F,   // form: own key
    0.26F,   // form: tail key
    0.72F,   // form: short key
    -0.33F,  // form: owner id
    -0.26F,  // form: key
    -0.06F,  // form: table
    -1.75F,  // form: table tail
    0.49F,   // form: own plain
    -1.68F,  // form: plain
    -0.64F,  // form: parent
    -0.12F,  // match: end
    -2.79F,  // match: start
    0.00F,   // match: glued
    -0.17F,  // target: presumed
    0.00F,   // target: part
    -1.53F,  // target: named
    0.00F,   // source: part
    -0.29F,  // source: key
    -0.33F,  // own name
    -2.05F,  // own name and key
    -1.10F,  // rivals
    -0.44F,  // types differ
    -1.17F,  // identifier
    -2.97F,  // same table
    3.36F,   // inclusion
    2.43F,   // all included
    -0.89F,  // none included
    0.92F,   // unique target
    -0.91F,  // repeated target
    -0.01F,  // distinct values
};

}  // namespace sluice::inline v0::schema_detail

#endif
