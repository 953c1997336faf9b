#define SLUICE_KERNEL_SET kernels_avx2
#define SLUICE_KERNEL_NAME "avx2"
#define SLUICE_KERNEL_AVX2
#include "encoder_kernels_code.hpp"
