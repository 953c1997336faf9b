#define SLUICE_KERNEL_SET product_avx2
#define SLUICE_LANES 8
#include "product_code.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {

extern const ProductKernels kernels;
const ProductKernels kernels{"avx2", add_product};

}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
