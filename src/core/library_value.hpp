#ifndef SLUICE_SRC_CORE_LIBRARY_VALUE_HPP
#define SLUICE_SRC_CORE_LIBRARY_VALUE_HPP

/// Values that all calls share. A program may call the library at any time, including from exit
/// handlers and from destructors of static or thread-local objects.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace sluice::inline v0::detail {

/// Holds a value that is never destroyed. The memory of the object itself belongs to the library.
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

/// A value that is created on first use. Callers share ownership, so it survives `release`.
/// Thread-safe.
template <class T>
class LibraryValue {
 public:
  /// `make` returns a std::shared_ptr<const T>. Propagates its exceptions.
  template <class Make>
  std::shared_ptr<const T> get(Make make) {
    const std::lock_guard lock(mutex_);
    if (value_ == nullptr) value_ = make();
    return value_;
  }

  /// Makes the next call create the value again.
  void release() noexcept {
    std::shared_ptr<const T> released;
    const std::lock_guard lock(mutex_);
    released.swap(value_);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const T> value_;
};

/// Values that live only while they are in use: concurrent users of a key share one value.
/// Thread-safe.
template <class Key, class T>
class ValuesInUse {
 public:
  /// `make` returns a std::shared_ptr<const T>, which may be null. Propagates its exceptions.
  template <class Make>
  std::shared_ptr<const T> get(const Key &key, Make make) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const T> &known = values_[key];
    std::shared_ptr<const T> value = known.lock();
    if (value == nullptr) known = value = make();
    return value;
  }

  /// Makes the next call create a value again, even if another is still in use.
  void release() noexcept {
    const std::lock_guard lock(mutex_);
    values_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const T>> values_;
};

/// Releases a value when the library is unloaded or the process exits. Define a static object of
/// this type next to the function that returns the value. Later callers recreate the value.
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

}  // namespace sluice::inline v0::detail

#endif
