#include "sluice/judge/distinct_rows.hpp"

#include <algorithm>

#include "hash_mix.hpp"

namespace sluice::inline v0 {

std::uint64_t DistinctRows::key_of(std::span<const Hash128> hashes) noexcept {
  Hash128 key;
  for (const Hash128 hash : hashes) key = judge_detail::chain(key, hash);
  return key.low;
}

std::size_t DistinctRows::place_of(std::uint64_t key, Row row) const noexcept {
  const std::size_t mask = places_.size() - 1;
  std::size_t place = key & mask;
  while (places_[place] != 0) {
    const std::size_t held = places_[place] - 1;
    if (keys_[held] == key && same_values(rows_.row(held), row)) break;
    place = (place + 1) & mask;
  }
  return place;
}

bool DistinctRows::contains(Row row, std::span<const Hash128> hashes) const {
  return !places_.empty() && places_[place_of(key_of(hashes), row)] != 0;
}

bool DistinctRows::add(Row row, std::span<const Hash128> hashes) {
  if (2 * (keys_.size() + 1) > places_.size()) grow();
  const std::uint64_t key = key_of(hashes);
  const std::size_t place = place_of(key, row);
  if (places_[place] != 0) return false;
  rows_.add(row, hashes);
  keys_.push_back(key);
  places_[place] = keys_.size();
  return true;
}

void DistinctRows::grow() {
  places_.assign(std::max<std::size_t>(2 * places_.size(), 16), 0);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    std::size_t place = keys_[row] & mask;
    while (places_[place] != 0) place = (place + 1) & mask;
    places_[place] = row + 1;
  }
}

}  // namespace sluice::inline v0
