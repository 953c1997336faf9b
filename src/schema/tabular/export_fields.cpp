#include "export_fields.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

struct FieldName {
  std::string_view name;
  ExportField field;
};

/// Names with one meaning, ordered.
constexpr auto export_field_names = [] {
  using enum ExportField;
  auto names = std::to_array<FieldName>({
      // tables
      {"tablecatalog", catalog},
      {"tablecat", catalog},
      {"tablequalifier", catalog},
      {"catalogname", catalog},
      {"catalog", catalog},
      {"databasename", catalog},
      {"dbname", catalog},
      {"projectid", catalog},
      {"fktablecat", catalog},
      {"fktablequalifier", catalog},
      {"fkdatabasename", catalog},
      {"tableschema", schema},
      {"tableschem", schema},
      {"tabschema", schema},
      {"schemaname", schema},
      {"schema", schema},
      {"nspname", schema},
      {"dataset", schema},
      {"fktableschema", schema},
      {"fktableschem", schema},
      {"fktableowner", schema},
      {"fkschemaname", schema},
      {"fkschema", schema},
      {"tablename", table},
      {"table", table},
      {"tabname", table},
      {"tblname", table},
      {"relname", table},
      {"fktablename", table},
      {"fktable", table},
      {"fromtable", table},
      {"viewname", view},
      {"matviewname", materialized_view},
      {"mviewname", materialized_view},
      {"tabletype", table_type},
      {"relkind", table_type},
      {"tablecomment", table_comment},
      {"tabledescription", table_comment},
      {"tableremarks", table_comment},
      {"engine", engine},
      {"optionname", option_name},
      {"optionvalue", option_value},
      // columns
      {"columnname", column},
      {"column", column},
      {"colname", column},
      {"attname", column},
      {"fkcolumnname", column},
      {"fkcolumn", column},
      {"fromcolumn", column},
      {"fieldpath", field_path},
      {"ordinalposition", ordinal},
      {"ordinal", ordinal},
      {"columnid", ordinal},
      {"columnindex", ordinal},
      {"columnnum", ordinal},
      {"columnposition", ordinal},
      {"colno", ordinal},
      {"colseq", ordinal},
      {"attnum", ordinal},
      {"cid", ordinal},
      {"keysequence", ordinal},
      {"isnullable", nullable},
      {"nullable", nullable},
      {"nulls", nullable},
      {"null", nullable},
      {"notnull", not_null},
      {"attnotnull", not_null},
      {"datatype", data_type},
      {"datatypename", data_type},
      {"externaltype", data_type},
      {"columntype", full_type},
      {"fulldatatype", full_type},
      {"formattype", full_type},
      {"spannertype", full_type},
      {"typename", type_name},
      {"columnsize", type_length},
      {"datalength", type_length},
      {"charactermaximumlength", char_length},
      {"charlength", char_length},
      {"charused", char_unit},
      {"numericprecision", precision},
      {"dataprecision", precision},
      {"numericscale", scale},
      {"datascale", scale},
      {"decimaldigits", scale},
      {"datetimeprecision", time_precision},
      {"intervaltype", interval_fields},
      {"domainschema", domain_schema},
      {"domainname", domain},
      {"udtschema", udt_schema},
      {"udtname", udt_name},
      {"isgenerated", generated},
      {"isgeneratedcolumn", generated},
      {"iscomputed", generated},
      {"virtualcolumn", generated},
      {"generationexpression", generation_expression},
      {"defaultkind", default_kind},
      {"extra", extra},
      {"columnkey", key_flag},
      {"isinprimarykey", key_flag},
      {"isprimarykey", key_flag},
      {"primarykey", key_flag},
      {"pk", key_flag},
      {"hiddencolumn", hidden},
      {"deleted", deleted},
      {"columncomment", column_comment},
      {"columndescription", column_comment},
      {"columnremarks", column_comment},
      // keys
      {"constraintschema", constraint_schema},
      {"constraintname", constraint},
      {"constname", constraint},
      {"conname", constraint},
      {"fkname", constraint},
      {"foreignkeyname", constraint},
      {"constrainttype", constraint_type},
      {"contype", constraint_type},
      {"constraintcolumnnames", column_list},
      {"fkcolnames", column_list},
      {"positioninuniqueconstraint", unique_position},
      {"uniqueconstraintschema", unique_schema},
      {"rowner", unique_schema},
      {"uniqueconstraintname", unique_constraint},
      {"rconstraintname", unique_constraint},
      {"refkeyname", unique_constraint},
      {"pkdatabasename", referenced_catalog},
      {"pktablecat", referenced_catalog},
      {"foreigntablecatalog", referenced_catalog},
      {"referencedtableschema", referenced_schema},
      {"referencedschema", referenced_schema},
      {"referencedschemaname", referenced_schema},
      {"foreigntableschema", referenced_schema},
      {"foreignschema", referenced_schema},
      {"foreignschemaname", referenced_schema},
      {"pktableschema", referenced_schema},
      {"pktableschem", referenced_schema},
      {"pktableowner", referenced_schema},
      {"pkschemaname", referenced_schema},
      {"pkschema", referenced_schema},
      {"reftabschema", referenced_schema},
      {"refschema", referenced_schema},
      {"referencedtablename", referenced_table},
      {"referencedtable", referenced_table},
      {"foreigntablename", referenced_table},
      {"foreigntable", referenced_table},
      {"pktablename", referenced_table},
      {"pktable", referenced_table},
      {"rtablename", referenced_table},
      {"reftabname", referenced_table},
      {"reftablename", referenced_table},
      {"reftable", referenced_table},
      {"totable", referenced_table},
      {"referencedcolumnname", referenced_column},
      {"referencedcolumn", referenced_column},
      {"foreigncolumnname", referenced_column},
      {"foreigncolumn", referenced_column},
      {"pkcolumnname", referenced_column},
      {"pkcolumn", referenced_column},
      {"rcolumnname", referenced_column},
      {"refcolumnname", referenced_column},
      {"refcolumn", referenced_column},
      {"tocolumn", referenced_column},
      {"referencedcolumnnames", referenced_list},
      {"pkcolnames", referenced_list},
  });
  std::ranges::sort(names, {}, &FieldName::name);
  return names;
}();

