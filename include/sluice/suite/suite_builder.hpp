#ifndef SLUICE_SUITE_SUITE_BUILDER_HPP
#define SLUICE_SUITE_SUITE_BUILDER_HPP

/// Suites built from gold queries and the databases that they were written for.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/evaluate/evaluation_items.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice {

/// Which neighbors gold queries are told from.
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
  DistillOptions distil;
  /// Whether equalities that golds join by count as foreign keys where none is declared. What
  /// `described` says of primary keys counts then too.
  bool infer_keys = false;
  std::size_t jobs = 1;
  /// Of `shards` parts of the schemas, this one, from 0 on: every so many-th by the order of ids.
  std::size_t shard = 0;
  std::size_t shards = 1;
};

/// What of the options changes a suite, in words. Jobs and shards do not.
std::string settings_of(const SuiteOptions &options);

/// Takes each schema as soon as it is finished; one call at a time, from any thread.
using SchemaSink = function_ref<void(const SuiteSchema &schema)>;

/// Builds one shard of a suite. `folder` holds the databases as SqliteFolder reads them; of several
/// with one id, the first. Schemas of `described` (tables.json) add their foreign keys, and stand
/// for databases that are not in the folder. A schema of `known` that was made from the same is
/// taken as it is. The same suite for the same golds, databases and settings whatever the jobs and
/// shards. Throws what reading the databases throws, Error(invalid_argument) for a shard that there
/// is not, Error(cancelled).
Suite build_suite(const std::vector<GoldLine> &golds, const std::string &folder,
                  const Databases &described, const SuiteOptions &options,
                  std::vector<SuiteSchema> known = {}, const Progress &progress = {},
                  std::optional<SchemaSink> finished = {});

}  // namespace sluice

#endif
