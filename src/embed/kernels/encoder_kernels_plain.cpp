#define SLUICE_KERNEL_SET kernels_plain
#define SLUICE_KERNEL_NAME "plain"
#include "encoder_kernels_code.hpp"
