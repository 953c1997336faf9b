#include "rounded_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "records.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::learn_detail {
namespace {

constexpr float largest_code = 127;
constexpr float largest_scale = 1e12F;

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::malformed, why); }

}  // namespace

void round_rows(std::span<float> numbers, std::span<float> scales) {
  const std::size_t columns = scales.empty() ? 0 : numbers.size() / scales.size();
  for (float &scale : scales) {
    const auto row = numbers.first(columns);
    numbers = numbers.subspan(columns);
    float greatest = 0;
    for (const float x : row) greatest = std::max(greatest, std::abs(x));
    scale = greatest / largest_code;
    for (float &x : row) x = scale > 0 ? std::round(x / scale) * scale : 0;
  }
}

std::string rounded_bytes(std::span<const float> numbers, std::span<const float> scales) {
  std::string bytes;
  append_records(scales, bytes);
  const std::size_t columns = scales.empty() ? 0 : numbers.size() / scales.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const float scale = scales[i / columns];
    const float code = scale > 0 ? std::round(numbers[i] / scale) : 0;
    bytes += static_cast<char>(static_cast<std::int8_t>(code));
  }
  return bytes;
}

void read_rounded(std::string_view bytes, std::span<float> numbers, std::span<float> scales) {
  const std::size_t columns = scales.empty() ? 0 : numbers.size() / scales.size();
  if (bytes.size() != rounded_size(scales.size(), columns)) refuse("a matrix has an invalid size");
  if (scales.empty()) return;
  std::ranges::copy(take_records<float>(bytes, scales.size()), scales.begin());
  if (!std::ranges::all_of(scales, [](float x) { return x >= 0 && x < largest_scale; }))
    refuse("a matrix has a scale that is out of range");
  if (bytes.find('\x80') != bytes.npos) refuse("a matrix has a number that is out of range");
  for (std::size_t i = 0; i < bytes.size(); ++i)
    numbers[i] = static_cast<float>(static_cast<std::int8_t>(bytes[i])) * scales[i / columns];
}

}  // namespace sluice::inline v0::learn_detail
