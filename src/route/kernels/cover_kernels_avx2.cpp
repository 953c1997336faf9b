#define SLUICE_KERNEL_SET covers_avx2
#define SLUICE_KERNEL_NAME "avx2"
#include "cover_kernels_code.hpp"
