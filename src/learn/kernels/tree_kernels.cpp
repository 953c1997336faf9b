#include "tree_kernels.hpp"

#include <array>

namespace sluice::detail {

namespace tree_plain {
extern const TreeKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace tree_avx2 {
extern const TreeKernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const TreeKernels *, 2> sets{};
  std::size_t count = 0;

  Runnable() {
    sets[count++] = &tree_plain::kernels;
#if defined(SLUICE_X86_KERNELS)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) sets[count++] = &tree_avx2::kernels;
#endif
  }
};

}  // namespace

std::span<const TreeKernels *const> runnable_tree_kernels() noexcept {
  static const Runnable runnable;
  return {runnable.sets.data(), runnable.count};
}

const TreeKernels &tree_kernels() noexcept { return *runnable_tree_kernels().back(); }

}  // namespace sluice::detail
