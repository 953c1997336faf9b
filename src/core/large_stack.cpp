#include "large_stack.hpp"

#include <cstddef>
#include <exception>

#include "file_thread.hpp"
#include "start_thread.hpp"

namespace sluice::inline v0::detail {
namespace {

/// Stack size if the current thread was started here, else 0.
thread_local std::size_t room = 0;

struct Errand {
  function_ref<void()> work;
  std::size_t stack_bytes;
  std::exception_ptr failure;
  FileThread::Place files;

  static void *run(void *self) noexcept {
    auto &errand = *static_cast<Errand *>(self);
    room = errand.stack_bytes;
    errand.files.enter();
    try {
      errand.work();
    } catch (...) {
      errand.failure = std::current_exception();
    }
    return nullptr;
  }
};

}  // namespace

void run_on_large_stack(function_ref<void()> work, std::size_t stack_bytes) {
  if (room >= stack_bytes) return work();
  Errand errand{work, stack_bytes, nullptr, {}};
  pthread_t thread{};
  if (const int error = start_thread(thread, stack_bytes, Errand::run, &errand); error != 0)
    fail_to_start_thread({error, std::generic_category()});
  pthread_join(thread, nullptr);
  if (errand.failure) std::rethrow_exception(errand.failure);
}

}  // namespace sluice::inline v0::detail
