#include "sluice/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <vector>

#include "sluice/core/error.hpp"
#include "start_thread.hpp"

namespace sluice::inline v0 {
namespace {

/// `failures` is indexed by job. Prefers a job that failed on its own to jobs that were only
/// stopped.
[[noreturn]] void throw_first(const std::vector<std::exception_ptr> &failures) {
  std::exception_ptr first;
  for (const std::exception_ptr &failure : failures) {
    if (!failure) continue;
    try {
      std::rethrow_exception(failure);
    } catch (const Error &error) {
      if (error.code() != ErrorCode::cancelled) throw;
      if (!first) first = failure;
    }
  }
  std::rethrow_exception(first);
}

}  // namespace

void run_jobs(std::size_t jobs, std::size_t threads,
              function_ref<void(std::size_t job, const Progress &reports)> work,
              const Progress &progress) {
  std::vector<std::exception_ptr> failures(jobs);
  std::atomic<std::size_t> next = 0;
  const CancellationToken stop;
  const auto run = [&](const Progress &reports) {
    for (std::size_t job = next++; job < jobs && !stop.cancelled(); job = next++) {
      try {
        work(job, reports);
      } catch (...) {
        failures[job] = std::current_exception();
        stop.cancel();
      }
    }
  };
  {
    const std::size_t useful = std::min(threads, jobs);
    const auto others =
        detail::start_threads(useful > 1 ? useful - 1 : 0, [&] { run(Progress(stop)); });
    const auto report = [&](std::string_view stage, std::size_t done, std::size_t total) {
      stop.check();
      progress.step(stage, done, total);
    };
    run(Progress(report));
  }
  if (stop.cancelled()) throw_first(failures);
}

}  // namespace sluice::inline v0
