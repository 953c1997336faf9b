#include "set_cover.hpp"

#include <algorithm>
#include <bit>

namespace sluice::inline v0::suite {
namespace {

/// Fixed cost of a database, in rows.
constexpr std::size_t base_rows = 24;

using PartNumbers = std::vector<std::uint32_t>;

/// For each gold, the union of what its parts distinguish.
std::vector<BitSet> wanted(std::span<const CoverPart> parts, std::size_t golds) {
  std::vector<BitSet> all(golds, BitSet(0));
  std::vector<bool> seen(golds);
  for (const CoverPart &part : parts) {
    if (seen[part.gold]) {
      all[part.gold].add(part.distinguished);
    } else {
      all[part.gold] = part.distinguished;
      seen[part.gold] = true;
    }
  }
  return all;
}

/// The databases that are chosen for all golds together.
std::vector<bool> choose(std::span<const CoverPart> parts, std::size_t golds,
                         std::span<const std::size_t> rows) {
  std::vector<BitSet> left = wanted(parts, golds);
  std::vector<PartNumbers> of(rows.size());
  for (std::uint32_t i = 0; i < parts.size(); ++i) of[parts[i].database].push_back(i);
  std::vector<bool> chosen(rows.size());
  for (;;) {
    std::size_t best = rows.size(), best_gain = 0;
    for (std::size_t database = 0; database < rows.size(); ++database) {
      if (chosen[database]) continue;
      std::size_t gain = 0;
      for (const std::uint32_t part : of[database]) {
        gain += parts[part].distinguished.common(left[parts[part].gold]);
      }
      if (gain == 0) continue;
      // gain / cost > best_gain / best_cost, in integers.
      if (best == rows.size() ||
          gain * (base_rows + rows[best]) > best_gain * (base_rows + rows[database])) {
        best = database;
        best_gain = gain;
      }
    }
    if (best == rows.size()) return chosen;
    chosen[best] = true;
    for (const std::uint32_t part : of[best])
      left[parts[part].gold].remove(parts[part].distinguished);
  }
}

/// A small subset of one gold's parts that distinguishes as much as all of them.
PartNumbers fewest(std::span<const CoverPart> parts, const PartNumbers &given,
                   std::span<const std::size_t> rows) {
  PartNumbers taken;
  if (given.empty()) return taken;
  BitSet left = parts[given.front()].distinguished;
  for (const std::uint32_t part : given) left.add(parts[part].distinguished);
  const BitSet all = left;
  while (!left.is_empty()) {
    const auto best =
        std::max_element(given.begin(), given.end(), [&](std::uint32_t a, std::uint32_t b) {
          const std::size_t gain_a = parts[a].distinguished.common(left);
          const std::size_t gain_b = parts[b].distinguished.common(left);
          if (gain_a != gain_b) return gain_a < gain_b;
          return rows[parts[a].database] > rows[parts[b].database];
        });
    taken.push_back(*best);
    left.remove(parts[*best].distinguished);
  }
  // Removes parts that later ones made redundant.
  for (std::size_t i = 0; i < taken.size();) {
    BitSet without = all;
    for (const std::uint32_t part : taken) {
      if (part != taken[i]) without.remove(parts[part].distinguished);
    }
    if (without.is_empty()) {
      taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return taken;
}

}  // namespace

std::size_t BitSet::common(const BitSet &other) const noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    count += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
  }
  return count;
}

bool BitSet::is_empty() const noexcept {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

std::vector<Serving> cover(std::span<const CoverPart> parts, std::size_t golds,
                           std::span<const std::size_t> rows) {
  const std::vector<bool> chosen = choose(parts, golds, rows);
  std::vector<PartNumbers> of(golds);
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (chosen[parts[i].database]) of[parts[i].gold].push_back(i);
  }
  std::vector<Serving> serving(golds);
  for (std::size_t gold = 0; gold < golds; ++gold) {
    std::size_t best_count = 0;
    PartNumbers taken = fewest(parts, of[gold], rows);
    std::sort(taken.begin(), taken.end(), [&](std::uint32_t a, std::uint32_t b) {
      return parts[a].database < parts[b].database;
    });
    for (const std::uint32_t part : taken) {
      const std::uint32_t database = parts[part].database;
      serving[gold].databases.push_back(database);
      const std::size_t distinguished = parts[part].distinguished.common(parts[part].distinguished);
      if (distinguished < best_count ||
          (distinguished == best_count && rows[database] >= rows[serving[gold].best]))
        continue;
      best_count = distinguished;
      serving[gold].best = database;
    }
  }
  return serving;
}

}  // namespace sluice::inline v0::suite
