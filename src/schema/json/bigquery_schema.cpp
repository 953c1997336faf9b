#include "bigquery_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "json_glance.hpp"
#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// BigQuery allows 15 levels. Each field repeats the names above it.
constexpr std::size_t max_field_levels = 32;
constexpr std::size_t max_field_path_bytes = 1024;

bool is_bigquery_type(std::string_view type) {
  type = type.substr(0, type.find('('));
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{
          "STRING",     "BYTES",     "INTEGER", "INT64",   "FLOAT",    "FLOAT64", "NUMERIC",
          "BIGNUMERIC", "BOOL",      "DATE",    "BOOLEAN", "DATETIME", "TIME",    "TIMESTAMP",
          "INTERVAL",   "GEOGRAPHY", "RECORD",  "STRUCT",  "JSON",     "RANGE"},
      [&](std::string_view known) { return same_name(type, known); });
}

/// Whether the path ends in a list of fields whose first has a name and a type.
bool glances_fields(const JsonGlance &glance, std::span<const std::string_view> path) {
  const auto member = [&](std::string_view key) {
    return std::ranges::find_if(glance.values(), [&](const GlancedValue &value) {
      return value.path.size() == path.size() + 2 && value.path.back() == key &&
             value.path[path.size()] == "[]" &&
             std::ranges::equal(std::span(value.path).first(path.size()), path);
    });
  };
  const auto type = member("type");
  return type != glance.values().end() && is_bigquery_type(type->text) &&
         member("name") != glance.values().end();
}

bool glances_fields(const JsonGlance &glance, std::initializer_list<std::string_view> path) {
  return glances_fields(glance, std::span(path.begin(), path.size()));
}

std::string_view field_string(JsonValue object, std::string_view key) {
  const auto member = object.find(key);
  return member && member->is(JsonKind::string) ? member->as_string() : std::string_view();
}

/// A number that may be written as text.
std::string field_size(JsonValue object, std::string_view key) {
  const auto member = object.find(key);
  if (!member) return {};
  if (member->is(JsonKind::string)) return std::string(member->as_string());
  return member->is(JsonKind::number) ? fmt::format("{}", member->as_number()) : std::string();
}

/// The list of fields in a value of one of the forms, if it has one.
std::optional<JsonValue> field_list_of(JsonValue value) {
  if (value.is(JsonKind::array)) return value;
  const auto schema = value.find("schema");
  const auto fields = schema ? schema->find("fields") : value.find("fields");
  return fields && fields->is(JsonKind::array) ? fields : std::nullopt;
}

/// Adds the fields of one table to its columns.
class FieldReader {
 public:
  FieldReader(TableDefinition &table, SourceProblems &problems)
      : table_(table), problems_(problems) {}

  void read(JsonValue fields) {
    read(fields, {}, 1);
    drop_repeated();
  }

 private:
  void read(JsonValue fields, const std::string &parent, std::size_t level) {
    std::unordered_set<std::string_view> names;
    std::size_t number = 0;
    for (const JsonValue field : fields) {
      ++number;
      const std::string_view name = field_string(field, "name");
      if (name.empty()) {
        problems_.add(field, fmt::format("field {} of table {} has no name", number,
                                         quote_name(table_.name)));
      } else if (parent.size() + name.size() > max_field_path_bytes || level > max_field_levels) {
        problems_.add(field, fmt::format("a field of table {} is nested too deeply",
                                         quote_name(table_.name)));
      } else if (!names.insert(name).second) {
        problems_.add(field, fmt::format("table {} has several fields named {}; the first is used",
                                         quote_name(table_.name), quote_name(name)));
      } else {
        add(field, parent.empty() ? std::string(name) : fmt::format("{}.{}", parent, name), level);
      }
    }
  }

  void add(JsonValue field, std::string name, std::size_t level) {
    const std::string_view mode = field_string(field, "mode");
    ColumnDefinition &column = table_.columns.emplace_back();
    column.name = name;
    column.type = type_of(field);
    if (same_name(mode, "REPEATED")) column.type = fmt::format("ARRAY<{}>", column.type);
    column.nullable = !same_name(mode, "REQUIRED");
    column.description = field_string(field, "description");
    column.nested = level > 1;
    const auto fields = field.find("fields");
    if (fields && fields->is(JsonKind::array)) read(*fields, name, level + 1);
  }

  /// A name with a dot may be the path of a nested field too.
  void drop_repeated() {
    std::unordered_set<std::string_view> paths;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (paths.insert(table_.columns[i].name).second) kept.push_back(i);
    }
    if (kept.size() == table_.columns.size()) return;
    std::vector<ColumnDefinition> columns;
    for (const std::size_t i : kept) columns.push_back(std::move(table_.columns[i]));
    table_.columns = std::move(columns);
  }

  static std::string type_of(JsonValue field) {
    std::string type(field_string(field, "type"));
    std::string size = field_size(field, "maxLength");
    if (size.empty()) size = field_size(field, "precision");
    if (size.empty() || type.empty()) return type;
    const std::string scale = field_size(field, "scale");
    return scale.empty() ? fmt::format("{}({})", type, size)
                         : fmt::format("{}({},{})", type, size, scale);
  }

  TableDefinition &table_;
  SourceProblems &problems_;
};

