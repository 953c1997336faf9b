#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_KEYS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_KEYS_HPP

/// The keys that exports list: in one export, or in the several of information_schema.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "export_problems.hpp"
#include "export_row.hpp"

namespace sluice::inline v0::schema_detail {

/// Keys with more columns are not read; engines allow 16 or 32.
inline constexpr std::size_t max_export_key_columns = 64;

enum class ExportKeyKind : std::uint8_t { unknown, primary, foreign, unique, other };

/// One row of a key.
struct ExportKeyPart {
  std::string column;
  std::string referenced_column;  ///< Empty if it is given elsewhere.
  std::uint64_t ordinal = 0;
  std::uint64_t unique_position = 0;  ///< Of the referenced column in the key that it is from.
};

struct ExportKey {
  std::string catalog, schema, table;  ///< As written in the export; parts may be empty.
  std::string constraint_schema;       ///< That of the table if it is not given.
  std::string name;                    ///< Empty if the export names no constraints.
  ExportKeyKind kind = ExportKeyKind::unknown;
  std::vector<ExportKeyPart> parts;
  std::string referenced_catalog, referenced_schema, referenced_table;
  std::vector<std::string> referenced_columns;   ///< Without rows of their own.
  std::string unique_schema, unique_constraint;  ///< The key that a foreign key refers to.
  ExportPlace place;
};

/// A column that a constraint uses: of the table that it refers to, if it is a foreign key.
struct ExportKeyUse {
  std::string catalog, schema, table, column;
};

/// What belongs to a constraint whose table the export does not name. PostgreSQL's constraints may
/// have the same names in several tables; then nothing here can be assigned to one of them.
struct ExportConstraint {
  std::vector<ExportKeyUse> uses;
  std::string unique_schema, unique_constraint;
  bool is_ambiguous = false;       ///< It is paired with several keys.
  std::size_t foreign_keys = 0;    ///< Of that name.
  std::optional<std::size_t> key;  ///< The last primary or unique key of that name.
  std::size_t keys = 0;            ///< Primary and unique ones.
};

/// Collects rows in any order. Not thread-safe. O(size of the row) per row.
class ExportKeys {
 public:
  /// Adds a row of an export that ExportHeader::has_keys, is_key_usage or is_key_pairs is true of.
  void add(const ExportRow &row, const ExportHeader &header);

  /// To be called once, when all rows are added: sorts the columns of each key, finds out what kind
  /// it is, and counts keys by name.
  void finish();

  const std::vector<ExportKey> &keys() const noexcept { return keys_; }
  /// By schema and name, or nullptr.
  const ExportConstraint *constraint(std::string_view schema, std::string_view name) const;

 private:
  ExportKey &key_of(const ExportRow &row, const ExportHeader &header, ExportKeyKind kind);
  bool refers(const ExportKey &key) const;
  void take_uses(ExportKey &key) const;
  void add_parts(ExportKey &key, const ExportRow &row);
  ExportConstraint &constraint_of(std::string_view schema, std::string_view name);

  std::vector<ExportKey> keys_;
  std::unordered_map<std::string, std::size_t> by_name_;  // with all names of its table
  std::unordered_map<std::string, ExportConstraint> constraints_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
