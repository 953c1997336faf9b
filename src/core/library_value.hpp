#ifndef SLUICE_SRC_CORE_LIBRARY_VALUE_HPP
#define SLUICE_SRC_CORE_LIBRARY_VALUE_HPP

/// Values that all calls share. A program may call the library at any time: also from a handler of
/// the end of the process, or from the destructor of a static object or of a thread's.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace sluice::detail {

/// Holds a value that is never destroyed. Its own memory goes with the library's.
template <class T>
class NeverDestroyed {
 public:
  NeverDestroyed() { ::new (static_cast<void *>(storage_)) T(); }
  NeverDestroyed(const NeverDestroyed &) = delete;
  NeverDestroyed &operator=(const NeverDestroyed &) = delete;

  T &operator*() noexcept { return *std::launder(reinterpret_cast<T *>(storage_)); }

 private:
  alignas(T) std::byte storage_[sizeof(T)];
};

/// A value that the first call makes that needs it. Callers share it, so that it outlives its
/// release. Thread-safe.
template <class T>
class LibraryValue {
 public:
  /// `make` returns a std::shared_ptr<const T>. What it throws is passed on.
  template <class Make>
  std::shared_ptr<const T> get(Make make) {
    const std::lock_guard lock(mutex_);
    if (value_ == nullptr) value_ = make();
    return value_;
  }

  /// The next call makes the value again.
  void release() noexcept {
    std::shared_ptr<const T> released;
    const std::lock_guard lock(mutex_);
    released.swap(value_);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const T> value_;
};

/// Values that are made where nothing holds them any more: callers at once share one for each key.
/// Thread-safe.
template <class Key, class T>
class ValuesInUse {
 public:
  /// `make` returns a std::shared_ptr<const T>, which may be null. What it throws is passed on.
  template <class Make>
  std::shared_ptr<const T> get(const Key &key, Make make) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const T> &known = values_[key];
    std::shared_ptr<const T> value = known.lock();
    if (value == nullptr) known = value = make();
    return value;
  }

  /// The next call makes a value again, also while another is in use.
  void release() noexcept {
    const std::lock_guard lock(mutex_);
    values_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const T>> values_;
};

/// Releases a value when the library is unloaded, or when the process ends: a static object beside
/// the function that gives the value. Who calls later still has the value made again.
template <class Value>
class ReleaseWithLibrary {
 public:
  explicit ReleaseWithLibrary(Value &(*value)()) noexcept : value_(value) {}
  ReleaseWithLibrary(const ReleaseWithLibrary &) = delete;
  ReleaseWithLibrary &operator=(const ReleaseWithLibrary &) = delete;
  ~ReleaseWithLibrary() { value_().release(); }

 private:
  Value &(*value_)();
};

}  // namespace sluice::detail

#endif
