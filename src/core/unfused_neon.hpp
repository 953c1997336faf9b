#ifndef SLUICE_SRC_CORE_UNFUSED_NEON_HPP
#define SLUICE_SRC_CORE_UNFUSED_NEON_HPP

/// For clang on ARM64, which includes this header before each source. Where Eigen sees the macro,
/// it fuses products and sums, and results would differ from those of x86-64; the intrinsics need
/// it.

#if defined(__aarch64__)
#include <arm_neon.h>
#undef __ARM_FEATURE_FMA
#endif

#endif
