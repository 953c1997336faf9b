#ifndef SLUICE_SRC_CORE_START_THREAD_HPP
#define SLUICE_SRC_CORE_START_THREAD_HPP

/// The one place where the library starts threads. The system may have none left.

#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::detail {

/// A thread that runs `work`. Throws Error(limit_exceeded) if the system starts none.
template <class Work>
std::jthread start_thread(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error &error) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the system starts no more threads ({}): raise its limit of processes "
                            "(ulimit -u) or of memory (ulimit -v)",
                            error.code().message()));
  }
}

/// At most `count` threads that run `work`: as many as the system starts, which may be none. `work`
/// is copied.
template <class Work>
std::vector<std::jthread> start_threads(std::size_t count, const Work &work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error &) {  // those that are there do the work
  }
  return threads;
}

}  // namespace sluice::detail

#endif
