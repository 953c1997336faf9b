#ifndef SLUICE_SRC_ROUTE_PARALLEL_FOR_HPP
#define SLUICE_SRC_ROUTE_PARALLEL_FOR_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace sluice::detail {

/// Calls `work(i)` for each i below `count`, on the calling thread and up to `threads` - 1 others.
/// Where each call writes to places of its own, the result does not depend on the threads. What a
/// call throws passes through once all threads have stopped; of several the one of the smallest i
/// that was met.
template <class Work>
void parallel_for(std::size_t count, std::size_t threads, const Work &work) {
  threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1));
  std::atomic<std::size_t> next = 0;
  struct Failure {
    std::size_t at = SIZE_MAX;
    std::exception_ptr what;
  };
  std::vector<Failure> failures(threads);
  const auto run = [&](Failure &failure) {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        failure = {i, std::current_exception()};
        next = count;
        return;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back([&, t] { run(failures[t]); });
    run(failures[0]);
  }
  const Failure &first = *std::ranges::min_element(failures, {}, &Failure::at);
  if (first.what) std::rethrow_exception(first.what);
}

}  // namespace sluice::detail

#endif
