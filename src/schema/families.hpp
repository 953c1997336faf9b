#ifndef SLUICE_SRC_SCHEMA_FAMILIES_HPP
#define SLUICE_SRC_SCHEMA_FAMILIES_HPP

/// Tables that are one: events_20240101, events_20240102 and so on become events_*.

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// Makes one table, of TableKind::family, of tables with one qualifier whose names agree up to one
/// date or number, and three quarters of all whose columns agree in name and type. Two tables with
/// dates are enough; of other numbers it takes three, and eight if letters are next to them, as in
/// "chr17". If the columns of a few members differ more, these stay apart.
///
/// A family has the columns of all members, in the order of the newest, with its descriptions, and
/// what others say where it says nothing. Foreign keys between its members are dropped.
///
/// Tables stay apart beside a table with their name without a date, since they are copies of it
/// then; and so do those called backups. O(tables + columns).
void fold_families(DatabaseDefinition &database);

}  // namespace sluice::inline v0::schema_detail

#endif
