// Included once by the unit of each instruction set, which defines SLUICE_KERNEL_SET (a name) and,
// if it may use them, SLUICE_KERNEL_AVX2 or both SLUICE_KERNEL_AVX2 and SLUICE_KERNEL_AVX512. The
// linker must not merge functions of different sets, so the headers included here put everything
// into the set's own unnamed namespace and use only the language and intrinsics.

#include "attention.hpp"
#include "encoder_kernels.hpp"
#include "float_product.hpp"
#include "int8_product.hpp"
#include "row_functions.hpp"

namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET {

extern const EncoderKernels kernels;
// NOLINTNEXTLINE(misc-definitions-in-headers): each unit has its own namespace.
const EncoderKernels kernels = {SLUICE_KERNEL_NAME, sizeof(Code), linear, linear_int8,
                                quantize,           add_norm,     gelu,   attend};

}  // namespace sluice::inline v0::embed_detail::SLUICE_KERNEL_SET
