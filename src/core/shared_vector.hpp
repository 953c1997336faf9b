#ifndef SLUICE_SRC_CORE_SHARED_VECTOR_HPP
#define SLUICE_SRC_CORE_SHARED_VECTOR_HPP

/// An array whose copies share all unchanged parts.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sluice::inline v0::detail {

/// An array in parts of fixed size; copies share unchanged parts. A value type: copying costs
/// O(size / PartSize), changing an item O(PartSize). Safe to read from several threads.
template <class Item, std::size_t PartSize>
class SharedVector {
 public:
  SharedVector() = default;
  explicit SharedVector(std::span<const Item> items) : size_(items.size()) {
    for (std::size_t first = 0; first < items.size(); first += PartSize) {
      auto part = std::make_shared<Part>();
      const auto of_part = items.subspan(first, std::min(PartSize, items.size() - first));
      std::copy(of_part.begin(), of_part.end(), part->begin());
      parts_.push_back(std::move(part));
    }
  }

  std::size_t size() const noexcept { return size_; }
  const Item &operator[](std::size_t at) const noexcept {
    return (*parts_[at / PartSize])[at % PartSize];
  }

  void set(std::size_t at, Item item) {
    auto part = std::make_shared<Part>(*parts_[at / PartSize]);
    (*part)[at % PartSize] = std::move(item);
    parts_[at / PartSize] = std::move(part);
  }
  /// Replaces the items from `first` on.
  void set(std::size_t first, std::span<const Item> items) {
    while (!items.empty()) {
      auto part = std::make_shared<Part>(*parts_[first / PartSize]);
      const std::size_t within = first % PartSize;
      const std::size_t count = std::min(items.size(), PartSize - within);
      std::copy_n(items.begin(), count, part->begin() + static_cast<std::ptrdiff_t>(within));
      parts_[first / PartSize] = std::move(part);
      items = items.subspan(count);
      first += count;
    }
  }
  void push_back(Item item) {
    if (size_ % PartSize == 0) parts_.push_back(std::make_shared<Part>());
    set(size_++, std::move(item));
  }

 private:
  using Part = std::array<Item, PartSize>;

  std::vector<std::shared_ptr<const Part>> parts_;
  std::size_t size_ = 0;
};

}  // namespace sluice::inline v0::detail

#endif
