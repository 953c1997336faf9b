#include "binned_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::train_detail {
namespace {

/// Maps finite numbers to integers with the same order, and back.
std::uint32_t key_of(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffff : 0x80000000);
}
float number_of(std::uint32_t key) {
  return std::bit_cast<float>(key ^ ((key >> 31) != 0 ? 0x80000000 : 0xffffffff));
}

/// Radix sort from the last digit: a comparison sort would take a sixth of a fit. `spare` has the
/// same size.
void sort_keys(std::vector<std::uint32_t> &keys, std::vector<std::uint32_t> &spare) {
  constexpr unsigned digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  for (unsigned shift = 0; shift < 32; shift += digit_bits) {
    const auto digit_of = [shift](std::uint32_t key) { return (key >> shift) % digits; };
    std::array<std::size_t, digits + 1> next{};
    for (const std::uint32_t key : keys) ++next[digit_of(key) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const std::uint32_t key : keys) spare[next[digit_of(key)]++] = key;
    keys.swap(spare);
  }
}

/// Returns the borders for a column's sorted keys.
std::vector<float> borders_among(std::span<const std::uint32_t> keys, std::size_t most) {
  const float highest = number_of(keys.back());
  std::vector<float> borders;
  for (std::size_t b = 0; b < most; ++b) {
    const float border = number_of(keys[(b + 1) * (keys.size() - 1) / (most + 1)]);
    if (border < highest && (borders.empty() || border > borders.back())) borders.push_back(border);
  }
  return borders;
}

/// Returns the bin of most numbers.
std::size_t fill_bins(std::span<const float> numbers, std::span<const float> borders,
                      std::uint8_t *bins) {
  // Padding with borders above all numbers gives each search the same steps, without unpredictable
  // branches.
  std::array<float, 256> padded;
  padded.fill(std::numeric_limits<float>::infinity());
  std::ranges::copy(borders, padded.begin());
  const std::size_t widest = std::bit_ceil(borders.size() + 1) / 2;
  std::array<std::size_t, 256> counts{};
  for (std::size_t r = 0; r < numbers.size(); ++r) {
    std::size_t bin = 0;
    for (std::size_t step = widest; step != 0; step /= 2)
      bin += padded[bin + step - 1] < numbers[r] ? step : 0;
    bins[r] = static_cast<std::uint8_t>(bin);
    ++counts[bin];
  }
  return static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
}

}  // namespace

BinnedRows::BinnedRows(std::span<const float> rows, std::size_t columns, std::size_t most)
    : borders_(columns), bins_(rows.size()), begins_{0}, ends_(rows.size() / columns + 1) {
  // A sample of the rows is enough to choose borders.
  constexpr std::size_t enough = 1U << 15;
  const std::size_t every = std::max<std::size_t>(1, size() / enough);
  std::vector<float> numbers(size());
  std::vector<std::uint32_t> keys((size() + every - 1) / every), spare(keys.size());
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < size(); ++r) numbers[r] = rows[r * columns + c];
    for (std::size_t k = 0; k < keys.size(); ++k) keys[k] = key_of(numbers[k * every]);
    sort_keys(keys, spare);
    borders_[c] = borders_among(keys, most);
    const std::size_t usual = fill_bins(numbers, borders_[c], bins_.data() + c * size());
    usual_.push_back(begins_.back() + usual);
    begins_.push_back(begins_.back() + borders_[c].size() + 1);
  }
  if (width() > std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1)
    throw Error(ErrorCode::invalid_argument, "columns of more than 65536 bins: ask for fewer bins");
  list_places();
}

void BinnedRows::list_places() {
  std::vector<std::uint16_t> of_row(columns());
  for (std::size_t r = 0; r < size(); ++r) {
    std::size_t count = 0;
    for (std::size_t c = 0; c < columns(); ++c) {
      const std::size_t place = begins_[c] + bins(c)[r];
      of_row[count] = static_cast<std::uint16_t>(place);
      count += place != usual_[c] ? 1 : 0;
    }
    places_.insert(places_.end(), of_row.begin(),
                   of_row.begin() + static_cast<std::ptrdiff_t>(count));
    ends_[r + 1] = places_.size();
  }
}

}  // namespace sluice::inline v0::train_detail
