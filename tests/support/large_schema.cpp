#include "large_schema.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "large_schema_words.hpp"
#include "sluice/core/random.hpp"

namespace sluice::test {
namespace {

using namespace large_schema_words;

/// `own` is a type that only the engine has.
enum class Kind {
  integer,
  bigint,
  text,
  varchar,
  decimal,
  date,
  moment,
  real,
  truth,
  json,
  bytes,
  own,
};
constexpr std::uint64_t kinds = static_cast<std::uint64_t>(Kind::own) + 1;

struct Column {
  std::string name;
  Kind kind = Kind::integer;
  std::string comment;
  bool required = false;
  std::vector<std::string> enumeration;  ///< Of an enumerated type.
  std::vector<std::string> checked;      ///< By a CHECK.
  std::string computed_from;             ///< The column that it doubles.
  std::size_t number = 0;                ///< Selects a type that only the engine has.
};

struct Key {
  std::vector<std::size_t> columns;
  std::size_t referenced = 0;
};

struct Table {
  std::string name;
  std::size_t place = 0;   ///< The namespace.
  std::size_t number = 0;  ///< In its namespace; the other may have the same types.
  std::string comment;
  std::vector<Column> columns;
  std::vector<std::size_t> primary;
  std::vector<Key> keys;
};

std::string with_number(std::string_view pattern, std::size_t number) {
  std::string text(pattern);
  return text.replace(text.find('#'), 1, std::to_string(number));
}

std::string quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char byte : text) result.append(byte == quote ? 2 : 1, byte);
  return result += quote;
}

/// How one of the engines writes the schema.
struct Writer {
  bool postgres;
  std::vector<std::string> namespaces;

  std::string name(std::string_view text) const { return quoted(text, postgres ? '"' : '`'); }
  std::string full(const Table &table) const {
    return name(namespaces[table.place]) + '.' + name(table.name);
  }
  std::string string(std::string_view text) const {
    if (postgres) return quoted(text, '\'');
    std::string escaped;
    for (const char byte : text) escaped.append(byte == '\\' ? 2 : 1, byte);
    return quoted(escaped, '\'');
  }
  std::string strings(const std::vector<std::string> &texts) const {
    std::string list;
    for (const std::string &text : texts) list += (list.empty() ? "" : ", ") + string(text);
    return '(' + list + ')';
  }
  std::string names(const Table &table, const std::vector<std::size_t> &columns) const {
    std::string list;
    for (const std::size_t column : columns)
      list += (list.empty() ? "" : ", ") + name(table.columns[column].name);
    return '(' + list + ')';
  }
  std::string type(const Column &column) const {
    switch (column.kind) {
      case Kind::integer: return "integer";
      case Kind::bigint: return "bigint";
      case Kind::text: return "text";
      case Kind::varchar: return "varchar(40)";
      case Kind::decimal: return "decimal(12,3)";
      case Kind::date: return "date";
      case Kind::moment: return postgres ? "timestamp(3) with time zone" : "datetime(3)";
      case Kind::real: return "double precision";
      case Kind::truth: return "boolean";
      case Kind::json: return postgres ? "jsonb" : "json";
      case Kind::bytes: return postgres ? "bytea" : "longblob";
      case Kind::own:
        return std::string(postgres ? postgres_types[column.number % std::size(postgres_types)]
                                    : mariadb_types[column.number % std::size(mariadb_types)]);
    }
    return {};
  }
};

class Maker {
 public:
  Maker(std::uint64_t seed, std::size_t count) : random_(seed), count_(count) {}

