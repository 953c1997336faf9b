#ifndef SLUICE_SUITE_REFUTER_HPP
#define SLUICE_SUITE_REFUTER_HPP

/// Counterexamples: a search for a database on which two queries differ, aimed at both of them.
/// After SpotIt (counterexamples at evaluation time), VeriEQL (constraints and a bound as part of
/// the answer) and XData (a tiny database for each way to differ).

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

namespace sluice {

enum class ProofKind : std::uint8_t {
  none,
  /// One normal form under the schema's constraints: the same up to rows that a query itself leaves
  /// open, such as which of several equals a LIMIT keeps.
  form,
  program,  ///< SQLite runs one program for both on tables of the schema's definitions.
};

/// "none", "form", "program". A static string.
std::string_view name_of(ProofKind proof) noexcept;

struct RefuterOptions {
  /// test_suite, strict, bird or spider2. Rows are compared in their order where gold's outermost
  /// query has ORDER BY (bird: nowhere).
  ComparisonMode mode = ComparisonMode::test_suite;
  std::uint64_t seed = 0;
  /// Whether a proof ends the search before it begins; else proofs are not looked for, so that they
  /// can be put to the test.
  bool prove = true;
  /// Databases on which the two are compared, at most; those of minimizing apart.
  std::size_t databases = 1500;
  /// Databases on which a counterexample is made smaller, at most.
  std::size_t minimizing = 2000;
  /// Of SQLite's virtual machine: for one query on one database, and for all together.
  std::uint64_t steps = 2'000'000;
  std::uint64_t all_steps = 400'000'000;
};

/// What is known of a pair of queries. The members behind `verdict` say something for the verdicts
/// that they are of.
struct Refutation {
  RefutationVerdict verdict = RefutationVerdict::failed;
  ProofKind proof = ProofKind::none;
  /// Proved: the constraints that one normal form leans on. Empty for a program without one normal
  /// form: it is SQLite's for tables that are defined like these.
  std::vector<ProofConstraint> leaned_on;
  /// Compared on so many databases.
  std::size_t databases = 0;
  /// Not refuted: on each database of up to so many rows a table, of values from the constants of
  /// both queries and a few others, they are the same; 0: that was too much to try.
  std::size_t bound = 0;
  /// Not refuted: they did differ somewhere, but in no more than rows that one of them leaves open,
  /// such as equals in the order.
  bool open_rows = false;
  /// Failed: which of them, and the reason.
  bool gold_failed = false;
  std::string message;

  /// Refuted: the tables that the two need, with few rows and plain values; what they return there,
  /// and in what that differs.
  std::shared_ptr<const Constraints> constraints;
  std::optional<TestDatabase> database;
  ReadResult gold;
  ReadResult predicted;
  MissKind kind = MissKind::undecided;
  /// Whether no row can be taken out alone.
  bool minimal = false;

  /// The database as CREATE and INSERT statements, which the sqlite3 shell accepts; empty if there
  /// is none.
  std::string script() const;
};

/// Compares queries over one schema. Any threads at once.
class Refuter {
 public:
  /// Throws Error(invalid_argument) for a mode in which results are not just the same or not.
  explicit Refuter(std::shared_ptr<const Constraints> constraints,
                   const RefuterOptions &options = {}, CancellationToken token = {});

  /// The same for the same queries, constraints and options. The order of the two decides nothing
  /// but whose ORDER BY counts. Never throws because of the queries. Throws Error(cancelled), and
  /// Error(malformed) if SQLite does not take the schema. About 10 ms for queries that differ, 0.1
  /// ms for each database else.
  Refutation refute(std::string_view gold, std::string_view predicted) const;

 private:
  std::shared_ptr<const Constraints> constraints_;
  RefuterOptions options_;
  CancellationToken token_;
};

}  // namespace sluice

#endif
