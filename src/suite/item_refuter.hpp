#ifndef SLUICE_SRC_SUITE_ITEM_REFUTER_HPP
#define SLUICE_SRC_SUITE_ITEM_REFUTER_HPP

/// Counterexamples for all predictions of a score: for predictions that were judged wrong, and for
/// those that were judged right on the existing databases.

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

namespace sluice::inline v0 {

/// Returns the constraints of a schema by its id. Called from any thread, once per id.
using ConstraintsSource =
    function_ref<std::shared_ptr<const Constraints>(const std::string &database_id)>;

struct ItemRefuterOptions {
  /// Options for one pair. The mode is taken from the execution options: bird compares rows as an
  /// unordered set.
  RefuterOptions refuter{.databases = 600};
  MissOptions samples;                                  ///< How much of a result is kept.
  std::size_t max_script_bytes = std::size_t{1} << 20;  ///< A longer script is omitted.
};

/// Searches for a counterexample for each verdict whose gold query ran, comparing the texts that
/// `judged_texts` returns. A prediction judged wrong is compared with the first of several golds. A
/// prediction judged right is refuted only if every gold refutes it, with every way to plug in
/// values if that is enabled; the result is the counterexample for the gold that it matched. Equal
/// items are compared once. The result does not depend on the number of threads (`execution.jobs`).
/// If `constraints` throws an Error about its input, the search fails for the items of that schema,
/// with its message. Throws Error(invalid_argument) for spider2, whose rules need more than two
/// results, and Error(cancelled) if `token` requests it. Takes about 10 ms per pair that differs;
/// `refuter` bounds the time of the others.
std::vector<std::optional<ItemRefutation>> refute_items(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, ConstraintsSource constraints,
    const ExecutionOptions &execution, const ItemRefuterOptions &options = {},
    const Progress &progress = {}, const CancellationToken &token = {});

}  // namespace sluice::inline v0

#endif
