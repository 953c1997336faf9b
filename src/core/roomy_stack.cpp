#include "roomy_stack.hpp"

#include <cstddef>
#include <exception>

#include "file_thread.hpp"
#include "start_thread.hpp"

namespace sluice::detail {
namespace {

constexpr std::size_t stack_bytes = std::size_t{2} << 20;

thread_local bool is_roomy = false;

struct Errand {
  function_ref<void()> work;
  std::exception_ptr failure;
  FileThread::Place files;

  static void *run(void *self) noexcept {
    auto &errand = *static_cast<Errand *>(self);
    is_roomy = true;
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

void run_on_roomy_stack(function_ref<void()> work) {
  if (is_roomy) return work();
  Errand errand{work, nullptr, {}};
  pthread_t thread{};
  if (const int error = start_thread(thread, stack_bytes, Errand::run, &errand); error != 0)
    fail_to_start_thread({error, std::generic_category()});
  pthread_join(thread, nullptr);
  if (errand.failure) std::rethrow_exception(errand.failure);
}

}  // namespace sluice::detail
