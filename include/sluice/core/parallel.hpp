#ifndef SLUICE_CORE_PARALLEL_HPP
#define SLUICE_CORE_PARALLEL_HPP

/// Runs independent jobs on several threads.

#include <cstddef>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"

namespace sluice::inline v0 {

/// Calls `work(job, reports)` once for each job in [0, jobs) and returns when all are done. Uses at
/// most `threads` threads (at least 1), including the caller's, or fewer if the system cannot start
/// that many. Jobs start in order.
/// `reports` forwards to `progress` on the caller's thread and is silent on the others. Once a job
/// has failed, no further job starts, and `reports` throws in the running ones. Then throws the
/// exception of the first failed job, preferring jobs that failed on their own to jobs that were
/// only stopped.
void run_jobs(std::size_t jobs, std::size_t threads,
              function_ref<void(std::size_t job, const Progress &reports)> work,
              const Progress &progress = {});

}  // namespace sluice::inline v0

#endif
