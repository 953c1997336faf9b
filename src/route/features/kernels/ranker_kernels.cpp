#include "ranker_kernels.hpp"

#include <array>

#include "core/instruction_sets.hpp"

namespace sluice::inline v0::route_detail {

namespace ranker_plain {
extern const RankerKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace ranker_avx2 {
extern const RankerKernels kernels;
}
#endif

std::span<const RankerKernels *const> runnable_ranker_kernels() noexcept {
#if defined(SLUICE_X86_KERNELS)
  static constexpr std::array compiled{&ranker_plain::kernels, &ranker_avx2::kernels};
#else
  static constexpr std::array compiled{&ranker_plain::kernels};
#endif
  return detail::runnable(compiled);
}

const RankerKernels &ranker_kernels() noexcept { return *runnable_ranker_kernels().back(); }

}  // namespace sluice::inline v0::route_detail
