#ifndef SLUICE_SCHEMA_SHOW_HPP
#define SLUICE_SCHEMA_SHOW_HPP

/// Shows what was read from the sources of a catalog, and what was not.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {

/// One JSON object: `databases`, each with `name`, `dialect` and `tables`, and `skipped`. A table
/// has `name`, `namespace`, `kind`, `description`, `columns`, `primary_key`, `foreign_keys`, and a
/// family `members`. The `path` of a column marks the steps that repeat: "events[].name". `load`
/// reads the object again. O(size of the catalog).
std::string show_json(const Catalog &catalog, std::span<const SkippedItem> skipped = {});

/// The same for people: databases, tables and columns with their types, keys, values and
/// descriptions, and then `skipped_text`. O(size of the catalog).
std::string show_text(const Catalog &catalog, std::span<const SkippedItem> skipped = {});

/// One line for each item, "skipped: where: reason", at most 20, and then how many more there are.
std::string skipped_text(std::span<const SkippedItem> skipped);

/// "table", "view", "materialized_view", "virtual", "external", "family".
std::string_view kind_name(TableKind kind) noexcept;
/// The kind of that name.
std::optional<TableKind> find_kind(std::string_view name) noexcept;

/// The steps to a nested field, where each that repeats ends in "[]"; the name of other columns.
/// O(columns of the table).
std::string path_of(const Table &table, const Column &column);

/// The same for all columns of the table. Steps after the 64th are not marked. O(text).
std::vector<std::string> paths_of(const Table &table);

}  // namespace sluice::inline v0

#endif
