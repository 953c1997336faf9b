#define SLUICE_KERNEL_SET covers_plain
#define SLUICE_KERNEL_NAME "plain"
#include "cover_kernels_code.hpp"
