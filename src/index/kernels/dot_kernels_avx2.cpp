#define SLUICE_KERNEL_SET dots_avx2
#define SLUICE_KERNEL_NAME "avx2"
#define SLUICE_KERNEL_AVX2
#include "dot_kernels_code.hpp"
