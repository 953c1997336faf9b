#ifndef SLUICE_CLI_SCORE_OFFICIAL_HPP
#define SLUICE_CLI_SCORE_OFFICIAL_HPP

/// What the official script says besides execution: hardness, exact-set match, and its report.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/evaluate/evaluation_items.hpp"
#include "sluice/evaluate/execution.hpp"

namespace sluice::cli {

enum class ScoreKind : std::uint8_t { match, exec, all };

struct OfficialScores {
  /// Of each item.
  std::vector<std::string> hardness;
  std::vector<std::optional<bool>> exact;
  /// The script's standard output.
  std::string text;
};

/// `tables`: tables.json, for exact-set match.
/// Throws Error: what loading schemas throws; malformed, where the script would stop at a gold
/// query that it cannot read.
OfficialScores official_scores(const EvaluationItems &read,
                               const std::vector<std::optional<ExecutionVerdict>> &verdicts,
                               ScoreKind kind, const std::string &databases,
                               const std::string &tables);

}  // namespace sluice::cli

#endif
