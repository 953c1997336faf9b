#include "command.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace sluice::cli {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::operator()(std::string_view stage, std::size_t done, std::size_t total) {
  if (!terminal_ || total == 0) return;
  const std::size_t percent = done * 100 / total;
  if (percent == last_percent_) return;
  last_percent_ = percent;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}: {} of {} ({} %)", stage, done, total, percent);
  std::fflush(stderr);
}

std::string duration_text(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.1f} s", seconds);
}

std::string bytes_text(std::size_t bytes) {
  const auto count = static_cast<double>(bytes);
  if (count < 1e6) return fmt::format("{:.1f} kB", count / 1e3);
  return fmt::format("{:.1f} MB", count / 1e6);
}

}  // namespace sluice::cli
