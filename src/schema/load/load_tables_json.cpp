#include <optional>
#include <utility>

#include <fmt/format.h>

#include "json_fields.hpp"
#include "schema/names.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::array_of;
using schema_detail::member_of;
using schema_detail::position_of;
using schema_detail::quote_name;
using schema_detail::text_of;

/// A column by its position in the whole database, as the format counts; "*" counts as a column.
struct ColumnPlace {
  bool is_star = false;
  std::size_t table = 0;
  std::size_t column = 0;
};

/// Reads one entry of the list.
class EntryReader {
 public:
  EntryReader(JsonValue entry, const std::string &source) : entry_(entry) {
    database_.name = text_of(member_of(entry, "db_id", "the entry"), "db_id");
    database_.place.source = source;
    what_ = fmt::format("database {}", quote_name(database_.name));
  }

  std::shared_ptr<const Database> read() {
    add_tables();
    add_columns();
    add_types();
    add_primary_keys();
    add_foreign_keys();
    try {
      return Database::make(std::move(database_));
    } catch (const Error &error) {
      throw Error(error.code(), error.message(), entry_.place());
    }
  }

 private:
  void add_tables() {
    for (const JsonValue name : list("table_names_original")) {
      database_.tables.emplace_back().name = text_of(name, what_ + ", a table's name");
    }
    const auto titles = find_list("table_names", database_.tables.size());
    if (!titles) return;
    std::size_t table = 0;
    for (const JsonValue title : *titles) {
      TableDefinition &owner = database_.tables[table++];
      owner.title = title_beside(owner.name, text_of(title, what_ + ", a table's readable name"));
    }
  }

  void add_columns() {
    for (const JsonValue pair : list("column_names_original")) {
      const auto [place, name] = read_column(pair);
      places_.push_back(place);
      if (place.is_star) continue;
      database_.tables[place.table].columns.emplace_back().name = name;
    }
    const auto titles = find_list("column_names", places_.size());
    if (!titles) return;
    std::size_t at = 0;
    for (const JsonValue pair : *titles) {
      const ColumnPlace &place = places_[at++];
      const JsonValue title = second(pair, "a column's readable name");
      if (place.is_star) continue;
      ColumnDefinition &column = column_at(place);
      column.title =
          title_beside(column.name, text_of(title, what_ + ", a column's readable name"));
    }
  }

  std::pair<ColumnPlace, std::string_view> read_column(JsonValue pair) const {
    const std::string_view name = text_of(second(pair, "a column"), what_ + ", a column's name");
    const JsonValue table = *pair.begin();
    if (table.is(JsonKind::number) && table.as_number() == -1) {
      if (name != "*")
        table.fail(fmt::format("{}: column {} is of table -1, which has only \"*\"", what_,
                               quote_name(name)));
      return {{true, 0, 0}, name};
    }
    const std::size_t owner =
        position_of(table, database_.tables.size(),
                    fmt::format("{}: the table of column {}", what_, quote_name(name)));
    return {{false, owner, database_.tables[owner].columns.size()}, name};
  }

  void add_types() {
    const auto types = find_list("column_types", places_.size());
    if (!types) return;
    std::size_t at = 0;
    for (const JsonValue type : *types) {
      const ColumnPlace &place = places_[at++];
      if (place.is_star) continue;
      ColumnDefinition &column = column_at(place);
      if (!type.is(JsonKind::string)) {
        text_of(type, fmt::format("{}: the type of column {}", what_, quote_name(column.name)));
      }
      column.type = type.as_string();
    }
  }

  void add_primary_keys() {
    const auto keys = find_list("primary_keys");
    if (!keys) return;
    for (const JsonValue key : *keys) {
      if (!key.is(JsonKind::array)) {
        add_to_primary_key(key);
        continue;
      }
      for (const JsonValue part : key) add_to_primary_key(part);
    }
  }

  void add_to_primary_key(JsonValue column) {
    const ColumnPlace place = read_place(column, "primary key");
    database_.tables[place.table].primary_key.push_back(place.column);
  }

  void add_foreign_keys() {
    const auto keys = find_list("foreign_keys");
    if (!keys) return;
    for (const JsonValue pair : *keys) {
      const JsonValue to = second(pair, "a foreign key");
      const ColumnPlace from = read_place(*pair.begin(), "foreign key");
      const ColumnPlace referenced = read_place(to, "foreign key");
      database_.foreign_keys.push_back(
          {from.table, {from.column}, referenced.table, {referenced.column}});
    }
  }

  ColumnPlace read_place(JsonValue number, std::string_view kind) const {
    const std::string what = fmt::format("{}: a {}'s column", what_, kind);
    const ColumnPlace place = places_[position_of(number, places_.size(), what)];
    if (place.is_star) number.fail(what + " is \"*\", expected a table's column");
    return place;
  }

  JsonValue second(JsonValue pair, std::string_view kind) const {
    return *++array_of(pair, 2, fmt::format("{}: {}", what_, kind)).begin();
  }

  JsonValue list(std::string_view key) const {
    return array_of(member_of(entry_, key, what_), fmt::format("{}: {}", what_, key));
  }

  std::optional<JsonValue> find_list(std::string_view key) const {
    const auto found = entry_.find(key);
    if (found) array_of(*found, fmt::format("{}: {}", what_, key));
    return found;
  }

  std::optional<JsonValue> find_list(std::string_view key, std::size_t size) const {
    const auto found = entry_.find(key);
    if (found) array_of(*found, size, fmt::format("{}: {}", what_, key));
    return found;
  }

  ColumnDefinition &column_at(const ColumnPlace &place) {
    return database_.tables[place.table].columns[place.column];
  }

  static std::string_view title_beside(std::string_view name, std::string_view title) {
    return title == name ? std::string_view() : title;
  }

  JsonValue entry_;
  DatabaseDefinition database_;
  std::string what_;
  std::vector<ColumnPlace> places_;
};

}  // namespace

Databases load_tables_json(std::string_view json, const std::string &source) {
  const JsonDocument document = JsonDocument::parse(json, source);
  Databases databases;
  for (const JsonValue entry : array_of(document.root(), "tables.json")) {
    databases.push_back(EntryReader(entry, source).read());
  }
  return databases;
}

}  // namespace sluice::inline v0
