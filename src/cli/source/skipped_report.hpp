#ifndef SLUICE_SRC_CLI_SOURCE_SKIPPED_REPORT_HPP
#define SLUICE_SRC_CLI_SOURCE_SKIPPED_REPORT_HPP

/// Says what was not read from sources, while the rest was.

#include <span>
#include <string>

#include "sluice/schema/load.hpp"

namespace sluice::cli {

/// Prints `skipped_text` on standard error.
void report_skipped(std::span<const SkippedItem> skipped);

/// `load`, which reports what it skips.
Databases load_and_report(const std::string &path, LoadOptions options = {});

/// Reports again and again, as sources are read again, but the same only once.
class SkippedReport {
 public:
  void operator()(std::span<const SkippedItem> skipped);

 private:
  std::string last_;
};

}  // namespace sluice::cli

#endif
