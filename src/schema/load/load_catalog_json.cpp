#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "json_fields.hpp"
#include "schema/names.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::array_of;
using schema_detail::member_of;
using schema_detail::quote_name;
using schema_detail::text_of;

/// Positions by name. A name that differs by ASCII case is found as well.
class Positions {
 public:
  void add(const std::string &name, std::size_t position) {
    exact_.emplace(name, position);
    folded_.emplace(lower_ascii(name), position);
  }
  std::size_t size() const { return exact_.size(); }
  std::optional<std::size_t> find(std::string_view name) const {
    const auto exact = exact_.find(std::string(name));
    if (exact != exact_.end()) return exact->second;
    const auto folded = folded_.find(lower_ascii(name));
    if (folded != folded_.end()) return folded->second;
    return std::nullopt;
  }

 private:
  std::unordered_map<std::string, std::size_t> exact_;
  std::unordered_map<std::string, std::size_t> folded_;
};

std::string optional_text(JsonValue object, std::string_view key, const std::string &what) {
  const auto member = object.find(key);
  return member ? std::string(text_of(*member, fmt::format("{}: {}", what, key))) : std::string();
}

bool optional_truth(JsonValue object, std::string_view key, bool otherwise) {
  const auto member = object.find(key);
  return member ? member->as_bool() : otherwise;
}

template <class Visit>
void each_element(JsonValue object, std::string_view key, const std::string &what, Visit visit) {
  const auto member = object.find(key);
  if (!member) return;
  for (const JsonValue element : array_of(*member, fmt::format("{}: {}", what, key))) {
    visit(element);
  }
}

std::size_t position_named(JsonValue name, const Positions &positions, const std::string &what) {
  const auto found = positions.find(text_of(name, what));
  if (found) return *found;
  name.fail(fmt::format("{} is {}, which does not exist", what, quote_name(name.as_string())));
}

/// Reads one element of "databases".
class DatabaseReader {
 public:
  DatabaseReader(JsonValue entry, const std::string &source) : entry_(entry) {
    database_.place.source = source;
    database_.name = text_of(member_of(entry, "name", "a database"), "a database's name");
    what_ = fmt::format("database {}", quote_name(database_.name));
  }

  std::shared_ptr<const Database> read() {
    database_.description = optional_text(entry_, "description", what_);
    read_dialect();
    each_element(entry_, "tables", what_, [&](JsonValue table) { add_table(table); });
    each_element(entry_, "foreign_keys", what_, [&](JsonValue key) { add_foreign_key(key); });
    std::size_t number = 0;
    each_element(entry_, "tables", what_, [&](JsonValue table) {
      each_element(table, "foreign_keys", what_,
                   [&](JsonValue key) { add_foreign_key_of(key, number); });
      each_element(table, "origins", what_, [&](JsonValue origin) { add_origin(origin, number); });
      ++number;
    });
    try {
      return Database::make(std::move(database_));
    } catch (const Error &error) {
      throw Error(error.code(), error.message(), entry_.place());
    }
  }

 private:
  void read_dialect() {
    const auto member = entry_.find("dialect");
    if (!member) return;
    const auto dialect = sql::find_dialect(text_of(*member, what_ + ": dialect"));
    if (!dialect)
      member->fail(fmt::format("{}: {} is not a dialect", what_, quote_name(member->as_string())));
    database_.dialect = *dialect;
  }

  void read_kind(JsonValue entry, TableDefinition &table, const std::string &what) {
    if (const auto member = entry.find("kind")) {
      const auto kind = find_kind(text_of(*member, what + ": kind"));
      if (!kind)
        member->fail(
            fmt::format("{}: {} is not a kind of table", what, quote_name(member->as_string())));
      table.kind = *kind;
    }
    if (const auto members = entry.find("members")) {
      const std::int64_t count = member_of(*members, "count", what + ": members").as_integer();
      table.members.count = count > 0 ? static_cast<std::size_t>(count) : 0;
      table.members.first = optional_text(*members, "first", what);
      table.members.last = optional_text(*members, "last", what);
    }
  }

