#ifndef SLUICE_SRC_CORE_SHARED_MAP_HPP
#define SLUICE_SRC_CORE_SHARED_MAP_HPP

/// A map from names to values whose copies share all unchanged parts.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::inline v0::detail {

/// A hash table whose copies share unchanged buckets. A value type: copying costs O(names / 4),
/// changing an entry O(1). Safe to read from several threads.
template <class Value>
class SharedMap {
 public:
  struct Entry {
    std::string name;
    Value value;
  };

  SharedMap() : SharedMap(std::vector<Entry>()) {}
  /// Names must be distinct.
  explicit SharedMap(std::vector<Entry> entries) { spread(std::move(entries)); }

  std::size_t size() const noexcept { return size_; }
  /// nullptr if there is none.
  const Value *find(std::string_view name) const noexcept {
    const std::size_t hash = std::hash<std::string_view>{}(name);
    const Bucket *bucket = buckets_[hash & (buckets_.size() - 1)].get();
    if (bucket == nullptr) return nullptr;
    for (const Entry &entry : *bucket) {
      if (entry.name == name) return &entry.value;
    }
    return nullptr;
  }

  void set(std::string_view name, Value value) {
    auto &shared = bucket_of(name);
    auto bucket = shared ? std::make_shared<Bucket>(*shared) : std::make_shared<Bucket>();
    const auto at = std::ranges::find(*bucket, name, &Entry::name);
    if (at != bucket->end()) {
      at->value = std::move(value);
    } else {
      bucket->push_back({std::string(name), std::move(value)});
      ++size_;
    }
    shared = std::move(bucket);
    if (size_ > 2 * usual * buckets_.size()) spread(all());
  }
  void erase(std::string_view name) {
    auto &shared = bucket_of(name);
    if (!shared || std::ranges::find(*shared, name, &Entry::name) == shared->end()) return;
    auto bucket = std::make_shared<Bucket>(*shared);
    std::erase_if(*bucket, [name](const Entry &entry) { return entry.name == name; });
    shared = std::move(bucket);
    --size_;
  }
  /// Visits the entries in no particular order.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto &bucket : buckets_) {
      if (!bucket) continue;
      for (const Entry &entry : *bucket) visit(entry.name, entry.value);
    }
  }

 private:
  using Bucket = std::vector<Entry>;
  static constexpr std::size_t usual = 4;  // average number of entries per bucket

  std::shared_ptr<const Bucket> &bucket_of(std::string_view name) noexcept {
    return buckets_[std::hash<std::string_view>{}(name) & (buckets_.size() - 1)];
  }
  std::vector<Entry> all() const {
    std::vector<Entry> entries;
    entries.reserve(size_);
    each([&](const std::string &name, const Value &value) { entries.push_back({name, value}); });
    return entries;
  }
  void spread(std::vector<Entry> entries) {
    size_ = entries.size();
    const std::size_t number = std::bit_ceil(std::max<std::size_t>(1, size_ / usual));
    std::vector<std::shared_ptr<Bucket>> made(number);
    for (Entry &entry : entries) {
      auto &bucket = made[std::hash<std::string_view>{}(entry.name) & (number - 1)];
      if (!bucket) bucket = std::make_shared<Bucket>();
      bucket->push_back(std::move(entry));
    }
    buckets_.assign(made.begin(), made.end());
  }

  std::vector<std::shared_ptr<const Bucket>> buckets_;  // their number is a power of two
  std::size_t size_ = 0;
};

}  // namespace sluice::inline v0::detail

#endif
