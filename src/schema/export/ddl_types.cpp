#include "ddl_types.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ddl_keys.hpp"
#include "ddl_syntax.hpp"
#include "schema/column_parents.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/schema/show.hpp"
#include "type_names.hpp"
#include "type_shape.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Deeper structures are written as JSON.
constexpr int max_structure_depth = 32;

bool are_alike(sql::Dialect a, sql::Dialect b) {
  const auto family = [](sql::Dialect dialect) {
    return dialect == sql::Dialect::mariadb ? sql::Dialect::mysql : dialect;
  };
  return family(a) == family(b);
}

/// How a dialect writes structures and lists; empty words: it has none.
struct StructureWords {
  std::string_view open;       ///< "STRUCT<"
  std::string_view close;      ///< ">"
  std::string_view separator;  ///< Between the name of a field and its type.
  std::string_view open_list;  ///< "ARRAY<"
  std::string_view close_list;
};

StructureWords structure_words(sql::Dialect dialect) {
  switch (dialect) {
    case sql::Dialect::bigquery: return {"STRUCT<", ">", " ", "ARRAY<", ">"};
    case sql::Dialect::spark: return {"STRUCT<", ">", ": ", "ARRAY<", ">"};
    case sql::Dialect::duckdb: return {"STRUCT(", ")", " ", "", "[]"};
    case sql::Dialect::trino: return {"ROW(", ")", " ", "ARRAY(", ")"};
    case sql::Dialect::clickhouse: return {"Tuple(", ")", " ", "Array(", ")"};
    case sql::Dialect::postgresql: return {"", "", "", "", "[]"};
    default: return {};
  }
}

bool begins_with(std::string_view type, std::string_view word) {
  return type.size() >= word.size() && same_name(type.substr(0, word.size()), word);
}

bool is_enumeration_type(std::string_view type) {
  return begins_with(type, "enum(") || begins_with(type, "enum8(") ||
         begins_with(type, "enum16(") || begins_with(type, "set(");
}

bool is_text_family(TypeFamily family) {
  return family == TypeFamily::text || family == TypeFamily::varying ||
         family == TypeFamily::character;
}

/// Equal for two names of one type.
std::string type_key(std::string_view name) {
  return name.find('"') == name.npos ? lower_ascii(name) : std::string(name);
}

/// Whether a type is more than a name, which may be in double quotes.
bool has_arguments(std::string_view type) {
  for (std::size_t at = 0; at < type.size(); ++at) {
    if (type[at] == '(' || type[at] == ' ') return true;
    if (type[at] != '"') continue;
    at = end_of_quoted_name(type, at);
    if (at == type.npos) return true;
    --at;
  }
  return false;
}

/// The name of a structure without its fields: RECORD, STRUCT, ARRAY<RECORD>.
bool is_bare_structure(std::string_view type) {
  if (const auto element = element_type(type))
    return element->empty() || is_bare_structure(*element);
  return same_name(type, "record") || same_name(type, "struct");
}

}  // namespace

/// The fields of a table's columns: of each column, the positions of those directly inside it.
struct DdlTypes::Fields {
  std::vector<std::vector<std::uint32_t>> inside;

  explicit Fields(const Table &table) : inside(table.columns.size()) {
    const auto parents = column_parents(table);
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
      if (parents[i]) inside[*parents[i]].push_back(i);
    }
  }
};

DdlTypes::DdlTypes(const Database &database, sql::Dialect target)
    : database_(database),
      target_(target),
      is_same_(are_alike(database.dialect(), target)),
      in_key_(database.columns().size()) {
  const auto mark = [&](std::size_t number, std::span<const std::uint32_t> columns) {
    for (const std::uint32_t column : columns)
      in_key_[database.tables()[number].first_column + column] = true;
  };
  for (std::size_t i = 0; i < database.tables().size(); ++i)
    mark(i, database.tables()[i].primary_key);
  for (const ForeignKey &key : database.foreign_keys()) {
    if (key.evidence != KeyEvidence::declared) continue;
    mark(key.table, key.columns);
    mark(key.referenced_table, key.referenced_columns);
  }
}

