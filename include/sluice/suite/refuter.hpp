#ifndef SLUICE_SUITE_REFUTER_HPP
#define SLUICE_SUITE_REFUTER_HPP

/// Counterexamples: searches for a database on which two queries differ, guided by both queries.
/// Modeled on SpotIt (counterexamples at evaluation time), VeriEQL (constraints and a bound as part
/// of the answer) and XData (one tiny database per way to differ).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/judge/compare.hpp"
#include "sluice/judge/item_refutation.hpp"
#include "sluice/judge/miss_kind.hpp"
#include "sluice/suite/constraints.hpp"
#include "sluice/suite/proof.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

enum class ProofKind : std::uint8_t {
  none,
  /// The queries have the same normal form under the schema's constraints: they return the same
  /// rows, up to rows that a query itself leaves open, such as which of several equal rows a LIMIT
  /// keeps.
  form,
  program,  ///< SQLite compiles both to the same program on tables with the schema's definitions.
};

/// "none", "form", "program". A static string.
std::string_view name_of(ProofKind proof) noexcept;

struct RefuterOptions {
  /// test_suite, strict, bird or spider2. The order of rows matters if the gold's outermost query
  /// has ORDER BY (bird: never).
  ComparisonMode mode = ComparisonMode::test_suite;
  std::uint64_t seed = 0;
  /// Whether a proof ends the search before it begins. If false, no proofs are attempted, so that
  /// they can be tested.
  bool prove = true;
  /// Maximum number of databases on which the two are compared, not counting minimization.
  std::size_t databases = 1500;
  /// Maximum number of databases that minimization of a counterexample runs on.
  std::size_t minimizing = 2000;
  /// Limits on SQLite virtual machine steps: for one query on one database, and for all together.
  std::uint64_t steps = 2'000'000;
  std::uint64_t max_total_steps = 400'000'000;
};

/// What is known about a pair of queries. Each member below `verdict` is set only for the verdict
/// that its comment names.
struct Refutation {
  RefutationVerdict verdict = RefutationVerdict::failed;
  ProofKind proof = ProofKind::none;
  /// Proved: the constraints that the equality of normal forms relies on. Empty if only the
  /// programs are equal: that proof holds for SQLite and tables with these definitions.
  std::vector<ProofConstraint> relied_on;
  /// The number of databases on which the two were compared.
  std::size_t databases = 0;
  /// Not refuted: the two agree on each database with at most this many rows per table and values
  /// from the constants of both queries and a few others. 0 if that was too much to try.
  std::size_t bound = 0;
  /// Not refuted: the two did differ somewhere, but only in rows that one of them leaves open, such
  /// as ties in the order.
  bool open_rows = false;
  /// Failed: which of them, and why.
  bool gold_failed = false;
  std::string message;

  /// Refuted: the tables that the two use, with few rows and plain values; the results there, and
  /// how they differ.
  std::shared_ptr<const Constraints> constraints;
  std::optional<TestDatabase> database;
  ReadResult gold;
  ReadResult predicted;
  MissKind kind = MissKind::undecided;
  /// Whether removing any single row makes the difference disappear.
  bool minimal = false;

  /// The database as CREATE and INSERT statements for the sqlite3 shell; empty if there is none.
  std::string script() const;
};

/// Compares queries over one schema. Thread-safe.
class Refuter {
 public:
  /// Throws Error(invalid_argument) for a mode in which two results are not simply equal or
  /// different.
  explicit Refuter(std::shared_ptr<const Constraints> constraints,
                   const RefuterOptions &options = {}, CancellationToken token = {});

  /// Deterministic for the same queries, constraints and options. Swapping the two only changes
  /// whose ORDER BY counts. Never throws because of the queries. Throws Error(cancelled), and
  /// Error(malformed) if SQLite rejects the schema. Takes about 10 ms for queries that differ;
  /// otherwise 0.1 ms per database.
  Refutation refute(std::string_view gold, std::string_view predicted) const;

 private:
  std::shared_ptr<const Constraints> constraints_;
  RefuterOptions options_;
  CancellationToken token_;
};

}  // namespace sluice::inline v0

#endif
