#ifndef SLUICE_SUITE_ITEM_REFUTER_HPP
#define SLUICE_SUITE_ITEM_REFUTER_HPP

/// Counterexamples for all predictions of a score: those that missed, and those that passed on the
/// databases that there are.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/item_refutation.hpp"
#include "sluice/suite/refuter.hpp"

namespace sluice {

/// The constraints of a schema by its id; called from any thread, once for each id.
using ConstraintsSource =
    function_ref<std::shared_ptr<const Constraints>(const std::string &database_id)>;

struct ItemRefuterOptions {
  /// For one pair. The mode is the execution's: rows as a set, in whatever order, for those of
  /// bird.
  RefuterOptions refuter{.databases = 600};
  MissOptions samples;                                  ///< How much of a result is kept.
  std::size_t max_script_bytes = std::size_t{1} << 20;  ///< A longer script is left out.
};

/// Looks for a counterexample wherever there is a verdict whose gold query ran, and compares the
/// texts of `judged_texts`. A miss is compared with the first of several golds. A pass is refuted
/// if each gold refutes it and, where values may be plugged in, each way to do so; the
/// counterexample is that of what was right. Equal items are compared once. The same whatever the
/// number of threads (`execution.jobs`). Throws Error(invalid_argument) for spider2, whose rules
/// are not of two results alone; Error(cancelled) as `token` says, and what `constraints` throws.
/// About 10 ms a pair that differs, bounded by `refuter` for the others.
std::vector<std::optional<ItemRefutation>> refute_items(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, ConstraintsSource constraints,
    const ExecutionOptions &execution, const ItemRefuterOptions &options = {},
    const Progress &progress = {}, const CancellationToken &token = {});

}  // namespace sluice

#endif
