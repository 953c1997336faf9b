#ifndef SLUICE_SRC_CLI_SCORE_SCORE_OFFICIAL_HPP
#define SLUICE_SRC_CLI_SCORE_SCORE_OFFICIAL_HPP

/// What the official script says besides execution: hardness, exact-set match, and its report.

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/judge/evaluation_items.hpp"
#include "sluice/spider/score_item.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::cli {

enum class ScoreKind : std::uint8_t { match, exec, all };

/// Fills in hardness and, if it is asked for, exact-set match; `items` are those of `read`.
/// `tables`: tables.json, for exact-set match. Schemas are those of `suite`, if there is one, else
/// of the folder `databases`.
/// Throws Error: what loading schemas throws; malformed, where the script would stop at a gold
/// query that it cannot read.
void judge_officially(const EvaluationItems &read, std::vector<ScoreItem> &items, ScoreKind kind,
                      const std::string &databases, const std::string &tables,
                      const Suite *suite = nullptr);

/// The script's standard output for judged items.
std::string official_text(const EvaluationItems &read, const std::vector<ScoreItem> &items,
                          ScoreKind kind);

}  // namespace sluice::cli

#endif
