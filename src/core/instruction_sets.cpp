#include "instruction_sets.hpp"

namespace sluice::inline v0::detail {
namespace {

std::size_t count_instruction_sets() noexcept {
#if defined(__GNUC__) && defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vnni");
  return wide ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace

std::size_t runnable_instruction_sets() noexcept {
  static const std::size_t count = count_instruction_sets();
  return count;
}

}  // namespace sluice::inline v0::detail
