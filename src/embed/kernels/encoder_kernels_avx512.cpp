#define SLUICE_KERNEL_SET kernels_avx512
#define SLUICE_KERNEL_NAME "avx512"
#define SLUICE_KERNEL_AVX2
#define SLUICE_KERNEL_AVX512
#include "encoder_kernels_code.hpp"
