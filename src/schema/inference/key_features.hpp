#ifndef SLUICE_SRC_SCHEMA_INFERENCE_KEY_FEATURES_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_KEY_FEATURES_HPP

/// What the probability of a reference is computed from.

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "key_candidates.hpp"
#include "sluice/schema/value_sketches.hpp"

namespace sluice::inline v0::schema_detail {

/// Coarser than TypeFamily: values of one kind can be equal.
enum class ValueKind : std::uint8_t { unknown, number, text, time, boolean, other };

/// The value kinds of all columns of a database.
std::vector<ValueKind> value_kinds(const Database &database);

/// Names, keys and types.
inline constexpr std::size_t name_feature_count = name_form_count + (name_match_count - 1) +
                                                  (target_kind_count - 1) +
                                                  (source_kind_count - 1) + 6;
/// These and values.
inline constexpr std::size_t key_feature_count = name_feature_count + 6;

using KeyFeatures = std::array<float, key_feature_count>;

/// The features' names, for the program that fits the weights.
std::span<const std::string_view> key_feature_names() noexcept;

/// The features of a candidate, and whether those of values are among them, since both columns have
/// values.
struct MeasuredCandidate {
  KeyFeatures features{};
  bool has_values = false;
};

MeasuredCandidate measure(const KeyCandidate &candidate, const Database &database,
                          std::span<const ValueKind> kinds, const ValueSketches *values);

/// The probability that the candidate is a reference, in [0, 1].
float probability_of(const MeasuredCandidate &candidate);

}  // namespace sluice::inline v0::schema_detail

#endif
