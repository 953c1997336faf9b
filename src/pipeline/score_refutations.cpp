#include "pipeline/score_refutations.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/suite/constraints.hpp"
#include "suite/item_refuter.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

std::shared_ptr<const Constraints> judged_constraints(const ScoreRefutationOptions &options,
                                                      const std::string &id) {
  if (options.suite != nullptr)
    return std::make_shared<const Constraints>(options.suite->schema(id).constraints());
  std::shared_ptr<const Constraints> constraints;
  SqliteFolder(options.folder).read_first(id, [&](const std::string &file) {
    constraints = std::make_shared<const Constraints>(Constraints::of_file(file, options.mined));
  });
  return constraints;
}

}  // namespace

void add_refutations(const EvaluationItems &read, ScoreReport &report,
                     const ExecutionOptions &execution, const ScoreRefutationOptions &options,
                     const Progress &progress, const CancellationToken &token) {
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  for (const ScoreItem &item : report.items) verdicts.push_back(item.execution);
  ItemRefuterOptions refuting;
  refuting.refuter.databases = options.databases;
  const auto find = [&options](const std::string &id) { return judged_constraints(options, id); };
  std::vector<std::optional<ItemRefutation>> found =
      refute_items(read.items, verdicts, find, execution, refuting, progress, token);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i])
      report.items[i].refutation = std::make_shared<const ItemRefutation>(*std::move(found[i]));
  }
}

std::string refutations_text(const ScoreReport &report) {
  const RefutationCounts passes = report.refutations(true), misses = report.refutations(false);
  return fmt::format(
      "{} passes: {} refuted, {} proved the same, {} not refuted · execution {:.3f}, {:.3f} without "
      "those refuted\n{} misses: {} refuted, {} proved the same, {} not refuted\n",
      passes.items, passes.refuted, passes.proved, passes.not_refuted, report.execution(),
      report.execution_unless_refuted(), misses.items, misses.refuted, misses.proved,
      misses.not_refuted);
}

}  // namespace sluice::inline v0::pipeline_detail
