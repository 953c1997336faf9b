#include "nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace sluice::cli {
namespace {

/// Optimal string alignment. Costs O(a.size() × b.size()).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view written, std::span<const std::string> known) {
  const std::size_t dashes = std::min(written.find_first_not_of('-'), written.size());
  std::size_t limit = std::max<std::size_t>(1, (written.size() - dashes) / 3);
  std::string nearest;
  for (const std::string &name : known) {
    // A long word is never compared letter by letter.
    if (written.size() > name.size() + limit || name.size() > written.size() + limit) continue;
    const std::size_t edits = edits_between(written, name);
    if (edits > limit || (edits == limit && !nearest.empty())) continue;
    nearest = name;
    limit = edits;
  }
  return nearest;
}

}  // namespace sluice::cli
