#ifndef SLUICE_SRC_ROUTE_FEATURES_SHARED_LISTS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SHARED_LISTS_HPP

/// Lists by number in contiguous storage, and a variant whose copies share unchanged lists.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/shared_vector.hpp"

namespace sluice::inline v0::route_detail {

/// Lists of `Item`, one per key, stored contiguously.
template <class Item>
struct Lists {
  std::vector<std::uint32_t> first{0};
  std::vector<Item> items;

  std::span<const Item> operator[](std::size_t key) const noexcept {
    return std::span(items).subspan(first[key], first[key + 1] - first[key]);
  }
  void add(std::span<const Item> list) {
    items.insert(items.end(), list.begin(), list.end());
    first.push_back(static_cast<std::uint32_t>(items.size()));
  }
  std::size_t size() const noexcept { return first.size() - 1; }
};

/// Lists of `Item`, one per key. A value type: copies share all lists that are not changed later.
template <class Item>
class SharedLists {
 public:
  SharedLists() = default;
  explicit SharedLists(const std::vector<std::vector<Item>> &by_key) {
    std::size_t size = 0;
    for (const std::vector<Item> &list : by_key) size += list.size();
    auto items = std::make_shared<std::vector<Item>>();
    items->reserve(size);
    for (const std::vector<Item> &list : by_key) {
      items->insert(items->end(), list.begin(), list.end());
      of_.emplace_back(items->data() + items->size() - list.size(), list.size());
    }
    items_ = std::move(items);
    resize(of_.size());
  }

  std::span<const Item> operator[](std::size_t key) const noexcept { return of_[key]; }
  std::size_t size() const noexcept { return of_.size(); }
  /// Prefetches the list, which is far from other lists in memory.
  void fetch(std::size_t key) const noexcept { __builtin_prefetch(of_[key].data()); }

  /// New lists are empty.
  void resize(std::size_t keys) {
    of_.resize(keys);
    while (changed_.size() < keys) changed_.push_back(nullptr);
  }
  /// O(list).
  void set(std::size_t key, std::vector<Item> list) {
    auto owned = std::make_shared<const std::vector<Item>>(std::move(list));
    of_[key] = *owned;
    changed_.set(key, std::move(owned));
  }

 private:
  static constexpr std::size_t together = 32;

  std::vector<std::span<const Item>> of_;
  std::shared_ptr<const std::vector<Item>>
      items_;  // the lists that were not changed since construction
  detail::SharedVector<std::shared_ptr<const std::vector<Item>>, together> changed_;
};

}  // namespace sluice::inline v0::route_detail

#endif
