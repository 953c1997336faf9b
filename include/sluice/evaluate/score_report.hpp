#ifndef SLUICE_EVALUATE_SCORE_REPORT_HPP
#define SLUICE_EVALUATE_SCORE_REPORT_HPP

/// What `sluice score` writes for programs, and reads back to go on.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/evaluate/execution.hpp"

namespace sluice {

struct ScoreReport {
  struct Item {
    std::string database;
    std::string hardness;  ///< Empty where it is not known.
    std::optional<bool> exact;
    std::optional<ExecutionVerdict> execution;
  };

  std::string mode;
  /// Of the queries and of all settings that verdicts depend on.
  std::string fingerprint;
  /// False if the work was stopped: then items lack verdicts.
  bool complete = true;
  std::vector<Item> items;

  /// Mean score of the items of a hardness, or of all for ""; an item without verdict scores 0.
  /// 0 where there are none.
  double execution(std::string_view hardness = {}) const;
  double exact(std::string_view hardness = {}) const;
  std::size_t count(std::string_view hardness = {}) const;
};

/// {"mode","fingerprint","complete","count":{"easy",…,"all"},"exact":{…},"execution":{…},"items":
/// [{"index","database","hardness","exact","execution","reason","message"…}]}; what was not asked
/// for is left out. Without times: the same work gives the same bytes.
std::string to_json(const ScoreReport &report);
/// A header line and a line an item (RFC 4180).
std::string to_csv(const ScoreReport &report);
/// JUnit: a suite a database, a case an item, a failure where execution (or else exact-set match)
/// says wrong.
std::string to_junit(const ScoreReport &report);

/// The verdicts in what `to_json` wrote. Throws Error: malformed; mismatch, if they are of other
/// work.
std::vector<std::optional<ExecutionVerdict>> read_verdicts(std::string_view json,
                                                           const std::string &source,
                                                           std::string_view fingerprint);

}  // namespace sluice

#endif
