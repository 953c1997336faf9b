#ifndef SLUICE_CORE_PARALLEL_HPP
#define SLUICE_CORE_PARALLEL_HPP

/// Jobs that do not need each other, on several threads.

#include <cstddef>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"

namespace sluice {

/// Calls `work(job, reports)` once for each job below `jobs`, on at most `threads` threads, of
/// which the caller's is one, and fewer where the system starts no more; returns when all are done.
/// Jobs are begun in order. `reports` is `progress` on the caller's thread and silent on others; on
/// every thread its steps throw once a job failed. If any failed, no other is begun, and the
/// failure of the first of them is thrown: of those that were not only stopped, where there is one.
/// `threads` is at least 1.
void run_jobs(std::size_t jobs, std::size_t threads,
              function_ref<void(std::size_t job, const Progress &reports)> work,
              const Progress &progress = {});

}  // namespace sluice

#endif
