#ifndef SLUICE_SRC_CORE_LAZY_LIBRARY_HPP
#define SLUICE_SRC_CORE_LAZY_LIBRARY_HPP

namespace sluice::inline v0::detail {

/// A shared library that is loaded on first use. For optional libraries such as DuckDB's, and for
/// libcurl and libpq: linking those directly brings in about thirty other libraries, and commands
/// that need none would spend most of their time loading them. Thread-safe.
class LazyLibrary {
 public:
  /// Throws Error(unsupported) if the library is not installed.
  explicit LazyLibrary(const char *name);

  /// Throws Error(unsupported) if the library has no such function.
  template <class Function>
  Function *find(const char *function) const {
    return reinterpret_cast<Function *>(address_of(function));
  }

 private:
  void *address_of(const char *function) const;

  const char *name_;
  void *handle_;  // never closed: such libraries leave threads and handlers behind
};

}  // namespace sluice::inline v0::detail

/// The function of that name in the library that `library()` returns.
#define SLUICE_LAZY(library, function) \
  ([] { \
    static auto *const found = library().find<decltype(::function)>(#function); \
    return found; \
  }())

#endif
