#include "sluice/schema/value_sketches.hpp"

#include <algorithm>
#include <limits>

#include "sluice/core/ascii.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

/// "12.0" is the number 12, as integers appear in columns of floating type.
std::string_view without_zeros(std::string_view value) {
  const std::size_t point = value.find('.');
  if (point == value.npos || point == 0) return value;
  if (!std::all_of(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(point),
                   [](char c) { return is_ascii_digit(c) || c == '-'; }))
    return value;
  return value.find_first_not_of('0', point + 1) == value.npos ? value.substr(0, point) : value;
}

std::uint64_t hash_of_value(std::string_view value) {
  const std::size_t end = value.find_last_not_of(' ') + 1;
  const std::size_t begin = std::min(value.find_first_not_of(' '), end);
  return hash64(lower_ascii(without_zeros(value.substr(begin, end - begin))));
}

}  // namespace

ValueSketches::ValueSketches(const Database &schema)
    : columns_(schema.columns().size()), most_distinct_(schema.tables().size()) {
  for (std::size_t t = 0; t < schema.tables().size(); ++t) {
    const Table &table = schema.tables()[t];
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      columns_[table.first_column + c].table = t;
  }
}

ValueSketches ValueSketches::of_file(const std::string &path, const Database &schema,
                                     const ValueLimits &limits) {
  ValueSketches sketches(schema);
  visit_values(path, schema, limits,
               [&](std::size_t column, std::string_view value) { sketches.add(column, value); });
  return sketches;
}

void ValueSketches::add(std::size_t column, std::string_view value) {
  Sketch &sketch = columns_[column];
  ++sketch.distinct;
  std::size_t &most = most_distinct_[sketch.table];
  most = std::max(most, sketch.distinct);
  auto &hashes = sketch.hashes;
  const std::uint64_t hash = hash_of_value(value);
  if (hashes.size() == max_hashes) {
    if (hash >= hashes.front()) return;
    std::ranges::pop_heap(hashes);
    hashes.pop_back();
  }
  hashes.push_back(hash);
  std::ranges::push_heap(hashes);
}

std::optional<float> ValueSketches::inclusion(std::size_t part, std::size_t whole) const {
  const Sketch &a = columns_[part], &b = columns_[whole];
  if (a.hashes.empty()) return std::nullopt;
  // Both keep all hashes up to here.
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  for (const Sketch *sketch : {&a, &b})
    if (sketch->hashes.size() == max_hashes) limit = std::min(limit, sketch->hashes.front());
  std::vector<std::uint64_t> known = b.hashes;
  std::ranges::sort(known);
  std::size_t compared = 0, found = 0;
  for (const std::uint64_t hash : a.hashes) {
    if (hash > limit) continue;
    ++compared;
    if (std::ranges::binary_search(known, hash)) ++found;
  }
  if (compared == 0) return std::nullopt;
  return static_cast<float>(found) / static_cast<float>(compared);
}

std::optional<float> ValueSketches::uniqueness(std::size_t column) const {
  const Sketch &sketch = columns_[column];
  if (sketch.distinct == 0) return std::nullopt;
  return static_cast<float>(sketch.distinct) / static_cast<float>(most_distinct_[sketch.table]);
}

}  // namespace sluice::inline v0
