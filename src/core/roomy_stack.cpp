#include "roomy_stack.hpp"

#include <exception>
#include <system_error>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

#if __has_include(<pthread.h>)
#include <pthread.h>
#include <signal.h>
#else
#include <thread>
#endif

namespace sluice::detail {
namespace {

thread_local bool is_roomy = false;

struct Errand {
  function_ref<void()> work;
  std::exception_ptr failure;

  void run() noexcept {
    is_roomy = true;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }
};

#if __has_include(<pthread.h>)

constexpr std::size_t stack_bytes = std::size_t{2} << 20;

void *run_errand(void *errand) {
  static_cast<Errand *>(errand)->run();
  return nullptr;
}

/// Returns an error number, or 0.
int run_on_thread(Errand &errand) {
  pthread_attr_t attributes;
  if (const int failed = ::pthread_attr_init(&attributes); failed != 0) return failed;
  ::pthread_attr_setstacksize(&attributes, stack_bytes);
  // Signals are for the host's own threads.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  const int failed = ::pthread_create(&thread, &attributes, run_errand, &errand);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::pthread_attr_destroy(&attributes);
  if (failed == 0) ::pthread_join(thread, nullptr);
  return failed;
}

#else

int run_on_thread(Errand &errand) {
  try {
    std::thread([&errand] { errand.run(); }).join();
    return 0;
  } catch (const std::system_error &error) {
    return error.code().value();
  }
}

#endif

}  // namespace

void run_on_roomy_stack(function_ref<void()> work) {
  if (is_roomy) return work();
  Errand errand{work, nullptr};
  if (const int failed = run_on_thread(errand); failed != 0) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the system starts no more threads ({}): raise its limit of processes "
                            "(ulimit -u) or of memory (ulimit -v)",
                            std::generic_category().message(failed)));
  }
  if (errand.failure) std::rethrow_exception(errand.failure);
}

}  // namespace sluice::detail
