#include "start_thread.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::detail {

void fail_to_start_thread(const std::error_code &reason) {
  throw Error(ErrorCode::limit_exceeded,
              fmt::format("the system cannot start more threads ({}): raise its limit of processes "
                          "(ulimit -u) or of memory (ulimit -v)",
                          reason.message()));
}

int start_thread(pthread_t &thread, std::size_t stack_bytes, void *(*work)(void *),
                 void *argument) noexcept {
  pthread_attr_t attributes;
  if (const int error = pthread_attr_init(&attributes); error != 0) return error;
#ifdef PTHREAD_STACK_MIN
  stack_bytes = std::max(stack_bytes, static_cast<std::size_t>(PTHREAD_STACK_MIN));
#endif
  // macOS takes whole pages only.
  const auto page = static_cast<std::size_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  pthread_attr_setstacksize(&attributes, (stack_bytes + page - 1) / page * page);
  const BlockedSignals blocked;
  int error = pthread_create(&thread, &attributes, work, argument);
  // The host's thread-local variables are on the stack too, and may not fit.
  if (error == EINVAL) error = pthread_create(&thread, nullptr, work, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

}  // namespace sluice::inline v0::detail
