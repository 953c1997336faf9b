#ifndef SLUICE_SUITE_SUITE_HPP
#define SLUICE_SUITE_SUITE_HPP

/// A test suite: for each schema a few databases, and which of them judge which gold query (Zhong
/// et al. 2020, section 3).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/database.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice {

class JsonWriter;

/// A neighbor query that no database tells from its gold query.
struct UndistinguishedNeighbor {
  std::string text;
  std::string mutator;
  /// How many neighbors that were made are this one.
  std::uint32_t copies = 1;
  /// On some database it took more steps than it may, so that it has no result there.
  bool out_of_steps = false;
};

/// A neighbor query that is proved to be its gold query in other words.
struct ProvedNeighbor {
  std::string text;
  std::string mutator;
  /// Whether SQLite runs gold's program for it; else it has gold's normal form.
  bool by_program = false;
  /// The constraints that the proof leans on, such as "singer.id is a key (declared)".
  std::vector<std::string> leaned_on;
};

struct SuiteGold {
  std::string text;
  std::uint32_t lines = 1;  ///< How often it stands in the gold file.
  /// Why it has no neighbors, or no databases; empty for all others.
  std::string problem;
  std::uint64_t neighbors = 0;  ///< To be told from it.
  std::uint64_t proved = 0;     ///< Equal to it, by proof; not among them.
  /// Whether every mutator came to its end within its bounds.
  bool complete = true;
  /// Whether it has a result with rows on one of its databases.
  bool shows_rows = false;
  /// Positions among the schema's databases, ascending.
  std::vector<std::uint32_t> databases;
  /// Of these, the one that alone tells most neighbors apart. 0 without databases.
  std::uint32_t best = 0;
  std::vector<UndistinguishedNeighbor> undistinguished;
  /// As many as `proved`; none in a file from before they were written.
  std::vector<ProvedNeighbor> proofs;
};

struct SuiteDatabase {
  std::string origin;      ///< Such as "variants of gold 7" or "random 3".
  std::uint32_t rows = 0;  ///< Of all tables.
  std::string bytes;       ///< As TestDatabase::bytes gives them.
};

struct SuiteSchema {
  std::string id;
  /// Of all that it was made from; equal ones are made alike.
  std::uint64_t fingerprint = 0;
  std::shared_ptr<const Database> schema;
  /// CREATE statements, as Constraints::definitions gives them.
  std::string definitions;
  /// What counted as a foreign key because golds join by it: "writes.aid = author.aid".
  std::vector<std::string> inferred_keys;
  std::vector<SuiteDatabase> databases;
  std::vector<SuiteGold> golds;  ///< Sorted by text, each text once.

  /// Of the schema and its definitions. Throws Error(malformed) if they do not fit.
  Constraints constraints() const;
};

struct Suite {
  /// What it was made with, in words: "mutators=all seed=0 …".
  std::string settings;
  std::vector<SuiteSchema> schemas;  ///< Sorted by id.
};

/// Sums over a suite. Golds and neighbors are counted as often as their lines are there, as the
/// paper counts them.
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
  std::uint64_t gold_databases = 0;  ///< Over golds, how many serve each.

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

/// One suite of both. A schema that both have has to be the same in both. Throws Error(mismatch),
/// naming what differs: settings, or a schema.
Suite merge(Suite first, Suite second);

}  // namespace sluice

#endif