/// In lower case, without blanks, underscores and a qualifier.
std::string plain_field_name(std::string_view name) {
  name = trimmed(name);
  if (const std::size_t dot = name.rfind('.'); dot != name.npos) name.remove_prefix(dot + 1);
  std::string plain;
  for (const char byte : name.substr(0, 64)) {
    if (byte != '_' && byte != ' ' && byte != '-' && byte != '?' && byte != '"' && byte != '`')
      plain += lower_ascii(byte);
  }
  return plain;
}

}  // namespace

ExportHeader::ExportHeader(std::span<const std::string_view> names) : fields_(names.size()) {
  names_.reserve(names.size());
  for (const std::string_view name : names) names_.push_back(plain_field_name(name));
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto found = std::ranges::lower_bound(export_field_names, std::string_view(names_[i]), {},
                                                &FieldName::name);
    if (found != export_field_names.end() && found->name == names_[i]) set(i, found->field);
  }
  // Their meanings depend on the others, and on those before them in this order.
  for (const std::string_view name :
       {"field",  "database", "owner",    "tableowner", "name",        "type",  "kind",
        "pkname", "comment",  "comments", "remarks",    "description", "value", "position",
        "keyseq", "length",   "scale",    "precision",  "size",        "key",   "generated"}) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) continue;
    if (const auto field = meaning_of(name))
      set(static_cast<std::size_t>(found - names_.begin()), *field);
  }
  is_upper_ = std::ranges::any_of(fields_, [](const auto &field) { return field.has_value(); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (fields_[i] && std::ranges::any_of(names[i], is_ascii_lower)) is_upper_ = false;
  }
}

/// Of two columns of one meaning, the first is used.
void ExportHeader::set(std::size_t position, ExportField field) {
  bool &known = has_[static_cast<std::size_t>(field)];
  if (!known) fields_[position] = field;
  known = true;
}

