#define SLUICE_KERNEL_SET dots_plain
#define SLUICE_KERNEL_NAME "plain"
#include "dot_kernels_code.hpp"
