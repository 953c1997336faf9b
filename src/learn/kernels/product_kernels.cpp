#include "product_kernels.hpp"

#include <array>

#include "core/instruction_sets.hpp"

namespace sluice::inline v0::learn_detail {

namespace product_plain {
extern const ProductKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace product_avx2 {
extern const ProductKernels kernels;
}
#endif

std::span<const ProductKernels *const> runnable_product_kernels() noexcept {
#if defined(SLUICE_X86_KERNELS)
  static constexpr std::array compiled{&product_plain::kernels, &product_avx2::kernels};
#else
  static constexpr std::array compiled{&product_plain::kernels};
#endif
  return detail::runnable(compiled);
}

const ProductKernels &product_kernels() noexcept { return *runnable_product_kernels().back(); }

}  // namespace sluice::inline v0::learn_detail
