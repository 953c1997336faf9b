#ifndef SLUICE_SRC_ROUTE_FEATURES_PLACED_ITEMS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_PLACED_ITEMS_HPP

/// Lists of items, each of which has a place in a grid, in ascending order of their places.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schema_layout.hpp"

namespace sluice::inline v0::route_detail {

inline std::uint32_t place_of(std::uint32_t place) { return place; }
inline std::uint32_t place_of(const Share &share) { return share.place; }

template <class Item>
void sort_by_place(std::vector<Item> &items) {
  std::ranges::sort(items, {}, [](const Item &item) { return place_of(item); });
}

/// An ascending list in which the `old` items are replaced by the `now` items.
template <class Item>
std::vector<Item> exchanged(std::span<const Item> list, std::span<const Item> old,
                            std::span<const Item> now) {
  std::vector<Item> made;
  made.reserve(list.size() - old.size() + now.size());
  auto next = list.begin();
  const auto copy_until = [&](std::uint32_t place) {
    const auto at =
        std::lower_bound(next, list.end(), place, [](const Item &item, std::uint32_t wanted) {
          return place_of(item) < wanted;
        });
    made.insert(made.end(), next, at);
    next = at;
  };
  while (!old.empty() || !now.empty()) {
    if (now.empty() || (!old.empty() && place_of(old.front()) <= place_of(now.front()))) {
      copy_until(place_of(old.front()));
      ++next;
      old = old.subspan(1);
    } else {
      copy_until(place_of(now.front()));
      made.push_back(now.front());
      now = now.subspan(1);
    }
  }
  made.insert(made.end(), next, list.end());
  return made;
}

inline std::string_view bytes_of(std::span<const StemId> stems) {
  return {reinterpret_cast<const char *>(stems.data()), stems.size_bytes()};
}

}  // namespace sluice::inline v0::route_detail

#endif
