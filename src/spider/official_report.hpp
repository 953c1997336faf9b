#ifndef SLUICE_SRC_SPIDER_OFFICIAL_REPORT_HPP
#define SLUICE_SRC_SPIDER_OFFICIAL_REPORT_HPP

/// The text that Spider's official test-suite evaluation script prints.

#include <cstdint>
#include <string>

#include "sluice/spider/score_item.hpp"

namespace sluice::inline v0 {

/// The values of the script's option `--etype`.
enum class OfficialReportKind : std::uint8_t { match, exec, all };

/// The script's standard output for these items, byte for byte: a line per ten sessions, each pair
/// that misses exact-set match, and the tables, including those by turn if there are several
/// sessions. An item without a requested verdict counts as wrong, one of unknown hardness as easy.
/// O(size of the text).
std::string official_report(const ScoreSessions &sessions, OfficialReportKind kind);

}  // namespace sluice::inline v0

#endif