std::vector<DdlColumnType> DdlTypes::of_table(std::size_t number) {
  const Table &table = database_.tables()[number];
  const Fields fields(table);
  std::vector<DdlColumnType> types(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].nested) types[i] = of_column(table, i, fields);
  }
  return types;
}

DdlColumnType DdlTypes::of_column(const Table &table, std::size_t number, const Fields &fields) {
  const Column &column = table.columns[number];
  const bool needs_type = target_ != sql::Dialect::sqlite;
  if (column.type.empty()) {
    if (!needs_type) return {};
    return {text_type(in_key(table, number)), false, "the type is not known"};
  }
  if (!is_same_) return translated(table, number, fields);
  const auto &inside = fields.inside[number];
  // Of the dialects that describe fields, only BigQuery leaves that out of the type.
  const bool is_described = target_ == sql::Dialect::bigquery && !inside.empty();
  if (!inside.empty() && !structure_words(target_).open.empty() &&
      (is_described || is_bare_structure(column.type) || !can_be_copied(column.type))) {
    if (std::string text = structure(table, number, fields, 0); !text.empty()) return {text};
  }
  // A serial column of a table is an integer elsewhere.
  if (is_view_kind(table.kind) && lower_ascii(column.type).find("serial") != std::string::npos)
    return {type_name(type_shape(column.type, target_), target_, false)};
  DdlColumnType type = same(column);
  if (type.text.empty())
    type = {text_type(in_key(table, number)), false, "its type cannot be written"};
  return type;
}

bool DdlTypes::can_be_copied(std::string_view type) const {
  const bool has_quotes =
      is_same_ && (target_ == sql::Dialect::postgresql || target_ == sql::Dialect::redshift);
  return is_plain_type(type, has_quotes);
}

/// The type as it is; empty if its text cannot be copied.
DdlColumnType DdlTypes::same(const Column &column) {
  if (is_enumeration_type(column.type) && !column.values().empty()) {
    const std::string_view word = column.type.substr(0, column.type.find('('));
    const bool numbered = target_ == sql::Dialect::clickhouse;
    if (!numbered || !is_plain_type(column.type)) return {enumeration(word, column), true, {}};
    return {std::string(column.type), true, {}};
  }
  if (!can_be_copied(column.type)) return {};
  DdlColumnType type{std::string(column.type), false, {}};
  const std::string_view name = element_type(column.type).value_or(column.type);
  if (type_shape(name, target_).family == TypeFamily::unknown) {
    note_user_type(column);
    const auto place = enumeration_places_.find(type_key(name));
    type.lists_values = place != enumeration_places_.end() &&
                        std::ranges::equal(enumerations_[place->second].values, column.values());
  }
  return type;
}

void DdlTypes::note_user_type(const Column &column) {
  const std::string_view name = element_type(column.type).value_or(column.type);
  if (name.empty()) return;
  const std::string key = type_key(name);
  const bool creates = target_ == sql::Dialect::postgresql || target_ == sql::Dialect::duckdb;
  // A type with arguments is not an enumeration.
  if (creates && !column.values().empty() && !has_arguments(name)) {
    if (enumeration_places_.emplace(key, enumerations_.size()).second)
      enumerations_.push_back({std::string(name), column.values()});
    return;
  }
  // SQLite takes any word for a type.
  const bool any = target_ == sql::Dialect::sqlite || target_ == sql::Dialect::permissive;
  if (!any && known_undefined_.insert(key).second) undefined_.emplace_back(name);
}

