#ifndef SLUICE_SRC_CORE_ROOMY_STACK_HPP
#define SLUICE_SRC_CORE_ROOMY_STACK_HPP

/// Room for what recurses deeply and is not ours to change. A caller's thread may have little: 128
/// KiB are what musl gives one.

#include "sluice/core/function_ref.hpp"

namespace sluice::detail {

/// Runs `work` on a thread of its own that has 2 MiB of stack, and waits for it; on such a thread,
/// runs it at once. Takes about 20 µs. What `work` throws is thrown here.
/// Throws Error(limit_exceeded) if the system starts no thread.
void run_on_roomy_stack(function_ref<void()> work);

}  // namespace sluice::detail

#endif
