/// Cancellation handles.

#include "progress.hpp"

using namespace sluice::capi;

sluice_status sluice_cancellation_new(sluice_cancellation **out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    *out = new sluice_cancellation();
  });
}

void sluice_cancellation_cancel(const sluice_cancellation *cancellation) noexcept {
  if (cancellation != nullptr) cancellation->token.cancel();
}

void sluice_cancellation_release(sluice_cancellation *cancellation) noexcept {
  delete cancellation;
}
