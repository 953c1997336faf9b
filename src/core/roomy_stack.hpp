#ifndef SLUICE_SRC_CORE_ROOMY_STACK_HPP
#define SLUICE_SRC_CORE_ROOMY_STACK_HPP

/// Room for what recurses deeply and is not ours to change. A caller's thread may have little: 128
/// KiB are what musl gives one.

#include <cstddef>

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

inline constexpr std::size_t roomy_stack = std::size_t{2} << 20;

/// Runs `work` on a thread of its own that has `stack_bytes` of stack, and waits for it; on such a
/// thread, runs it at once. Takes about 20 µs. What `work` throws is thrown here.
/// Throws Error(limit_exceeded) if the system starts no thread.
void run_on_roomy_stack(function_ref<void()> work, std::size_t stack_bytes = roomy_stack);

}  // namespace sluice::detail

#endif
