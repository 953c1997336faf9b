#ifndef SLUICE_CORE_TOP_K_HPP
#define SLUICE_CORE_TOP_K_HPP

/// Keeps the k best of many scored items, in a total order that does not depend on the order of the
/// input.

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

template <class Key, class Score = float>
struct Scored {
  Key id;
  Score score;

  friend bool operator==(const Scored &, const Scored &) = default;
};

/// The order of every ranking: higher score first, then smaller id. Scores must not be NaN.
struct BestFirst {
  template <class Key, class Score>
  constexpr bool operator()(const Scored<Key, Score> &a,
                            const Scored<Key, Score> &b) const noexcept {
    if (a.score != b.score) return a.score > b.score;
    return a.id < b.id;
  }
};

/// Keeps the best `k` items offered. Offering costs O(log k) if the item is kept, else O(1).
template <class Key, class Score = float>
class TopK {
 public:
  explicit TopK(std::size_t k) : k_(k) { heap_.reserve(std::min<std::size_t>(k, 4096)); }

  void offer(Key id, Score score) {
    const Scored<Key, Score> item{id, score};
    if (heap_.size() < k_) {
      heap_.push_back(item);
      std::push_heap(heap_.begin(), heap_.end(), BestFirst{});
    } else if (k_ > 0 && BestFirst{}(item, heap_.front())) {
      std::pop_heap(heap_.begin(), heap_.end(), BestFirst{});
      heap_.back() = item;
      std::push_heap(heap_.begin(), heap_.end(), BestFirst{});
    }
  }

  /// Whether `k` items are kept; if so, items worse than `worst()` need not be offered.
  bool full() const noexcept { return k_ > 0 && heap_.size() == k_; }
  /// The worst item that is kept. At least one item must be kept.
  const Scored<Key, Score> &worst() const noexcept { return heap_.front(); }

  /// The kept items, best first. Leaves the collector empty.
  std::vector<Scored<Key, Score>> take() {
    std::sort_heap(heap_.begin(), heap_.end(), BestFirst{});
    return std::exchange(heap_, {});
  }

 private:
  std::size_t k_;
  std::vector<Scored<Key, Score>> heap_;  // the worst kept item is in front
};

}  // namespace sluice::inline v0

#endif