DdlColumnType DdlTypes::translated(const Table &table, std::size_t number, const Fields &fields) {
  const Column &column = table.columns[number];
  const sql::Dialect source = database_.dialect();
  const std::string_view type = without_wrappers(column.type);
  if (is_composite_type(type) || !fields.inside[number].empty()) {
    if (std::string text = structure(table, number, fields, 0); !text.empty()) return {text};
    return {type_name({TypeFamily::json}, target_, false), false, std::string(column.type)};
  }
  TypeShape shape = type_shape(type, source);
  // What is not a known type but has values is an enumeration.
  if (shape.family == TypeFamily::unknown && !column.values().empty())
    shape.family = TypeFamily::text;
  const bool key = in_key(table, number);
  const bool nullable =
      target_ == sql::Dialect::clickhouse && column.nullable && !key && !is_view_kind(table.kind);
  const auto finished = [&](std::string text, bool lists_values) -> DdlColumnType {
    if (nullable) text = fmt::format("Nullable({})", text);
    return {std::move(text), lists_values, {}};
  };
  if (!column.values().empty() && is_text_family(shape.family) && !begins_with(type, "set(") &&
      ddl_syntax(target_).values == DdlValues::enumeration) {
    return finished(enumeration("ENUM", column), true);
  }
  if (shape.family != TypeFamily::unknown) return finished(type_name(shape, target_, key), false);
  if (target_ == sql::Dialect::sqlite) return {ddl_name(type, target_)};
  if (!is_plain_type(type)) return {text_type(key), false, "its type cannot be written"};
  if (known_undefined_.insert(lower_ascii(type)).second) undefined_.emplace_back(type);
  return finished(std::string(type), false);
}

/// The type with all fields; empty if the dialect has no words for it.
std::string DdlTypes::structure(const Table &table, std::size_t number, const Fields &fields,
                                int depth) {
  const Column &column = table.columns[number];
  const StructureWords words = structure_words(target_);
  const auto element = element_type(column.type);
  const bool is_list = element.has_value();
  if (depth > max_structure_depth || (is_list && words.close_list.empty())) return {};
  std::string text;
  if (!fields.inside[number].empty()) {
    if (words.open.empty()) return {};
    text = words.open;
    for (const std::uint32_t field : fields.inside[number]) {
      const Column &inner = table.columns[field];
      if (text.size() > words.open.size()) text += ", ";
      text += ddl_name(inner.name.substr(column.name.size() + 1), target_);
      text += words.separator;
      std::string type = structure(table, field, fields, depth + 1);
      if (type.empty()) type = type_name({TypeFamily::json}, target_, false);
      text += type;
      if (inner.description.empty()) continue;
      if (target_ == sql::Dialect::bigquery)
        text += fmt::format(" OPTIONS(description = {})", ddl_text(inner.description, target_));
      if (target_ == sql::Dialect::spark)
        text += fmt::format(" COMMENT {}", ddl_text(inner.description, target_));
    }
    text += words.close;
  } else {
    const std::string_view type = without_wrappers(element.value_or(column.type));
    if (is_composite_type(type) && !(is_same_ && can_be_copied(type))) return {};
    if (is_same_ && can_be_copied(type) && !type.empty()) {
      text = type;
    } else {
      text = type_name(type_shape(type, database_.dialect()), target_, false);
    }
    if (text.empty()) return {};
  }
  return is_list ? fmt::format("{}{}{}", words.open_list, text, words.close_list) : text;
}

std::string DdlTypes::enumeration(std::string_view word, const Column &column) const {
  std::string text(word);
  text += '(';
  std::size_t number = 0;
  for (const std::string_view value : column.values()) {
    if (++number > 1) text += ", ";
    text += ddl_text(value, target_);
    if (target_ == sql::Dialect::clickhouse) text += fmt::format(" = {}", number);
  }
  if (target_ == sql::Dialect::clickhouse) {
    constexpr std::size_t most = 127;
    text.replace(0, word.size(), number > most ? "Enum16" : "Enum8");
  }
  return text + ')';
}

std::string DdlTypes::text_type(bool is_key) const {
  return type_name({TypeFamily::text}, target_, is_key);
}

}  // namespace sluice::inline v0::schema_detail
