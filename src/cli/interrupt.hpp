#ifndef SLUICE_CLI_INTERRUPT_HPP
#define SLUICE_CLI_INTERRUPT_HPP

#include <csignal>
#include <initializer_list>
#include <utility>
#include <vector>

#include "sluice/core/cancellation.hpp"

namespace sluice::cli {

/// The token that a signal cancels while an InterruptGuard exists.
CancellationToken &stop_token();

/// While it exists, the first of these signals cancels `stop_token()`; a second one ends the
/// program.
class InterruptGuard {
 public:
  explicit InterruptGuard(std::initializer_list<int> signals = {SIGINT});
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;

 private:
  std::vector<std::pair<int, void (*)(int)>> before_;
};

}  // namespace sluice::cli

#endif
