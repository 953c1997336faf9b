#ifndef SLUICE_SCHEMA_SCHEMA_DIFFERENCE_HPP
#define SLUICE_SCHEMA_SCHEMA_DIFFERENCE_HPP

/// What differs between two catalogs: tables, columns, types, keys, descriptions.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {

enum class DifferenceKind : std::uint8_t { added, removed, changed };

template <class Value>
struct ValueChange {
  Value before;
  Value after;
};

/// A part that is set differs. Those of an added column have only `after`, and those of a removed
/// one only `before`.
struct ColumnDifference {
  std::string name;  ///< As in the second catalog, unless removed.
  DifferenceKind kind = DifferenceKind::changed;
  std::optional<ValueChange<std::string>> type = std::nullopt;
  std::optional<ValueChange<std::string>> description = std::nullopt;
  std::optional<ValueChange<std::vector<std::string>>> values = std::nullopt;
  std::optional<ValueChange<bool>> nullable = std::nullopt;
  std::optional<ValueChange<bool>> generated = std::nullopt;
};

struct ForeignKeyName {
  std::vector<std::string> columns;
  std::string table;  ///< That it refers to.
  std::vector<std::string> referenced;
  bool inferred = false;
};

struct TableDifference {
  std::string name;  ///< With its qualifier.
  DifferenceKind kind = DifferenceKind::changed;
  std::optional<ValueChange<TableKind>> table_kind = std::nullopt;
  std::optional<ValueChange<std::string>> description = std::nullopt;
  std::optional<ValueChange<std::vector<std::string>>> primary_key = std::nullopt;
  std::vector<ForeignKeyName> added_keys = {};
  std::vector<ForeignKeyName> removed_keys = {};
  std::vector<ColumnDifference> columns = {};  ///< Of an added or removed table, all.
};

struct DatabaseDifference {
  std::string name;
  DifferenceKind kind = DifferenceKind::changed;
  std::optional<ValueChange<std::string>> description = std::nullopt;
  std::vector<TableDifference> tables = {};
};

struct SchemaDifference {
  std::vector<DatabaseDifference> databases;

  bool empty() const noexcept { return databases.empty(); }
};

/// Compares databases of the same name, or the only ones of two catalogs with one each. Names are
/// compared as their engine compares them, and without regard to case if the engines differ. Types
/// are the same if only case and white space differ, or, between engines, if they mean the same:
/// integers of any size, texts of any length. The order of tables, columns and values does not
/// count, nor do samples and titles. O(size of both).
SchemaDifference compare_schemas(const Catalog &before, const Catalog &after);

/// A few lines for people; "no differences" if there are none.
std::string difference_text(const SchemaDifference &difference);

/// One JSON object: `equal` and `databases`, each with `name`, `change` ("added", "removed" or
/// "changed") and `tables`, which have `columns` in the same form. What changed has `before` and
/// `after`. `skipped`: of both sources.
std::string difference_json(const SchemaDifference &difference,
                            std::span<const SkippedItem> skipped = {});

}  // namespace sluice::inline v0

#endif
