#ifndef SLUICE_SPIDER_SCORE_ITEM_HPP
#define SLUICE_SPIDER_SCORE_ITEM_HPP

/// The findings about each predicted query, as used in reports.

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

namespace sluice::inline v0 {

/// One question: gold, prediction, and the requested verdicts.
struct ScoreItem {
  std::string database;
  std::string gold;
  std::string predicted;  ///< As judged, which may differ from what was written.
  std::optional<Hardness> hardness = {};
  std::optional<ExactSetMatch> exact = {};
  std::optional<ExecutionVerdict> execution = {};
  // Held by pointer because they are large and rarely set.
  std::shared_ptr<const Miss> miss = {};  ///< The examination of a wrong result, or null.
  /// The outcome of a search for a counterexample, or null.
  std::shared_ptr<const ItemRefutation> refutation = {};
};

/// The verdict of execution if there is one, else of exact-set match; empty if there is neither.
std::optional<bool> is_right(const ScoreItem &item) noexcept;

/// The turns of one interaction, in order. A view.
using ScoreSession = std::span<const ScoreItem>;
/// All interactions. A benchmark without interactions is one session.
using ScoreSessions = std::vector<ScoreSession>;

}  // namespace sluice::inline v0

#endif
