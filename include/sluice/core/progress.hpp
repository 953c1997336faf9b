#ifndef SLUICE_CORE_PROGRESS_HPP
#define SLUICE_CORE_PROGRESS_HPP

/// What a long piece of work tells its caller, and how the caller stops it.

#include <cstddef>
#include <optional>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/function_ref.hpp"

namespace sluice {

/// Handed to long work. The default is silent and never cancels.
/// The callback runs on the working thread and must not call back into the same object.
class Progress {
 public:
  /// The stage's name, units done, units in all (0: not known).
  using Report = function_ref<void(std::string_view stage, std::size_t done, std::size_t total)>;

  Progress() = default;
  explicit Progress(Report report) : report_(report) {}
  explicit Progress(CancellationToken token) : token_(std::move(token)) {}
  Progress(Report report, CancellationToken token) : report_(report), token_(std::move(token)) {}

  /// Tells the caller where the work stands. Throws Error(cancelled) if it is to stop.
  void step(std::string_view stage, std::size_t done, std::size_t total) const {
    if (token_) (token_->check)();
    if (report_) (*report_)(stage, done, total);
  }

 private:
  std::optional<Report> report_;
  std::optional<CancellationToken> token_;
};

}  // namespace sluice

#endif
