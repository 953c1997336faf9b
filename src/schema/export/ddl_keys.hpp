#ifndef SLUICE_SRC_SCHEMA_EXPORT_DDL_KEYS_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_DDL_KEYS_HPP

/// Where the foreign keys of a database are written: in its tables, after them, or in comments.

#include <cstdint>
#include <span>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

/// Keys are positions in the database's foreign keys.
struct DdlKeyPlan {
  std::vector<std::uint32_t> tables;  ///< All but views, each after those that it refers to.
  std::vector<std::vector<std::uint32_t>> in_table;  ///< By table.
  std::vector<std::uint32_t> after;                  ///< Tables refer to each other in a circle.
  std::vector<std::uint32_t> remarks;                ///< Inferred, or not for this dialect.
  /// By table: columns that keys refer to, and which are not its primary key.
  std::vector<std::vector<std::span<const std::uint32_t>>> unique;
};

/// O(tables + keys × log keys).
DdlKeyPlan plan_keys(const Database &database, sql::Dialect target);

bool is_view_kind(TableKind kind) noexcept;

}  // namespace sluice::inline v0::schema_detail

#endif
