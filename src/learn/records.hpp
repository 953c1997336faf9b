#ifndef SLUICE_SRC_LEARN_RECORDS_HPP
#define SLUICE_SRC_LEARN_RECORDS_HPP

/// Plain data as bytes, as models keep it in files, and back.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sluice::detail {

template <class Record>
void append_records(std::span<const Record> records, std::string &bytes) {
  static_assert(std::is_trivially_copyable_v<Record>);
  bytes.append(reinterpret_cast<const char *>(records.data()), records.size_bytes());
}

/// The first of `bytes`, which are as many at least; they are gone from it then.
template <class Record>
std::vector<Record> take_records(std::string_view &bytes, std::size_t count) {
  std::vector<Record> records(count);
  if (count != 0) std::memcpy(records.data(), bytes.data(), count * sizeof(Record));
  bytes.remove_prefix(count * sizeof(Record));
  return records;
}

/// What is smaller than `limit` stays finite when it is added up. False for what is no number.
inline bool are_small(std::span<const float> numbers, float limit = 1e30F) {
  return std::ranges::all_of(numbers, [limit](float x) { return std::abs(x) < limit; });
}

}  // namespace sluice::detail

#endif