bool ExportHeader::has_name(std::string_view name) const noexcept {
  return std::ranges::find(names_, name) != names_.end();
}

bool ExportHeader::has_any_table() const noexcept {
  return has(ExportField::table) || has(ExportField::view) || has(ExportField::materialized_view);
}

std::optional<ExportField> ExportHeader::meaning_of(std::string_view name) const {
  using enum ExportField;
  const bool of_columns = has(column);
  const auto if_column = [&](ExportField field) {
    return of_columns ? std::optional(field) : std::nullopt;
  };
  if (name == "field") return has_any_table() && !of_columns ? std::optional(column) : std::nullopt;
  if (name == "database")  // ClickHouse's are schemas: queries may use several.
    return has(default_kind) || has(engine) ? schema : catalog;
  if (name == "owner" || name == "tableowner") return schema;
  if (name == "name") {
    if (!has_any_table() && (has(engine) || (has(schema) && has_name("kind")))) return table;
    const bool lists_columns = has(table) && has_name("type") &&
                               (has(default_kind) || has(ordinal) || has_name("position"));
    return lists_columns && !of_columns ? std::optional(column) : std::nullopt;
  }
  if (name == "type")
    return of_columns ? data_type : has(constraint) ? constraint_type : table_type;
  if (name == "kind") return of_columns ? std::nullopt : std::optional(table_type);
  if (name == "pkname") return has(referenced_table) ? unique_constraint : constraint;
  if (name == "value")  // SQL Server's extended properties
    return has_name("minorid") || has_name("classdesc") ? std::optional(comment) : std::nullopt;
  if (name == "comment" || name == "comments" || name == "remarks" || name == "description")
    return comment;
  if (name == "position") return ordinal;
  if (name == "keyseq")  // In Db2's list of columns, the position in the primary key.
    return has_name("colname") ? key_flag : ordinal;
  if (name == "length" || name == "size") return if_column(type_length);
  if (name == "scale") return if_column(scale);
  if (name == "precision") return if_column(precision);
  if (name == "key") return if_column(key_flag);
  // Db2 writes A and D, also for identities, whose expression is empty.
  return std::nullopt;
}

bool ExportHeader::has_columns() const noexcept {
  using enum ExportField;
  return has_any_table() && has(column) &&
         (has(data_type) || has(full_type) || has(type_name) || has(udt_name) || has(field_path));
}

bool ExportHeader::has_column_comments() const noexcept {
  return has_any_table() && has(ExportField::column) &&
         (has(ExportField::comment) || has(ExportField::column_comment));
}

bool ExportHeader::has_tables() const noexcept {
  using enum ExportField;
  if (!has_any_table()) return false;
  if (has(table_type) || has(table_comment) || has(view) || has(materialized_view)) return true;
  if (has(engine) || (has(option_name) && has(option_value))) return true;
  // Lists of DDL, and samples of tables, have descriptions too.
  return has(comment) && (has(schema) || (!has_name("ddl") && !has_name("columnnames")));
}

bool ExportHeader::is_key_usage() const noexcept {
  using enum ExportField;
  return has_any_table() && has(column) && has(constraint) && !has(ordinal) &&
         !has(constraint_type) && !has(referenced_table) && !has(unique_constraint) &&
         !has_columns();
}

bool ExportHeader::is_key_pairs() const noexcept {
  return has(ExportField::constraint) && has(ExportField::unique_constraint) && !has_any_table();
}

bool ExportHeader::has_keys() const noexcept {
  using enum ExportField;
  if (!has_any_table() || is_key_usage()) return false;
  if (has(constraint) && (has(constraint_type) || has(unique_constraint))) return true;
  return (has(column) || has(column_list)) &&
         (has(constraint) || has(constraint_type) || has(referenced_table));
}

bool ExportHeader::is_export() const noexcept {
  return has_columns() || has_keys() || is_key_usage() || is_key_pairs() || has_tables() ||
         has_column_comments();
}

}  // namespace sluice::inline v0::schema_detail
