#include "encoder_kernels.hpp"

#include <array>

namespace sluice::detail {

namespace kernels_plain {
extern const EncoderKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace kernels_avx2 {
extern const EncoderKernels kernels;
}
namespace kernels_avx512 {
extern const EncoderKernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const EncoderKernels *, 3> sets{};
  std::size_t count = 0;

  Runnable() {
    sets[count++] = &kernels_plain::kernels;
#if defined(SLUICE_X86_KERNELS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
      sets[count++] = &kernels_avx2::kernels;
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vnni")) {
        sets[count++] = &kernels_avx512::kernels;
      }
    }
#endif
  }
};

}  // namespace

std::span<const EncoderKernels *const> runnable_encoder_kernels() noexcept {
  static const Runnable runnable;
  return {runnable.sets.data(), runnable.count};
}

const EncoderKernels &encoder_kernels() noexcept { return *runnable_encoder_kernels().back(); }

}  // namespace sluice::detail
