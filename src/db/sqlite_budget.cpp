#include "sqlite_budget.hpp"

#include <fmt/format.h>

#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {
namespace {

// Small enough that values created between two checks stay within about 100 MB.
constexpr int steps_between_checks = 100;
// Reading the clock costs more than the rest of a check.
constexpr int steps_between_times = 3200;

}  // namespace

void SqliteBudget::watch(sqlite3 *database) {
  sqlite3_progress_handler(database, steps_between_checks, on_progress, this);
}

void SqliteBudget::restart() {
  steps_ = 0;
  start_ = std::chrono::steady_clock::now();
  memory_at_start_ = sqlite_memory();
  passed_ = Limit::none;
}

bool SqliteBudget::is_late() noexcept {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
  if (taken.count() > limits_.seconds) {
    passed_ = Limit::seconds;
  } else if (token_ && token_->cancelled()) {
    passed_ = Limit::cancelled;
  }
  return passed_ != Limit::none;
}

bool SqliteBudget::spent() noexcept {
  if (steps_ > limits_.steps) {
    passed_ = Limit::steps;
  } else if (took_too_much_memory()) {
    passed_ = Limit::bytes;
  }
  return passed_ != Limit::none || is_late();
}

bool SqliteBudget::allows(std::int64_t bytes) noexcept {
  if (bytes > limits_.bytes) passed_ = Limit::bytes;
  return passed_ == Limit::none && !is_late();
}

int SqliteBudget::on_progress(void *budget) noexcept {
  auto &self = *static_cast<SqliteBudget *>(budget);
  self.steps_ += steps_between_checks;
  if (self.steps_ % steps_between_times == 0 || self.steps_ > self.limits_.steps) {
    return self.spent() ? 1 : 0;
  }
  if (self.took_too_much_memory()) self.passed_ = Limit::bytes;
  return self.passed_ != Limit::none ? 1 : 0;
}

bool SqliteBudget::took_too_much_memory() const noexcept {
  return sqlite_memory() - memory_at_start_ > limits_.bytes;
}

std::string SqliteBudget::reason() const {
  switch (passed_) {
    case Limit::steps: return fmt::format("takes more than {} steps", limits_.steps);
    case Limit::seconds: return fmt::format("takes more than {} seconds", limits_.seconds);
    case Limit::bytes: return fmt::format("takes more than {} bytes of memory", limits_.bytes);
    case Limit::cancelled: return "cancelled";
    case Limit::none: break;
  }
  return {};
}

}  // namespace sluice::inline v0::db_detail
