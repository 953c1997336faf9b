#ifndef SLUICE_JUDGE_AUDIT_HPP
#define SLUICE_JUDGE_AUDIT_HPP

/// Doubts about gold queries: what a benchmark's author would want to look at again.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"

namespace sluice {

enum class AuditKind : std::uint8_t {
  error,              ///< It cannot be run.
  slow,               ///< It takes more than the limits.
  empty,              ///< It returns no rows.
  tie,                ///< LIMIT cuts between rows that its order leaves equal, or has no order.
  text_order,         ///< Numbers stored as text are ordered as text: '10' before '9'.
  string_quotes,      ///< A name in double quotes that names nothing, so a string to SQLite.
  undeclared_join,    ///< Tables are joined otherwise than by a declared foreign key.
  unused_table,       ///< A joined table without which the query returns the same.
  non_deterministic,  ///< The result depends on chance or on the time of day.
  distinct_decides,   ///< Without its DISTINCT the query returns something else.
};

inline constexpr std::size_t audit_kinds = 10;

/// Such as "text_order"; stable, for programs.
std::string_view name_of(AuditKind kind) noexcept;
/// A few words for people.
std::string_view title_of(AuditKind kind) noexcept;

struct AuditFinding {
  AuditKind kind = AuditKind::error;
  std::string detail;  ///< What was found where, one line.
};

struct AuditOptions {
  /// What one run of a query may take; beyond it is slow. Steps, not seconds, so that answers
  /// repeat.
  SqliteLimits limits = {.steps = 20'000'000, .seconds = 10, .bytes = std::int64_t{256} << 20};
  /// Results of more rows are not compared with one another.
  std::size_t max_rows = 100'000;
};

/// Audits queries over one database file. One thread at a time.
class GoldAuditor {
 public:
  /// `declared` may hold the same database by another description (tables.json), whose foreign keys
  /// are then declared as well. Throws what opening the file throws.
  explicit GoldAuditor(const std::string &path, const AuditOptions &options = {},
                       std::shared_ptr<const Database> declared = nullptr);
  GoldAuditor(GoldAuditor &&) noexcept;
  GoldAuditor &operator=(GoldAuditor &&) noexcept;
  ~GoldAuditor();

  /// Everything found, in the order of kinds. Never throws for the query's sake. A few runs of the
  /// query, and one pass over each column that it orders by, the first time.
  std::vector<AuditFinding> audit(std::string_view sql);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice

#endif
