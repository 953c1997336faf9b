#ifndef SLUICE_SRC_CORE_LARGE_STACK_HPP
#define SLUICE_SRC_CORE_LARGE_STACK_HPP

/// Stack space for deeply recursive code that we cannot change. The caller's thread may have
/// little: musl's default is 128 KiB.

#include <cstddef>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0::detail {

inline constexpr std::size_t large_stack = std::size_t{2} << 20;

/// Runs `work` on a new thread with `stack_bytes` of stack and waits for it; if already on such a
/// thread, runs it directly. Takes about 20 µs. Propagates exceptions of `work`. Throws
/// Error(limit_exceeded) if the system cannot start a thread.
void run_on_large_stack(function_ref<void()> work, std::size_t stack_bytes = large_stack);

}  // namespace sluice::inline v0::detail

#endif
