// Included once by each unit of an instruction set, which defines SLUICE_KERNEL_SET, a name, and
// SLUICE_KERNEL_AVX2 or that and SLUICE_KERNEL_AVX512 where it may use them. No function of one set
// may be merged with that of another: the headers included here put what they have into the set's
// own unnamed namespace, and use nothing but the language and intrinsics.

#include "attention.hpp"
#include "encoder_kernels.hpp"
#include "float_product.hpp"
#include "int8_product.hpp"
#include "row_functions.hpp"

namespace sluice::detail::SLUICE_KERNEL_SET {

extern const EncoderKernels kernels;
// NOLINTNEXTLINE(misc-definitions-in-headers): each unit has its own namespace.
const EncoderKernels kernels = {SLUICE_KERNEL_NAME, sizeof(Code), linear, linear_int8,
                                quantize,           add_norm,     gelu,   attend};

}  // namespace sluice::detail::SLUICE_KERNEL_SET