  LargeSchema make() {
    const std::size_t views = count_ / 6;
    for (std::size_t i = 0; i + views < count_; ++i) add_table(i);
    LargeSchema schema;
    schema.namespaces = {"public", "Staff data"};
    schema.tables = tables_.size();
    schema.views = views;
    for (const Table &table : tables_) schema.foreign_keys += table.keys.size();
    const Writer postgres{true, schema.namespaces}, mariadb{false, schema.namespaces};
    schema.postgres =
        "CREATE SCHEMA \"Staff data\";\n"
        "CREATE DOMAIN \"Year\" AS integer CHECK (VALUE IN (1999, 2000));\n"
        "CREATE DOMAIN \"Staff data\".mood AS text CHECK (VALUE IN ('elsewhere'));\n"
        "CREATE DOMAIN mood AS text DEFAULT 'calm' CHECK (VALUE IN ('calm', 'it''s'));\n"
        "CREATE TYPE \"Mood\" AS ENUM ('high', 'low');\n";
    schema.mariadb = "CREATE DATABASE public CHARACTER SET utf8mb4;\n"
                     "CREATE DATABASE `Staff data` CHARACTER SET utf8mb4;\n";
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      schema.postgres += definition(postgres, tables_[i], i);
      schema.mariadb += definition(mariadb, tables_[i], i);
    }
    for (const Table &table : tables_) {
      schema.postgres += references(postgres, table);
      schema.mariadb += references(mariadb, table);
    }
    for (std::size_t i = 0; i < views; ++i) {
      const std::uint64_t choice = random_();
      schema.postgres += view(postgres, i, choice);
      schema.mariadb += view(mariadb, i, choice);
    }
    return schema;
  }

 private:
  template <class Texts>
  std::string one_of(const Texts &texts) {
    return std::string(texts[random_.below(std::size(texts))]);
  }
  bool chance(std::uint64_t of) { return random_.below(of) == 0; }

  std::vector<std::string> some_values() {
    std::vector<std::string> chosen(std::begin(values), std::end(values));
    random_.shuffle(chosen);
    chosen.resize(2 + random_.below(6));
    return chosen;
  }

  void add_table(std::size_t number) {
    Table table;
    table.place = chance(3) ? 1 : 0;
    table.number = static_cast<std::size_t>(
        std::ranges::count(tables_, table.place, [](const Table &known) { return known.place; }));
    // Every tenth table has the name of one in the other namespace.
    table.name = number % 10 == 9 && tables_.back().place != table.place
                     ? tables_.back().name
                     : with_number(one_of(table_names), number);
    if (!chance(3)) table.comment = one_of(comments);
    add_primary_key(table);
    std::vector<std::string> names(std::begin(column_names), std::end(column_names));
    random_.shuffle(names);
    names.resize(1 + random_.below(9));
    for (const std::string &name : names) add_column(table, name);
    if (chance(4)) {
      Column computed;
      computed.name = "twice";
      computed.computed_from = table.columns[table.primary.front()].name;
      table.columns.push_back(std::move(computed));
    }
    for (std::uint64_t keys = random_.below(4); keys > 0; --keys) add_key(table);
    tables_.push_back(std::move(table));
  }

  /// One to three columns, possibly not in the order of the table. The first is an integer.
  void add_primary_key(Table &table) {
    constexpr std::string_view names[] = {"id", "Line No", "part.no"};
    const std::size_t size = chance(4) ? 2 + random_.below(2) : 1;
    for (std::size_t i = 0; i < size; ++i) {
      Column column;
      column.name = names[i];
      column.kind = i == 0 ? Kind::integer : i == 1 ? Kind::bigint : Kind::varchar;
      column.required = true;
      if (chance(2)) column.comment = one_of(comments);
      table.columns.push_back(std::move(column));
      table.primary.push_back(i);
    }
    if (chance(2)) random_.shuffle(table.primary);
    if (table.columns[table.primary.front()].kind != Kind::integer)
      std::swap(table.primary.front(), *std::ranges::find(table.primary, std::size_t{0}));
  }

  void add_column(Table &table, const std::string &name) {
    Column column;
    column.name = name;
    column.kind = static_cast<Kind>(random_.below(kinds));
    column.number = random_.below(1000);
    column.required = chance(3);
    if (!chance(3)) column.comment = one_of(comments);
    if (column.kind == Kind::text) column.enumeration = some_values();
    if (column.kind == Kind::varchar && chance(2)) column.checked = some_values();
    if (column.kind == Kind::bigint && chance(3)) column.checked = {"1", "20", "-3"};
    table.columns.push_back(std::move(column));
  }

  /// To an earlier table, or to the table itself.
  void add_key(Table &table) {
    const std::size_t number = tables_.size();
    const std::size_t target = number == 0 || chance(5) ? number : random_.below(number);
    const Table &referenced = target == number ? table : tables_[target];
    const std::vector<std::size_t> primary = referenced.primary;
    Key key;
    key.referenced = target;
    for (const std::size_t part : primary) {
      Column column;
      column.name = "ref_" + std::to_string(table.columns.size());
      column.kind = (target == number ? table : tables_[target]).columns[part].kind;
      if (chance(2)) column.comment = one_of(comments);
      key.columns.push_back(table.columns.size());
      table.columns.push_back(std::move(column));
    }
    // The columns need not be in the order of the table.
    table.keys.push_back(std::move(key));
  }

  std::string definition(const Writer &writer, const Table &table, std::size_t number) const {
    std::string before, items, after;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column &column = table.columns[i];
      std::string type = writer.type(column);
      if (!column.enumeration.empty()) {
        if (writer.postgres) {
          type = writer.name((number % 2 == 0 ? "kind_" : "Kind ") + std::to_string(table.number) +
                             '_' + std::to_string(i));
          type = writer.name(writer.namespaces[table.place]) + '.' + type;
          before +=
              "CREATE TYPE " + type + " AS ENUM " + writer.strings(column.enumeration) + ";\n";
        } else {
          type = (number % 3 == 0 ? "set" : "enum") + writer.strings(set_values(column, number));
        }
      }
      items += (items.empty() ? "\n  " : ",\n  ") + writer.name(column.name) + ' ' + type;
      if (!column.computed_from.empty()) {
        items += " GENERATED ALWAYS AS (" + writer.name(column.computed_from) + " * 2) STORED";
      }
      if (column.required) items += " NOT NULL";
      if (!column.comment.empty() && !writer.postgres)
        items += " COMMENT " + writer.string(column.comment);
      if (!column.checked.empty()) {
        items += " CHECK (" + writer.name(column.name) + " IN " +
                 (column.kind == Kind::bigint ? "(1, 20, -3)" : writer.strings(column.checked)) +
                 ')';
      }
      if (column.comment.empty() || !writer.postgres) continue;
      after += "COMMENT ON COLUMN " + writer.full(table) + '.' + writer.name(column.name) + " IS " +
               writer.string(column.comment) + ";\n";
    }
    items += ",\n  PRIMARY KEY " + writer.names(table, table.primary);
    std::string text = before + "CREATE TABLE " + writer.full(table) + " (" + items + "\n)";
    if (!table.comment.empty() && writer.postgres) {
      after +=
          "COMMENT ON TABLE " + writer.full(table) + " IS " + writer.string(table.comment) + ";\n";
    } else if (!table.comment.empty()) {
      text += " COMMENT " + writer.string(table.comment);
    }
    return text + ";\n" + after;
  }

  /// A value of a SET contains no comma.
  static std::vector<std::string> set_values(const Column &column, std::size_t number) {
    std::vector<std::string> kept = column.enumeration;
    if (number % 3 == 0) std::erase(kept, "a,b");
    return kept;
  }

  std::string references(const Writer &writer, const Table &table) const {
    std::string text;
    for (const Key &key : table.keys) {
      const Table &referenced = tables_[key.referenced];
      text += "ALTER TABLE " + writer.full(table) + " ADD FOREIGN KEY " +
              writer.names(table, key.columns) + " REFERENCES " + writer.full(referenced) + ' ' +
              writer.names(referenced, referenced.primary) + ";\n";
    }
    return text;
  }

  /// A view over a table with or without the table that its first key refers to, or over the view
  /// before.
  std::string view(const Writer &writer, std::size_t number, std::uint64_t choice) const {
    const Table &table = tables_[choice % tables_.size()];
    Table result;
    result.place = choice / 7 % 2;
    result.name = with_number(number % 2 == 0 ? "v_#" : "View of \"#\"", number);
    const auto column = [&](const char *alias, const Table &of, std::size_t position) {
      return std::string(alias) + '.' + writer.name(of.columns[position].name);
    };
    const std::size_t last = table.columns.size() - 1;
    std::string query;
    if (table.keys.empty()) {
      query = "SELECT " + column("t", table, 0) + ", " + column("t", table, last) + " AS " +
              writer.name("Last One") + ", count(*) AS n FROM " + writer.full(table) +
              " AS t GROUP BY " + column("t", table, 0) + ", " + column("t", table, last);
      if (table.columns[last].kind == Kind::json) {
        query = "SELECT t.* FROM " + writer.full(table) + " AS t WHERE " + column("t", table, 0) +
                " > 0";
      }
    } else {
      const Key &key = table.keys.front();
      const Table &referenced = tables_[key.referenced];
      query = "SELECT " + column("a", table, last) + " AS x, " + column("b", referenced, 0) +
              " AS " + writer.name("of b") + ", " + column("a", table, 0) + " + 1 AS more FROM " +
              writer.full(table) + " AS a JOIN " + writer.full(referenced) + " AS b ON ";
      for (std::size_t i = 0; i < key.columns.size(); ++i) {
        query += (i == 0 ? "" : " AND ") + column("a", table, key.columns[i]) + " = " +
                 column("b", referenced, referenced.primary[i]);
      }
    }
    const std::string full = writer.full(result);
    std::string text = "CREATE VIEW " + full + " AS " + query + ";\n";
    if (number % 3 == 0) {
      Table above = result;
      above.name += " above";
      text += "CREATE VIEW " + writer.full(above) + " AS SELECT * FROM " + full + ";\n";
    }
    if (writer.postgres)
      text += "COMMENT ON VIEW " + full + " IS " + writer.string(comments[number % 11]) + ";\n";
    return text;
  }

  Random random_;
  std::size_t count_;
  std::vector<Table> tables_;
};

}  // namespace

LargeSchema make_large_schema(std::uint64_t seed, std::size_t count) {
  return Maker(seed, count).make();
}

}  // namespace sluice::test
