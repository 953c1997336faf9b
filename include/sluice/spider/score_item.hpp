#ifndef SLUICE_SPIDER_SCORE_ITEM_HPP
#define SLUICE_SPIDER_SCORE_ITEM_HPP

/// What was found out about each predicted query, as reports take it.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/judge/execution.hpp"
#include "sluice/judge/item_refutation.hpp"
#include "sluice/judge/miss.hpp"
#include "sluice/spider/exact_set_match.hpp"
#include "sluice/spider/hardness.hpp"

namespace sluice {

/// One question: gold, prediction, and the verdicts that were asked for.
struct ScoreItem {
  std::string database;
  std::string gold;
  std::string predicted;  ///< As it was judged, which is not always as it was written.
  std::optional<Hardness> hardness = {};
  std::optional<ExactSetMatch> exact = {};
  std::optional<ExecutionVerdict> execution = {};
  // Large, and most items have none.
  std::shared_ptr<const Miss> miss = {};  ///< Where a wrong result was looked at; else null.
  /// Where a counterexample was looked for; else null.
  std::shared_ptr<const ItemRefutation> refutation = {};
};

/// What execution says, or else exact-set match; nothing where neither is known.
std::optional<bool> is_right(const ScoreItem &item) noexcept;

/// The turns of one interaction, in their order. A view.
using ScoreSession = std::span<const ScoreItem>;
/// All interactions. A benchmark without interactions is one session.
using ScoreSessions = std::vector<ScoreSession>;

}  // namespace sluice

#endif
