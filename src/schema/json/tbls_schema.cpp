#include "tbls_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "json_glance.hpp"
#include "schema/load/check_values.hpp"
#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

std::string_view tbls_text(JsonValue object, std::string_view key) {
  const auto member = object.find(key);
  return member && member->is(JsonKind::string) ? member->as_string() : std::string_view();
}

template <class Visit>
void each_in(JsonValue object, std::string_view key, Visit visit) {
  const auto list = object.find(key);
  if (!list || !list->is(JsonKind::array)) return;
  for (const JsonValue element : *list) visit(element);
}

std::vector<std::string_view> tbls_names(JsonValue object, std::string_view key) {
  std::vector<std::string_view> names;
  each_in(object, key, [&](JsonValue name) {
    names.push_back(name.is(JsonKind::string) ? name.as_string() : std::string_view());
  });
  return names;
}

sql::Dialect tbls_dialect(std::string_view driver) {
  if (driver == "spanner") return sql::Dialect::bigquery;
  return sql::find_dialect(driver).value_or(sql::Dialect::permissive);
}

TableKind tbls_kind(std::string_view type) {
  if (type.find("MATERIALIZED") != type.npos) return TableKind::materialized_view;
  if (type.find("VIEW") != type.npos) return TableKind::view;
  const bool is_external = type.find("FOREIGN") != type.npos || type.find("EXTERNAL") != type.npos;
  return is_external ? TableKind::external : TableKind::table;
}

class TblsReader {
 public:
  TblsReader(const SourceText &file, const LoadOptions &options)
      : options_(options),
        path_(file.path),
        document_(JsonDocument::parse(file.text, file.path)),
        problems_(options, file.path) {}

  DatabaseDefinition read() {
    const JsonValue root = document_.root();
    database_.name = tbls_text(root, "name");
    if (database_.name.empty()) database_.name = application_name_of(path_);
    database_.description = tbls_text(root, "desc");
    database_.place.source = path_;
    database_.dialect = sql::Dialect::permissive;
    if (const auto driver = root.find("driver")) {
      database_.dialect = tbls_dialect(tbls_text(*driver, "name"));
      if (const auto meta = driver->find("meta")) schema_ = tbls_text(*meta, "current_schema");
    }
    if (options_.dialect) database_.dialect = *options_.dialect;
    if (schema_.empty() && database_.dialect == sql::Dialect::postgresql) schema_ = "public";
    each_in(root, "enums", [&](JsonValue entry) {
      enumerations_.emplace(bare(tbls_text(entry, "name")), tbls_names(entry, "values"));
    });
    each_in(root, "tables", [&](JsonValue entry) { add_table(entry); });
    each_in(root, "tables", [&](JsonValue entry) { add_constraints(entry); });
    each_in(root, "relations", [&](JsonValue entry) {
      const auto is_virtual = entry.find("virtual");
      const bool is_stated =
          is_virtual && is_virtual->is(JsonKind::boolean) && is_virtual->as_bool();
      add_foreign_key(entry, tbls_text(entry, "table"), "parent_table", "parent_columns",
                      is_stated ? KeyEvidence::tested : KeyEvidence::declared);
    });
    return std::move(database_);
  }

 private:
  static std::string_view bare(std::string_view name) { return name.substr(name.rfind('.') + 1); }

  void add_table(JsonValue entry) {
    const std::string_view name = tbls_text(entry, "name");
    if (name.empty()) return problems_.add(entry, "a table has no name");
    if (!tables_.emplace(name, database_.tables.size()).second) {
      return problems_.add(
          entry, fmt::format("table {} is defined twice; the first is used", quote_name(name)));
    }
    by_bare_name_[bare(name)].push_back(database_.tables.size());
    TableDefinition &table = database_.tables.emplace_back();
    columns_.emplace_back();
    table.name = bare(name);
    const std::string_view qualifier = name.substr(0, name.size() - table.name.size());
    if (!qualifier.empty() && qualifier.substr(0, qualifier.size() - 1) != schema_)
      table.qualifier = qualifier.substr(0, qualifier.size() - 1);
    if (table.name.empty()) {  // The name ends with a dot.
      table.name = name;
      table.qualifier.clear();
    }
    table.description = tbls_text(entry, "comment");
    table.kind = tbls_kind(tbls_text(entry, "type"));
    each_in(entry, "columns", [&](JsonValue column) { add_column(column); });
  }

  /// To the last table.
  void add_column(JsonValue entry) {
    TableDefinition &table = database_.tables.back();
    std::unordered_map<std::string_view, std::size_t> &known = columns_.back();
    const std::string_view name = tbls_text(entry, "name");
    if (name.empty() || known.contains(name)) {
      return problems_.add(entry, fmt::format("a column of table {} has {}", quote_name(table.name),
                                              name.empty() ? "no name" : "the name of another"));
    }
    // Each step of a nested field comes before it.
    const std::size_t dot = name.rfind('.');
    const bool is_nested = dot != name.npos && known.contains(name.substr(0, dot));
    known.emplace(name, table.columns.size());
    ColumnDefinition &column = table.columns.emplace_back();
    column.name = name;
    column.type = tbls_text(entry, "type");
    column.description = tbls_text(entry, "comment");
    const auto nullable = entry.find("nullable");
    column.nullable = !nullable || !nullable->is(JsonKind::boolean) || nullable->as_bool();
    column.generated = upper_ascii(tbls_text(entry, "extra_def")).find(" AS ") != std::string::npos;
    column.nested = is_nested;
    const auto values = enumerations_.find(bare(column.type));
    if (values != enumerations_.end())
      column.values.assign(values->second.begin(), values->second.end());
  }

