#define SLUICE_KERNEL_SET ranker_avx2
#define SLUICE_KERNEL_AVX2
#include "cover_kernels_code.hpp"
#include "row_kernels_code.hpp"

namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET {

extern const RankerKernels kernels;
const RankerKernels kernels{
    "avx2",    fill,           merge_and_reset, best_two,   fuse,  compare_databases,
    five_best, best_of_runs,   scale_ratios,    logarithms, above, add_gaps,
    read_name, score_databases};

}  // namespace sluice::inline v0::route_detail::SLUICE_KERNEL_SET