TableKind bigquery_kind(std::string_view type) {
  if (type == "VIEW") return TableKind::view;
  if (type == "MATERIALIZED_VIEW") return TableKind::materialized_view;
  return type == "EXTERNAL" ? TableKind::external : TableKind::table;
}

/// Reads the files of one folder.
class BigQueryReader {
 public:
  BigQueryReader(std::string folder, const LoadOptions &options) : options_(options) {
    database_.name = std::move(folder);
    database_.dialect = sql::Dialect::bigquery;
  }

  void read(const SourceText &file) {
    const JsonDocument document = JsonDocument::parse(file.text, file.path);
    const JsonValue root = document.root();
    SourceProblems problems(options_, file.path);
    if (field_list_of(root)) return add_table(root, file.path, problems);
    if (!root.is(JsonKind::object)) root.fail("is not a list of fields");
    root.each_member([&](std::string_view path, JsonValue value) {
      if (field_list_of(value)) {
        add_table(value, path, problems);
      } else {
        problems.add(value, fmt::format("{} has no list of fields", quote_name(path)));
      }
    });
  }

  DatabaseDefinition take() { return std::move(database_); }

 private:
  void add_table(JsonValue value, std::string_view path, SourceProblems &problems) {
    TableDefinition table;
    const auto reference = value.find("tableReference");
    if (reference) {
      table.name = field_string(*reference, "tableId");
      const std::string_view project = field_string(*reference, "projectId");
      table.qualifier = field_string(*reference, "datasetId");
      if (!project.empty() && !table.qualifier.empty())
        table.qualifier = fmt::format("{}.{}", project, table.qualifier);
    }
    if (table.name.empty()) table.name = file_stem_of(path);
    if (names_.contains(full_name(table)) && table.qualifier.empty())
      table.qualifier = last_part_of(parent_path_of(path));
    if (!names_.insert(full_name(table)).second) {
      return problems.add(value, fmt::format("table {} is defined twice; the first is used",
                                             quote_name(table.name)));
    }
    table.kind = bigquery_kind(field_string(value, "type"));
    table.description = field_string(value, "description");
    table.title = field_string(value, "friendlyName");
    FieldReader(table, problems).read(*field_list_of(value));
    database_.tables.push_back(std::move(table));
  }

  static std::string full_name(const TableDefinition &table) {
    return table.qualifier + '\0' + table.name;
  }

  const LoadOptions &options_;
  DatabaseDefinition database_;
  std::unordered_set<std::string> names_;
};

}  // namespace

bool is_bigquery_schema(const SourceText &file) {
  const JsonGlance glance(file.text);
  if (glances_fields(glance, {})) return true;
  // Other formats have such lists too, but say that the whole is a record.
  const GlancedValue *type = glance.find({"type"});
  if (type != nullptr && is_bigquery_type(type->text)) return false;
  if (glances_fields(glance, {"fields"}) || glances_fields(glance, {"schema", "fields"}))
    return true;
  return std::ranges::any_of(glance.values(), [&](const GlancedValue &value) {
    return value.path.size() == 1 && value.text == "[" && glances_fields(glance, value.path);
  });
}

std::vector<DatabaseDefinition> read_bigquery_schemas(std::span<const SourceText> files,
                                                      const LoadOptions &options) {
  std::map<std::string_view, std::vector<SourceText>> folders;
  for (const SourceText &file : files) folders[parent_path_of(file.path)].push_back(file);
  std::vector<DatabaseDefinition> databases;
  std::exception_ptr first;
  for (const auto &[folder, members] : folders) {
    const bool is_alone = members.size() == 1 || folder.empty();
    const std::string &start = members.front().path;
    BigQueryReader reader(is_alone ? file_stem_of(start) : std::string(last_part_of(folder)),
                          options);
    for (const SourceText &file : members) {
      try {
        reader.read(file);
      } catch (const Error &error) {
        skip(options, to_string(error.where()), error.message());
        if (!first) first = std::current_exception();
      }
    }
    DatabaseDefinition database = reader.take();
    if (database.tables.empty()) continue;
    database.place.source = is_alone ? start : std::string(folder);
    databases.push_back(std::move(database));
  }
  if (!databases.empty()) return databases;
  if (first) std::rethrow_exception(first);
  throw Error(ErrorCode::malformed, "defines no table", {files.empty() ? "" : files.front().path});
}

}  // namespace sluice::inline v0::schema_detail
