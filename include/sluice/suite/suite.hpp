#ifndef SLUICE_SUITE_SUITE_HPP
#define SLUICE_SUITE_SUITE_HPP

/// A test suite: a few databases per schema, and which of them judge which gold query (Zhong et al.
/// 2020, section 3).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/database.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0 {

class JsonWriter;

/// A neighbor query that no database distinguishes from its gold query.
struct UndistinguishedNeighbor {
  std::string text;
  std::string mutator;
  /// How many generated neighbors it represents.
  std::uint32_t copies = 1;
  /// Whether it exceeded its step limit on some database, so that it has no result there.
  bool out_of_steps = false;
};

/// A neighbor query that is proved equivalent to its gold query.
struct ProvedNeighbor {
  std::string text;
  std::string mutator;
  /// Whether the proof is that SQLite compiles it to the gold's program; otherwise it has the
  /// gold's normal form.
  bool by_program = false;
  /// The constraints that the proof relies on, such as "singer.id is a key (declared)".
  std::vector<std::string> relied_on;
};

struct SuiteGold {
  std::string text;
  std::uint32_t lines = 1;  ///< Number of occurrences in the gold file.
  /// Why it has no neighbors or no databases; empty if it has them.
  std::string problem;
  std::uint64_t neighbors = 0;  ///< Number of neighbors to be distinguished from it.
  std::uint64_t proved = 0;  ///< Number of neighbors proved equivalent; not counted in `neighbors`.
  /// Whether every mutator finished within its limits.
  bool complete = true;
  /// Whether its result is not empty on at least one of its databases.
  bool shows_rows = false;
  /// Positions of its databases in `SuiteSchema::databases`, ascending.
  std::vector<std::uint32_t> databases;
  /// The one of these that alone distinguishes the most neighbors. 0 if there are none.
  std::uint32_t best = 0;
  std::vector<UndistinguishedNeighbor> undistinguished;
  /// As many as `proved`; empty in files that predate this member.
  std::vector<ProvedNeighbor> proofs;
};

struct SuiteDatabase {
  std::string origin;      ///< Such as "variants of gold 7" or "random 3".
  std::uint32_t rows = 0;  ///< In all tables.
  std::string bytes;       ///< As TestDatabase::bytes returns them.
};

struct SuiteSchema {
  std::string id;
  /// Hash of all inputs of the schema; schemas with equal fingerprints are equal.
  std::uint64_t fingerprint = 0;
  std::shared_ptr<const Database> schema;
  /// CREATE statements, as Constraints::definitions returns them.
  std::string definitions;
  /// Equalities that were treated as foreign keys because golds join by them: "writes.aid =
  /// author.aid".
  std::vector<std::string> inferred_keys;
  std::vector<SuiteDatabase> databases;
  std::vector<SuiteGold> golds;  ///< Sorted by text, without duplicates.

  /// Constraints of the schema and its definitions. Throws Error(malformed) if the two do not
  /// match.
  Constraints constraints() const;
};

struct Suite {
  /// The settings that the suite was built with, as text: "mutators=all seed=0 …".
  std::string settings;
  std::vector<SuiteSchema> schemas;  ///< Sorted by id.

  /// The schema with this id. Throws Error(not_found). O(schemas).
  const SuiteSchema &schema(std::string_view id) const;
};

/// Sums over a suite. Golds and neighbors are counted once per line of the gold file, as in the
/// paper.
struct SuiteCounts {
  std::uint64_t golds = 0;
  std::uint64_t distinct_golds = 0;
  std::uint64_t golds_with_problems = 0;
  std::uint64_t golds_without_rows = 0;
  std::uint64_t neighbors = 0;
  std::uint64_t proved = 0;
  std::uint64_t undistinguished = 0;
  std::uint64_t databases = 0;
  std::uint64_t rows = 0;
  std::uint64_t gold_databases = 0;  ///< Sum over golds of the number of databases that serve it.

  double databases_per_gold() const noexcept {
    return golds == 0 ? 0 : static_cast<double>(gold_databases) / static_cast<double>(golds);
  }
  double undistinguished_share() const noexcept {
    return neighbors == 0 ? 0
                          : static_cast<double>(undistinguished) / static_cast<double>(neighbors);
  }
};
SuiteCounts count(const SuiteSchema &schema);
SuiteCounts count(const Suite &suite);
/// Members of an object that is open: "golds", "neighbors", "proved_equal", "undistinguished",
/// "databases", "databases_per_gold" and more.
void write_counts(JsonWriter &writer, const SuiteCounts &counts);

/// Merges two suites. A schema that is in both must be equal in both. Throws Error(mismatch),
/// naming the difference: settings, or a schema.
Suite merge(Suite first, Suite second);

}  // namespace sluice::inline v0

#endif
