#include "skipped_report.hpp"

#include <unistd.h>

#include <cstdio>
#include <vector>

#include "sluice/schema/show.hpp"

namespace sluice::cli {
namespace {

void print_skipped(const std::string &text) {
  if (text.empty()) return;
  // A line that shows progress may be there.
  if (::isatty(STDERR_FILENO) != 0) std::fputs("\r\x1b[K", stderr);
  std::fputs(text.c_str(), stderr);
}

}  // namespace

void report_skipped(std::span<const SkippedItem> skipped) { print_skipped(skipped_text(skipped)); }

Databases load_and_report(const std::string &path, LoadOptions options) {
  std::vector<SkippedItem> skipped;
  options.skipped = &skipped;
  Databases databases = load(path, options);
  report_skipped(skipped);
  return databases;
}

void SkippedReport::operator()(std::span<const SkippedItem> skipped) {
  std::string text = skipped_text(skipped);
  if (text != last_) print_skipped(text);
  last_ = std::move(text);
}

}  // namespace sluice::cli
