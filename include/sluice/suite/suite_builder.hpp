#ifndef SLUICE_SUITE_SUITE_BUILDER_HPP
#define SLUICE_SUITE_SUITE_BUILDER_HPP

/// Builds suites from gold queries and the databases that they were written for.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0 {

/// The mutators that generate the neighbors of gold queries.
enum class MutatorSet : std::uint8_t { paper, tree, all };
/// "paper", "tree", "all". A static string.
std::string_view name_of(MutatorSet set) noexcept;
std::vector<AnyMutator> mutators_of(MutatorSet set);

struct GoldLine {
  std::string database_id;
  std::string text;
};

/// The golds of a file that `read_evaluation_items` reads. Throws Error(malformed), naming the
/// line.
std::vector<GoldLine> read_gold_lines(const EvaluationFile &file);

struct SuiteOptions {
  MutatorSet mutators = MutatorSet::all;
  DistillOptions distill;
  /// Whether equalities that golds join by are treated as foreign keys where none is declared. If
  /// so, the primary keys of `described` are used too.
  bool infer_keys = false;
  std::size_t jobs = 1;
  /// Builds only this one of `shards` parts of the schemas, in [0, shards): schemas sorted by id
  /// are dealt out to the parts in turn.
  std::size_t shard = 0;
  std::size_t shards = 1;
};

/// The options that affect the suite, as text. Jobs and shards do not.
std::string settings_of(const SuiteOptions &options);

/// Receives each schema as soon as it is finished; calls are serialized, from any thread.
using SchemaSink = function_ref<void(const SuiteSchema &schema)>;

/// Builds one shard of a suite. `folder` holds the databases as SqliteFolder reads them; if several
/// have the same id, the first that can be read is used. Schemas of `described` (tables.json) add
/// their foreign keys, and replace databases that are not in the folder. A schema of `known` that
/// was built from the same inputs is reused. The suite depends only on the golds, databases and
/// settings, not on jobs and shards. It lacks the schemas whose databases cannot be read; these
/// databases, sorted, are appended to `skipped`, if it is set. Throws the first one's error if none
/// can be read, Error(invalid_argument) if `shard` is out of range, and Error(cancelled).
Suite build_suite(const std::vector<GoldLine> &golds, const std::string &folder,
                  const Databases &described, const SuiteOptions &options,
                  std::vector<SuiteSchema> known = {}, const Progress &progress = {},
                  std::optional<SchemaSink> finished = {},
                  std::vector<SkippedItem> *skipped = nullptr);

}  // namespace sluice::inline v0

#endif
