#include "unit_vector.hpp"

#include <cmath>

namespace sluice::inline v0::embed_detail {

bool make_unit(std::span<float> vector) noexcept {
  double squares = 0;
  for (const float x : vector) squares += double{x} * x;
  if (!std::isfinite(squares)) return false;
  if (squares == 0) return true;
  const double length = std::sqrt(squares);
  const auto scale = static_cast<float>(1 / length);
  if (std::isnormal(scale)) {
    for (float &x : vector) x *= scale;
  } else {  // far from any length that a model produces
    for (float &x : vector) x = static_cast<float>(x / length);
  }
  return true;
}

bool unit_mean(std::span<const float> rows, std::span<float> vector) noexcept {
  for (; !rows.empty(); rows = rows.subspan(vector.size())) {
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] += rows[i];
  }
  return make_unit(vector);
}

}  // namespace sluice::inline v0::embed_detail
