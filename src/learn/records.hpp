#ifndef SLUICE_SRC_LEARN_RECORDS_HPP
#define SLUICE_SRC_LEARN_RECORDS_HPP

/// Converts plain data to bytes, as stored in model files, and back.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sluice::inline v0::learn_detail {

template <class Record>
void append_records(std::span<const Record> records, std::string &bytes) {
  static_assert(std::is_trivially_copyable_v<Record>);
  bytes.append(reinterpret_cast<const char *>(records.data()), records.size_bytes());
}

/// Removes `count` records from the start of `bytes`, which must contain that many, and returns
/// them.
template <class Record>
std::vector<Record> take_records(std::string_view &bytes, std::size_t count) {
  std::vector<Record> records(count);
  if (count != 0) std::memcpy(records.data(), bytes.data(), count * sizeof(Record));
  bytes.remove_prefix(count * sizeof(Record));
  return records;
}

/// Whether all numbers are less than `limit` in magnitude, so that sums stay finite. False for NaN.
inline bool are_small(std::span<const float> numbers, float limit = 1e30F) {
  return std::ranges::all_of(numbers, [limit](float x) { return std::abs(x) < limit; });
}

}  // namespace sluice::inline v0::learn_detail

#endif