  void add_table(JsonValue entry) {
    TableDefinition table;
    table.name = text_of(member_of(entry, "name", what_ + ", a table"), what_ + ", a table's name");
    const std::string what = fmt::format("{}, table {}", what_, quote_name(table.name));
    table.qualifier = optional_text(entry, "namespace", what);
    table.title = optional_text(entry, "title", what);
    table.description = optional_text(entry, "description", what);
    read_kind(entry, table, what);
    each_element(entry, "columns", what,
                 [&](JsonValue column) { table.columns.push_back(read_column(column, what)); });
    Positions &positions = columns_.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i) positions.add(table.columns[i].name, i);
    each_element(entry, "primary_key", what, [&](JsonValue name) {
      table.primary_key.push_back(
          position_named(name, positions, what + ": a column of the primary key"));
    });
    tables_.add(table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name,
                database_.tables.size());
    database_.tables.push_back(std::move(table));
  }

  static ColumnDefinition read_column(JsonValue entry, const std::string &owner) {
    ColumnDefinition column;
    column.name =
        text_of(member_of(entry, "name", owner + ", a column"), owner + ", a column's name");
    const std::string what = fmt::format("{}, column {}", owner, quote_name(column.name));
    column.title = optional_text(entry, "title", what);
    column.type = optional_text(entry, "type", what);
    column.description = optional_text(entry, "description", what);
    each_element(entry, "samples", what, [&](JsonValue sample) {
      column.samples.emplace_back(text_of(sample, what + ": a sample"));
    });
    each_element(entry, "values", what, [&](JsonValue value) {
      column.values.emplace_back(text_of(value, what + ": a value"));
    });
    column.nullable = optional_truth(entry, "nullable", true);
    column.generated = optional_truth(entry, "generated", false);
    const std::string path = optional_text(entry, "path", what);
    column.nested = optional_truth(entry, "nested", path.find("[]") != path.npos);
    return column;
  }

  void add_foreign_key(JsonValue entry) {
    const std::string what = what_ + ", a foreign key";
    ForeignKeyDefinition key;
    key.table = position_named(member_of(entry, "table", what), tables_, what + "'s table");
    key.referenced_table = position_named(member_of(entry, "referenced_table", what), tables_,
                                          what + "'s referenced table");
    key.columns = named_columns(member_of(entry, "columns", what), key.table);
    key.referenced_columns =
        named_columns(member_of(entry, "referenced_columns", what), key.referenced_table);
    if (key.columns.empty() || key.columns.size() != key.referenced_columns.size()) {
      entry.fail(fmt::format("{} pairs {} columns with {}", what, key.columns.size(),
                             key.referenced_columns.size()));
    }
    const std::string evidence = optional_text(entry, "evidence", what);
    if (evidence == "tested") key.evidence = KeyEvidence::tested;
    if (evidence == "view") key.evidence = KeyEvidence::view;
    if (evidence == "inferred") key.evidence = KeyEvidence::inferred;
    database_.foreign_keys.push_back(std::move(key));
  }

  /// As `show_json` writes it: in the table, with the referenced table and its columns.
  void add_foreign_key_of(JsonValue entry, std::size_t table) {
    const std::string what = what_ + ", a foreign key";
    ForeignKeyDefinition key;
    key.table = table;
    key.referenced_table =
        position_named(member_of(entry, "table", what), tables_, what + "'s referenced table");
    key.columns = named_columns(member_of(entry, "columns", what), table);
    key.referenced_columns =
        named_columns(member_of(entry, "referenced", what), key.referenced_table);
    if (optional_truth(entry, "inferred", false)) key.evidence = KeyEvidence::view;
    if (key.columns.empty() || key.columns.size() != key.referenced_columns.size())
      entry.fail(fmt::format("{} pairs {} columns with {}", what, key.columns.size(),
                             key.referenced_columns.size()));
    database_.foreign_keys.push_back(std::move(key));
  }

  void add_origin(JsonValue entry, std::size_t table) {
    const std::string what = what_ + ", an origin";
    OriginDefinition origin;
    origin.column =
        position_named(member_of(entry, "column", what), columns_[table], what + "'s column");
    origin.source_table =
        position_named(member_of(entry, "table", what), tables_, what + "'s table");
    origin.source_column = position_named(member_of(entry, "source", what),
                                          columns_[origin.source_table], what + "'s source");
    database_.tables[table].origins.push_back(origin);
  }

  std::vector<std::size_t> named_columns(JsonValue names, std::size_t table) const {
    const std::string what = what_ + ", a foreign key's columns";
    std::vector<std::size_t> positions;
    for (const JsonValue name : array_of(names, what)) {
      positions.push_back(position_named(name, columns_[table], what + ": one"));
    }
    return positions;
  }

  JsonValue entry_;
  DatabaseDefinition database_;
  std::string what_;
  Positions tables_;
  std::vector<Positions> columns_;  // by table
};

void check_version(JsonValue root) {
  constexpr std::int64_t newest = 1;
  const auto version = root.find("version");
  if (!version || version->as_integer() <= newest) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("has version {}, this release reads up to {}", version->as_integer(), newest),
      version->place());
}

}  // namespace

Databases load_catalog_json(std::string_view json, const std::string &source) {
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue root = document.root();
  const JsonValue entries = member_of(root, "databases", "a catalog");
  check_version(root);
  Databases databases;
  for (const JsonValue entry : array_of(entries, "\"databases\"")) {
    databases.push_back(DatabaseReader(entry, source).read());
  }
  return databases;
}

}  // namespace sluice::inline v0