  void add_constraints(JsonValue entry) {
    const std::string_view name = tbls_text(entry, "name");
    const auto table = tables_.find(name);
    if (table == tables_.end()) return;
    each_in(entry, "constraints", [&](JsonValue constraint) {
      const std::string_view type = tbls_text(constraint, "type");
      if (type.starts_with("PRIMARY KEY")) {
        add_primary_key(constraint, table->second);
      } else if (type == "FOREIGN KEY") {
        add_foreign_key(constraint, name, "referenced_table", "referenced_columns",
                        KeyEvidence::declared);
      } else if (type == "CHECK") {
        add_values(tbls_text(constraint, "def"), table->second);
      }
    });
  }

  /// The columns of those names; nullopt if one is missing.
  std::optional<std::vector<std::size_t>> find_columns(std::size_t table, JsonValue object,
                                                       std::string_view key) const {
    std::vector<std::size_t> columns;
    for (const std::string_view name : tbls_names(object, key)) {
      const auto found = columns_[table].find(name);
      if (found == columns_[table].end()) return std::nullopt;
      columns.push_back(found->second);
    }
    return columns;
  }

  void add_primary_key(JsonValue constraint, std::size_t table) {
    const auto columns = find_columns(table, constraint, "columns");
    if (!columns) {
      return problems_.add(constraint, fmt::format("the primary key of table {} names columns that "
                                                   "are not defined",
                                                   quote_name(database_.tables[table].name)));
    }
    std::vector<std::size_t> &key = database_.tables[table].primary_key;
    if (!key.empty()) return;
    for (const std::size_t column : *columns) {
      if (std::ranges::find(key, column) == key.end()) key.push_back(column);
    }
  }

  /// A name without a schema is one of the current schema, or of the only table of that name.
  std::optional<std::size_t> find_table(std::string_view name) const {
    if (const auto found = tables_.find(name); found != tables_.end()) return found->second;
    const std::string qualified = fmt::format("{}.{}", schema_, name);
    if (const auto found = tables_.find(qualified); found != tables_.end()) return found->second;
    const auto found = by_bare_name_.find(bare(name));
    if (found == by_bare_name_.end() || found->second.size() != 1) return std::nullopt;
    return found->second.front();
  }

  void add_foreign_key(JsonValue entry, std::string_view from, std::string_view to_key,
                       std::string_view columns_key, KeyEvidence evidence) {
    const std::string_view to = tbls_text(entry, to_key);
    const auto table = find_table(from), referenced = find_table(to);
    if (!table || !referenced) {
      return problems_.add(entry, fmt::format("a foreign key names table {}, which is not defined",
                                              quote_name(table ? to : from)));
    }
    auto columns = find_columns(*table, entry, "columns");
    auto referenced_columns = find_columns(*referenced, entry, columns_key);
    if (!columns || !referenced_columns || columns->empty() ||
        columns->size() != referenced_columns->size()) {
      return problems_.add(entry, fmt::format("a foreign key from table {} to {} names columns "
                                              "that are not defined",
                                              quote_name(from), quote_name(to)));
    }
    if (!keys_.emplace(*table, *columns, *referenced, *referenced_columns).second) return;
    database_.foreign_keys.push_back(
        {*table, std::move(*columns), *referenced, std::move(*referenced_columns), evidence});
  }

  void add_values(std::string_view definition, std::size_t table) {
    if (!definition.starts_with("CHECK")) return;
    for (sql::DdlAllowedValues &allowed :
         values_of_check(definition.substr(5), database_.dialect)) {
      const auto column = columns_[table].find(allowed.column.text);
      if (column == columns_[table].end()) continue;
      database_.tables[table].columns[column->second].values = std::move(allowed.values);
    }
  }

  const LoadOptions &options_;
  const std::string &path_;
  JsonDocument document_;
  SourceProblems problems_;
  DatabaseDefinition database_;
  std::string schema_;  // whose tables are found by their names alone
  std::unordered_map<std::string_view, std::vector<std::string_view>> enumerations_;
  std::unordered_map<std::string_view, std::size_t> tables_;  // as written
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_bare_name_;
  std::vector<std::unordered_map<std::string_view, std::size_t>> columns_;  // by table
  std::set<std::tuple<std::size_t, std::vector<std::size_t>, std::size_t, std::vector<std::size_t>>>
      keys_;
};

}  // namespace

bool is_tbls_schema(const SourceText &file) {
  const JsonGlance glance(file.text);
  return glance.has({"tables", "[]", "columns", "[]", "name"}) &&
         glance.has({"tables", "[]", "columns", "[]", "nullable"}) &&
         glance.has({"tables", "[]", "type"});
}

std::vector<DatabaseDefinition> read_tbls_schemas(std::span<const SourceText> files,
                                                  const LoadOptions &options) {
  std::vector<DatabaseDefinition> databases;
  std::exception_ptr first;
  for (const SourceText &file : files) {
    try {
      databases.push_back(TblsReader(file, options).read());
      if (!databases.back().tables.empty()) continue;
      databases.pop_back();
      throw Error(ErrorCode::malformed, "defines no table", {file.path});
    } catch (const Error &error) {
      skip(options, to_string(error.where()), error.message());
      if (!first) first = std::current_exception();
    }
  }
  if (databases.empty() && first) std::rethrow_exception(first);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
