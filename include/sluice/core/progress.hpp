#ifndef SLUICE_CORE_PROGRESS_HPP
#define SLUICE_CORE_PROGRESS_HPP

/// Reports the progress of a long operation to its caller, and lets the caller cancel it.

#include <cstddef>
#include <optional>
#include <string_view>

#include "sluice/core/cancellation.hpp"
#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

/// Passed to long operations. The default reports nothing and never cancels. The callback runs on
/// the working thread and must not call back into the same object.
class Progress {
 public:
  /// Name of the stage, units done, units in total (0: unknown).
  using Report = function_ref<void(std::string_view stage, std::size_t done, std::size_t total)>;

  Progress() = default;
  explicit Progress(Report report) : report_(report) {}
  explicit Progress(CancellationToken token) : token_(std::move(token)) {}
  Progress(Report report, CancellationToken token) : report_(report), token_(std::move(token)) {}

  /// Reports progress. Throws Error(cancelled) if the caller cancelled.
  void step(std::string_view stage, std::size_t done, std::size_t total) const {
    if (token_) (token_->check)();
    if (report_) (*report_)(stage, done, total);
  }

 private:
  std::optional<Report> report_;
  std::optional<CancellationToken> token_;
};

}  // namespace sluice::inline v0

#endif
