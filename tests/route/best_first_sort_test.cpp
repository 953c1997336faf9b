/// Sorting by digits against sorting by comparisons.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "route/best_first_sort.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/core/random.hpp"

namespace sluice {

TEST_CASE("sorting by digits ranks as sorting by comparisons does") {
  Random random(3);
  for (const std::size_t count : {0U, 1U, 63U, 64U, 300U, 5000U}) {
    CAPTURE(count);
    std::vector<Scored<TableId>> items;
    for (std::size_t i = 0; i < count; ++i) {
      // Some scores are equal; ids are far apart and unordered.
      const auto score = static_cast<float>(random.below(3) == 0 ? 0.5 : 2 * random.unit() - 1);
      items.push_back({TableId((i * 7919 + 13) % 100'003), score});
    }
    std::vector<Scored<TableId>> expected = items;
    std::ranges::sort(expected, BestFirst{});
    route_detail::sort_best_first(items);
    CHECK(items == expected);
    std::ranges::sort(items, {}, &Scored<TableId>::id);
    route_detail::sort_best_first(items);
    CHECK(items == expected);
  }
}

}  // namespace sluice
