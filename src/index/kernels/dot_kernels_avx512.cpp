#define SLUICE_KERNEL_SET dots_avx512
#define SLUICE_KERNEL_NAME "avx512"
#include "dot_kernels_code.hpp"
