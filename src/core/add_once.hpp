#ifndef SLUICE_SRC_CORE_ADD_ONCE_HPP
#define SLUICE_SRC_CORE_ADD_ONCE_HPP

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::inline v0::detail {

/// Appends `item` unless `items` has it already. O(items).
template <class Item>
void add_once(std::vector<Item> &items, Item item) {
  if (std::ranges::find(items, item) == items.end()) items.push_back(std::move(item));
}

}  // namespace sluice::inline v0::detail

#endif
