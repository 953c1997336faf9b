#include "ranker_kernels.hpp"

#include <array>

namespace sluice::detail {

namespace ranker_plain {
extern const RankerKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace ranker_avx2 {
extern const RankerKernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const RankerKernels *, 2> sets{};
  std::size_t count = 0;

  Runnable() {
    sets[count++] = &ranker_plain::kernels;
#if defined(SLUICE_X86_KERNELS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) sets[count++] = &ranker_avx2::kernels;
#endif
  }
};

}  // namespace

std::span<const RankerKernels *const> runnable_ranker_kernels() noexcept {
  static const Runnable runnable;
  return {runnable.sets.data(), runnable.count};
}

const RankerKernels &ranker_kernels() noexcept { return *runnable_ranker_kernels().back(); }

}  // namespace sluice::detail
