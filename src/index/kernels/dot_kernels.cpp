#include "dot_kernels.hpp"

#include <array>

#include "core/instruction_sets.hpp"

namespace sluice::inline v0::index_detail {

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

std::span<const DotKernels *const> runnable_dot_kernels() noexcept {
#if defined(SLUICE_X86_KERNELS)
  static constexpr std::array compiled{&dots_plain::kernels, &dots_avx2::kernels,
                                       &dots_avx512::kernels};
#else
  static constexpr std::array compiled{&dots_plain::kernels};
#endif
  return detail::runnable(compiled);
}

const DotKernels &dot_kernels() noexcept { return *runnable_dot_kernels().back(); }

}  // namespace sluice::inline v0::index_detail
