#include "cover_kernels.hpp"

#include <array>

namespace sluice::detail {

namespace covers_plain {
extern const CoverKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace covers_avx2 {
extern const CoverKernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const CoverKernels *, 2> sets{};
  std::size_t count = 0;

  Runnable() {
    sets[count++] = &covers_plain::kernels;
#if defined(SLUICE_X86_KERNELS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) sets[count++] = &covers_avx2::kernels;
#endif
  }
};

}  // namespace

std::span<const CoverKernels *const> runnable_cover_kernels() noexcept {
  static const Runnable runnable;
  return {runnable.sets.data(), runnable.count};
}

const CoverKernels &cover_kernels() noexcept { return *runnable_cover_kernels().back(); }

}  // namespace sluice::detail
