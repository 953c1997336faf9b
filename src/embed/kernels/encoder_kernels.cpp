#include "encoder_kernels.hpp"

#include <array>

#include "core/instruction_sets.hpp"

namespace sluice::inline v0::embed_detail {

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

std::span<const EncoderKernels *const> runnable_encoder_kernels() noexcept {
#if defined(SLUICE_X86_KERNELS)
  static constexpr std::array compiled{&kernels_plain::kernels, &kernels_avx2::kernels,
                                       &kernels_avx512::kernels};
#else
  static constexpr std::array compiled{&kernels_plain::kernels};
#endif
  return detail::runnable(compiled);
}

const EncoderKernels &encoder_kernels() noexcept { return *runnable_encoder_kernels().back(); }

}  // namespace sluice::inline v0::embed_detail
