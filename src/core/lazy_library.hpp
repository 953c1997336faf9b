#ifndef SLUICE_SRC_CORE_LAZY_LIBRARY_HPP
#define SLUICE_SRC_CORE_LAZY_LIBRARY_HPP

namespace sluice::detail {

/// A shared library that is loaded when it is first needed, as one that need not be there:
/// DuckDB's. Linked as usual, libcurl and libpq bring thirty others with them, and a command that
/// needs none spends most of its time on loading those. Any threads at once.
class LazyLibrary {
 public:
  /// Throws Error(unsupported) where it is not installed.
  explicit LazyLibrary(const char *name);

  /// Throws Error(unsupported) where it has no such function.
  template <class Function>
  Function *find(const char *function) const {
    return reinterpret_cast<Function *>(address_of(function));
  }

 private:
  void *address_of(const char *function) const;

  const char *name_;
  void *handle_;  // never closed: such libraries leave threads and handlers behind
};

}  // namespace sluice::detail

/// The function of that name, from what `library()` gives.
#define SLUICE_LAZY(library, function) \
  ([] { \
    static auto *const found = library().find<decltype(::function)>(#function); \
    return found; \
  }())

#endif
