#include "interrupt.hpp"

namespace sluice::cli {

CancellationToken &stop_token() {
  static CancellationToken token;
  return token;
}

InterruptGuard::InterruptGuard(std::initializer_list<int> signals) {
  stop_token();  // constructed here, since a signal handler must not
  for (const int signal : signals) {
    before_.emplace_back(signal, std::signal(signal, [](int number) {
                           stop_token().cancel();
                           std::signal(number, SIG_DFL);
                         }));
  }
}

InterruptGuard::~InterruptGuard() {
  for (const auto &[signal, handler] : before_) std::signal(signal, handler);
}

}  // namespace sluice::cli
