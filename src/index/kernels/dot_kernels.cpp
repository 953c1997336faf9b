#include "dot_kernels.hpp"

#include <array>

namespace sluice::detail {

namespace dots_plain {
extern const DotKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace dots_avx2 {
extern const DotKernels kernels;
}
namespace dots_avx512 {
extern const DotKernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const DotKernels *, 3> sets{};
  std::size_t count = 0;

  Runnable() {
    sets[count++] = &dots_plain::kernels;
#if defined(SLUICE_X86_KERNELS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) {
      sets[count++] = &dots_avx2::kernels;
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vnni")) {
        sets[count++] = &dots_avx512::kernels;
      }
    }
#endif
  }
};

}  // namespace

std::span<const DotKernels *const> runnable_dot_kernels() noexcept {
  static const Runnable runnable;
  return {runnable.sets.data(), runnable.count};
}

const DotKernels &dot_kernels() noexcept { return *runnable_dot_kernels().back(); }

}  // namespace sluice::detail
