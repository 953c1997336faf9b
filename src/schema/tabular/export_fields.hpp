#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_FIELDS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_FIELDS_HPP

/// What the columns of an export of a system catalog mean, whichever engine wrote it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::schema_detail {

enum class ExportField : std::uint8_t {
  catalog,
  schema,
  table,
  view,               ///< The table, which is a view.
  materialized_view,  ///< The table, which is a materialized view.
  table_type,
  table_comment,
  engine,  ///< ClickHouse: says which tables are views.
  option_name,
  option_value,
  column,
  field_path,  ///< BigQuery: "column.field.field".
  ordinal,
  nullable,
  not_null,
  data_type,
  full_type,  ///< Complete, with lengths and values.
  type_name,  ///< JDBC and Db2: where `data_type` is a number.
  type_length,
  char_length,
  char_unit,  ///< Oracle: C for characters, B for bytes.
  precision,
  scale,
  time_precision,
  interval_fields,  ///< PostgreSQL: "DAY TO SECOND(3)".
  domain_schema,
  domain,
  udt_schema,
  udt_name,
  generated,
  generation_expression,
  default_kind,  ///< ClickHouse: MATERIALIZED, ALIAS.
  extra,         ///< MySQL: "VIRTUAL GENERATED" and the like.
  key_flag,      ///< The column is in the primary key.
  hidden,
  deleted,  ///< Snowflake's account usage: when the object was dropped.
  column_comment,
  comment,  ///< Of the column, or of the table in a row without one.
  constraint_schema,
  constraint,
  constraint_type,
  column_list,  ///< Several names in one text.
  unique_position,
  unique_schema,
  unique_constraint,
  referenced_catalog,
  referenced_schema,
  referenced_table,
  referenced_column,
  referenced_list,
};

inline constexpr std::size_t export_field_count =
    static_cast<std::size_t>(ExportField::referenced_list) + 1;

/// The names of an export's columns. They are compared without case, blanks, underscores and
/// qualifiers: "TABLE_NAME", "tableName" and "c.Table Name" are the same.
class ExportHeader {
 public:
  ExportHeader() = default;
  explicit ExportHeader(std::span<const std::string_view> names);

  /// What a position holds; nullopt for anything that is not used.
  std::optional<ExportField> field(std::size_t position) const noexcept {
    return position < fields_.size() ? fields_[position] : std::nullopt;
  }
  std::size_t size() const noexcept { return fields_.size(); }

  bool has(ExportField field) const noexcept { return has_[static_cast<std::size_t>(field)]; }
  /// Whether there is a column of that name, in lower case and without blanks and underscores.
  bool has_name(std::string_view name) const noexcept;
  /// Whether all letters of the names of known columns are capitals.
  bool is_upper() const noexcept { return is_upper_; }

  bool has_tables() const noexcept;
  /// Its rows define columns, with types.
  bool has_columns() const noexcept;
  bool has_column_comments() const noexcept;
  /// Its rows are columns of keys, or keys.
  bool has_keys() const noexcept;
  /// Its rows are columns that keys use: of the referenced table, if the key is a foreign one.
  bool is_key_usage() const noexcept;
  /// Its rows pair foreign keys with the keys that they refer to.
  bool is_key_pairs() const noexcept;
  /// Whether it is an export of a system catalog at all.
  bool is_export() const noexcept;

 private:
  void set(std::size_t position, ExportField field);
  std::optional<ExportField> meaning_of(std::string_view name) const;
  bool has_any_table() const noexcept;

  std::vector<std::string> names_;
  std::vector<std::optional<ExportField>> fields_;
  std::array<bool, export_field_count> has_{};
  bool is_upper_ = false;
};

}  // namespace sluice::inline v0::schema_detail

#endif
