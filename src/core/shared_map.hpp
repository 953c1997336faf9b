#ifndef SLUICE_SRC_CORE_SHARED_MAP_HPP
#define SLUICE_SRC_CORE_SHARED_MAP_HPP

/// What is known by name, in tables whose copies share all that was not changed since.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::detail {

/// Names in buckets by their hash, a bucket shared by all copies that have it so. A value: copying
/// costs O(names / 4), changing one O(1). Many threads may read it at once.
template <class Value>
class SharedMap {
 public:
  struct Entry {
    std::string name;
    Value value;
  };

  SharedMap() : SharedMap(std::vector<Entry>()) {}
  /// Names have to differ.
  explicit SharedMap(std::vector<Entry> entries) { spread(std::move(entries)); }

  std::size_t size() const noexcept { return size_; }
  /// Null where there is none.
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
  /// In any order.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto &bucket : buckets_) {
      if (!bucket) continue;
      for (const Entry &entry : *bucket) visit(entry.name, entry.value);
    }
  }

 private:
  using Bucket = std::vector<Entry>;
  static constexpr std::size_t usual = 4;  // entries a bucket

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

  std::vector<std::shared_ptr<const Bucket>> buckets_;  // their number a power of two
  std::size_t size_ = 0;
};

}  // namespace sluice::detail

#endif
