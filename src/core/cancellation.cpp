#include "sluice/core/cancellation.hpp"

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

void CancellationToken::check() const {
  if (cancelled()) throw Error(ErrorCode::cancelled, "stopped at the caller's request");
}

}  // namespace sluice::inline v0
