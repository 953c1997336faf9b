#ifndef SLUICE_JUDGE_AUDIT_HPP
#define SLUICE_JUDGE_AUDIT_HPP

/// Audits gold queries for problems that a benchmark's author should review.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

enum class AuditKind : std::uint8_t {
  error,          ///< The query fails.
  slow,           ///< The query exceeds the limits.
  empty,          ///< The query returns no rows.
  tie,            ///< LIMIT cuts between rows that ORDER BY leaves equal, or there is no ORDER BY.
  text_order,     ///< Numbers stored as text are ordered as text: '10' before '9'.
  string_quotes,  ///< A double-quoted name that refers to nothing, so SQLite reads it as a string.
  undeclared_join,    ///< Tables are joined by something other than a declared foreign key.
  unused_table,       ///< Without this joined table, the query returns the same result.
  non_deterministic,  ///< The result depends on chance or on the current time.
  distinct_decides,   ///< Without its DISTINCT, the query returns a different result.
};

inline constexpr std::size_t audit_kinds = 10;

/// Such as "text_order"; stable, for programs.
std::string_view name_of(AuditKind kind) noexcept;
/// A short title for users.
std::string_view title_of(AuditKind kind) noexcept;

struct AuditFinding {
  AuditKind kind = AuditKind::error;
  std::string detail;  ///< One line: what was found and where.
};

struct AuditOptions {
  /// Limits of one run; a query that exceeds them is slow. They count steps rather than seconds, so
  /// that results are reproducible.
  SqliteLimits limits = {.steps = 20'000'000, .seconds = 10, .bytes = std::int64_t{256} << 20};
  /// Larger results are not compared with each other.
  std::size_t max_rows = 100'000;
};

/// Audits queries over one database file. Not thread-safe.
class GoldAuditor {
 public:
  /// `declared` may describe the same database from another source (tables.json); its foreign keys
  /// then count as declared, too. Throws what opening the file throws.
  explicit GoldAuditor(const std::string &path, const AuditOptions &options = {},
                       std::shared_ptr<const Database> declared = nullptr);
  GoldAuditor(GoldAuditor &&) noexcept;
  GoldAuditor &operator=(GoldAuditor &&) noexcept;
  ~GoldAuditor();

  /// All findings, sorted by kind. Never throws because of the query. Takes a few runs of the query
  /// and, the first time, one scan of each column that it orders by.
  std::vector<AuditFinding> audit(std::string_view sql);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice::inline v0

#endif
