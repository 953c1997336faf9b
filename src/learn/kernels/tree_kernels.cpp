#include "tree_kernels.hpp"

#include <array>

#include "core/instruction_sets.hpp"

namespace sluice::inline v0::learn_detail {

namespace tree_plain {
extern const TreeKernels kernels;
}
#if defined(SLUICE_X86_KERNELS)
namespace tree_avx2 {
extern const TreeKernels kernels;
}
namespace tree_avx512 {
extern const TreeKernels kernels;
}
#endif

std::span<const TreeKernels *const> runnable_tree_kernels() noexcept {
#if defined(SLUICE_X86_KERNELS)
  static constexpr std::array compiled{&tree_plain::kernels, &tree_avx2::kernels,
                                       &tree_avx512::kernels};
#else
  static constexpr std::array compiled{&tree_plain::kernels};
#endif
  return detail::runnable(compiled);
}

const TreeKernels &tree_kernels() noexcept { return *runnable_tree_kernels().back(); }

}  // namespace sluice::inline v0::learn_detail
