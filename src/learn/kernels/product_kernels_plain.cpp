#define SLUICE_KERNEL_SET product_plain
#define SLUICE_LANES 4
#include "product_code.hpp"

namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET {

extern const ProductKernels kernels;
const ProductKernels kernels{"plain", add_product};

}  // namespace sluice::inline v0::learn_detail::SLUICE_KERNEL_SET
