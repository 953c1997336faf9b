/// Compares normal forms of equivalent queries with the results of running them.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "schema/sql_keys.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/random.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/visit.hpp"
#include "spider_dev.hpp"
#include "sql/token.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string database_path(const std::string &name) {
  return (data_directory() / "spider/databases/dev" / (name + ".sqlite")).string();
}

/// A database of the dev set with the key facts that its rows satisfy.
struct DevDatabase {
  explicit DevDatabase(const std::string &name)
      : schema(load_sqlite(database_path(name))),
        connection(database_path(name), SqliteConnection::Access::read),
        keys(kept_keys(sql_keys(*schema, ForeignKeyReading::total), *schema, connection)) {}

  std::optional<std::string> form(const std::string &sql, bool drop_distinct) const {
    return normal_form(sql, *schema, keys, {.drop_distinct = drop_distinct});
  }
  bool same(const std::string &gold, const std::string &predicted, bool drop_distinct) const {
    const auto form_of_gold = form(gold, drop_distinct);
    return form_of_gold && form(predicted, drop_distinct) == form_of_gold;
  }

  std::shared_ptr<const Database> schema;
  SqliteConnection connection;
  sql::KeyFacts keys;
};

DevDatabase &dev_database(const std::string &name) {
  static std::map<std::string, DevDatabase> all;
  auto found = all.find(name);
  if (found == all.end()) found = all.try_emplace(name, name).first;
  return found->second;
}

Rows rows_of(SqliteConnection &connection, const std::string &sql) {
  Rows rows;
  connection.query(sql, {}, [&rows](const SqliteRow &row) {
    auto &values = rows.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i)
      values.emplace_back(row.is_null(i) ? "NULL" : "'" + std::string(row.text(i)));
    return true;
  });
  return rows;
}

/// Whether some order of the columns makes the two equal as multisets of rows.
bool equal_up_to_columns(Rows a, const Rows &b) {
  if (a.size() != b.size()) return false;
  if (a.empty()) return true;
  if (a.front().size() != b.front().size()) return false;
  std::sort(a.begin(), a.end());
  std::vector<std::size_t> order(a.front().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Rows permuted;
    for (const auto &row : b) {
      auto &values = permuted.emplace_back();
      for (const std::size_t column : order) values.push_back(row[column]);
    }
    std::sort(permuted.begin(), permuted.end());
    if (permuted == a) return true;
  } while (order.size() < 7 && std::next_permutation(order.begin(), order.end()));
  return false;
}

std::string without_distinct(const std::string &sql) {
  sql::SyntaxTree tree = sql::parse(sql);
  std::vector<sql::NodeId> found;
  for (const sql::NodeId id : sql::nodes_of(tree)) {
    if (tree.kind(id) == sql::NodeKind::distinct) found.push_back(id);
  }
  for (const sql::NodeId id : found) tree.remove(id);
  return print(tree);
}

/// The tokens that are values; a double-quoted name is a value unless the schema has that name.
std::vector<sql::Token> values_of(const std::string &sql, const Database &schema) {
  std::vector<sql::Token> values;
  try {
    for (const sql::Token &token : sql::tokenize(sql)) {
      using sql::TokenKind;
      bool is = token.kind == TokenKind::string || token.kind == TokenKind::integer ||
                token.kind == TokenKind::real;
      if (token.kind == TokenKind::quoted_identifier && sql[token.begin] == '"') {
        const std::string name = sql.substr(token.begin + 1, token.end - token.begin - 2);
        is = std::none_of(schema.columns().begin(), schema.columns().end(),
                          [&](const Column &column) { return same_name(column.name, name); });
      }
      if (is) values.push_back(token);
    }
  } catch (const sql::SyntaxError &) {
    values.clear();
  }
  return values;
}

/// The prediction, and the same with gold's values in all its slots.
std::vector<std::string> plugged(const std::string &gold, const std::string &predicted,
                                 const Database &schema) {
  std::set<std::string> distinct;
  for (const sql::Token &value : values_of(gold, schema))
    distinct.insert(gold.substr(value.begin, value.end - value.begin));
  const std::vector<std::string> values(distinct.begin(), distinct.end());
  const std::vector<sql::Token> places = values_of(predicted, schema);
  std::vector<std::string> texts = {predicted};
  if (values.empty() || places.empty() || places.size() > 6) return texts;
  std::size_t fillings = 1;
  for (std::size_t i = 0; i < places.size(); ++i) fillings *= values.size();
  for (std::size_t filling = 0; filling < std::min<std::size_t>(fillings, 1000); ++filling) {
    std::string &text = texts.emplace_back();
    std::size_t at = 0, rest = filling;
    for (const sql::Token &place : places) {
      text += predicted.substr(at, place.begin - at) + values[rest % values.size()];
      rest /= values.size();
      at = place.end;
    }
    text += predicted.substr(at);
  }
  return texts;
}

/// Inserts a few rows per table that satisfy the facts, with NULL in nullable columns.
void fill(SqliteConnection &scratch, const Database &schema, const sql::KeyFacts &keys,
          Random &random) {
  std::map<sql::KeyColumn, std::vector<std::string>> values;
  const auto choose = [&](sql::KeyColumn column, std::size_t rows) {
    auto &chosen = values[column];
    const bool unique = keys.is_unique(column), never_null = keys.is_never_null(column);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t value = unique ? row : random.below(3);
      chosen.push_back(!never_null && random.below(4) == 0 ? "NULL" : std::to_string(value));
    }
  };
  const auto tables = schema.tables();
  std::vector<std::size_t> sizes;
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    sizes.push_back(2 + random.below(4));
    for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column)
      choose({table, column}, sizes.back());
  }
  // Referring columns take values of the columns that they refer to; chains need several rounds.
  for (int round = 0; round < 3; ++round) {
    for (const auto &[from, to] : keys.references) {
      for (std::size_t row = 0; row < values[from].size(); ++row) {
        std::string &value = values[from][row];
        const bool unique = keys.is_unique(from);
        if (unique && row >= values[to].size()) {
          value = keys.is_never_null(from) ? values[to][0] : "NULL";
        } else if (value != "NULL") {
          value = values[to][unique ? row : random.below(values[to].size())];
        }
      }
    }
  }
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    std::string definition = "CREATE TABLE " + sql::quote_name(tables[table].name) + "(";
    for (const Column &column : tables[table].columns) {
      if (definition.back() != '(') definition += ", ";
      definition += sql::quote_name(column.name) + ' ' + std::string(column.type);
    }
    scratch.run(definition + ")");
    for (std::size_t row = 0; row < sizes[table]; ++row) {
      std::string tuple;
      for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column)
        tuple += (column == 0 ? "" : ", ") + values[{table, column}][row];
      scratch.run("INSERT INTO " + sql::quote_name(tables[table].name) + " VALUES (" + tuple + ")");
    }
  }
}

}  // namespace

TEST_CASE(
    "most pairs that people call equal share a normal form, pairs that rows distinguish do not") {
  const auto file = data_directory() / "esm_false_negatives/pairs_even.jsonl.gz";
  if (!exists(file)) return skip("no benchmark data");
  const DevSchemas schemas(data_directory() / "spider/tables.json.gz");
  std::size_t pairs = 0, official = 0, adapted = 0, equal = 0;
  each_json_line(read_file(file.string()), "pairs", [&](const JsonValue &pair) {
    const std::string name(pair.at("db_id").as_string());
    const std::string gold(pair.at("gold").as_string());
    const std::string predicted(pair.at("predicted").as_string());
    DevDatabase &database = dev_database(name);
    ++pairs;
    const OfficialSchema &schema = schemas.at(name);
    if (judge({gold, name}, predicted, schema).exact->match) ++official;
    if (judge({gold, name}, predicted, schema, ExactSetRules::adapted).exact->match) ++adapted;
    for (const std::string &text : plugged(gold, predicted, *database.schema)) {
      if (!database.same(gold, text, true)) continue;
      ++equal;
      CAPTURE(gold);
      CAPTURE(text);
      CHECK(equal_up_to_columns(rows_of(database.connection, without_distinct(gold)),
                                rows_of(database.connection, without_distinct(text))));
      break;
    }
  });
  CHECK(pairs == 279);
  CHECK(official == 33);  // it ignores ON; the pairs were chosen by rules that do not
  CHECK(adapted == 0);
  CHECK(equal >= 205);
}

/// Whether both return the same rows when LIMIT is removed.
bool same_without_limit(DevDatabase &database, const std::string &gold,
                        const std::string &predicted) {
  const auto uncut = [](const std::string &sql) { return sql.substr(0, sql.rfind(" LIMIT ")); };
  return equal_up_to_columns(rows_of(database.connection, uncut(gold)),
                             rows_of(database.connection, uncut(predicted)));
}

TEST_CASE("queries with equal normal forms pass the official script") {
  const auto verdicts = data_directory() / "official_verdicts/spider_dev";
  const auto predictions = data_directory() / "predictions/spider_dev";
  if (!exists(verdicts)) return skip("no benchmark data");
  const auto golds = read_gold(data_directory() / "spider/dev_gold.sql");
  std::size_t accepted = 0, right = 0, ties = 0;
  for (const auto &file : std::filesystem::directory_iterator(verdicts)) {
    std::string name = file.path().filename().string();
    name.resize(name.find(".json"));
    const auto predicted = lines_of(read_file((predictions / (name + ".sql.gz")).string()));
    const JsonDocument recorded = JsonDocument::parse(read_file(file.path().string()));
    for (const bool drop_distinct : {false, true}) {
      std::size_t i = 0;
      for (const JsonValue verdict :
           recorded.root().at(drop_distinct ? "plain" : "keep_distinct")) {
        const std::size_t at = i++;
        if (at % slowness != 0) continue;
        const GoldQuery &gold = golds[at];
        if (verdict.as_integer() == 1) ++right;
        if (dev_database(gold.database).same(gold.sql, predicted[at], drop_distinct)) {
          ++accepted;
          CAPTURE(gold.sql);
          CAPTURE(predicted[at]);
          if (verdict.as_integer() != 1) {
            // Only a LIMIT may cut ties differently.
            REQUIRE(gold.sql.find(" LIMIT ") != gold.sql.npos);
            CHECK(same_without_limit(dev_database(gold.database), gold.sql, predicted[at]));
            ++ties;
          }
        }
      }
    }
  }
  // Most queries with equal results are equivalent.
  CHECK(accepted * 4 > right * 3);
  CHECK(ties * 1000 < accepted);
}

TEST_CASE("queries with equal normal forms return the same on random rows that satisfy the keys") {
  const auto predictions = data_directory() / "predictions/spider_dev";
  if (!exists(predictions)) return skip("no benchmark data");
  const auto golds = read_gold(data_directory() / "spider/dev_gold.sql");
  std::map<std::string, std::vector<SqliteConnection>> random_databases;
  std::set<std::pair<std::string, std::string>> done;
  std::size_t compared = 0;
  for (const char *name : {"c3_gpt35", "submission_12", "submission_01", "dail_gpt4_sc"}) {
    const auto predicted =
        lines_of(read_file((predictions / (std::string(name) + ".sql.gz")).string()));
    for (std::size_t i = 0; i < golds.size(); ++i) {
      const GoldQuery &gold = golds[i];
      const DevDatabase &database = dev_database(gold.database);
      const std::string lower = lower_ascii(gold.sql);
      // If rows are left open, either query may choose.
      if (lower.find("limit") != std::string::npos ||
          !done.insert({gold.sql, predicted[i]}).second ||
          !database.same(gold.sql, predicted[i], false)) {
        continue;
      }
      auto &scratches = random_databases[gold.database];
      if (scratches.empty()) {
        Random random(hash64(gold.database));
        for (int k = 0; k < 6; ++k) {
          scratches.push_back(SqliteConnection::scratch("random"));
          fill(scratches.back(), *database.schema, database.keys, random);
        }
      }
      for (SqliteConnection &scratch : scratches) {
        CAPTURE(gold.sql);
        CAPTURE(predicted[i]);
        CAPTURE(gold.database);
        CHECK(equal_up_to_columns(rows_of(scratch, gold.sql), rows_of(scratch, predicted[i])));
        ++compared;
      }
    }
  }
  CHECK(compared > 5000);
}

TEST_CASE("queries that differ on some legal database have different normal forms") {
  const auto schema = load_ddl(
      "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, size INTEGER);"
      "CREATE TABLE person (id INTEGER PRIMARY KEY, home INTEGER REFERENCES city(id), "
      "work INTEGER REFERENCES city(id), age INTEGER);",
      "towns", "towns.sql");
  const sql::KeyFacts total = sql_keys(*schema, ForeignKeyReading::total),
                      strict = sql_keys(*schema);
  const auto same = [&](const char *a, const char *b, const sql::KeyFacts &keys) {
    const auto form_a = normal_form(a, *schema, keys), form_b = normal_form(b, *schema, keys);
    REQUIRE(form_a);
    REQUIRE(form_b);
    return *form_a == *form_b;
  };
  const char *const joined = "SELECT age FROM person JOIN city ON home = city.id";
  CHECK(same(joined, "SELECT age FROM person", total));
  CHECK(!same(joined, "SELECT age FROM person", strict));
  CHECK(same(joined, "SELECT age FROM person WHERE home IS NOT NULL", strict));
  CHECK(same("SELECT name, age FROM person JOIN city ON home = city.id",
             "SELECT T2.age, T1.name FROM city AS T1 JOIN person AS T2 ON T1.id = T2.home",
             strict));
  // Unlike in exact-set match, two columns that refer to one table are different.
  CHECK(!same("SELECT name FROM person JOIN city ON home = city.id",
              "SELECT name FROM person JOIN city ON work = city.id", total));
  CHECK(!same("SELECT count(*) FROM person WHERE age > 3",
              "SELECT count(*) FROM person WHERE age > 4", total));
  CHECK(!same("SELECT count(age) FROM person", "SELECT count(*) FROM person", total));
  CHECK(!same("SELECT max(age) FROM person", "SELECT age FROM person ORDER BY age DESC LIMIT 1",
              total));
  CHECK(!same("SELECT age FROM person", "SELECT DISTINCT age FROM person", total));
  CHECK(!same("SELECT age, id FROM person UNION SELECT id, age FROM person",
              "SELECT age, id FROM person UNION SELECT age, id FROM person", total));
  CHECK(!same("SELECT name FROM city WHERE name = 'A'", "SELECT name FROM city WHERE name LIKE 'A'",
              total));
  CHECK(!same("SELECT id FROM city WHERE id NOT IN (SELECT home FROM person)",
              "SELECT id FROM city EXCEPT SELECT home FROM person", strict));
  CHECK(!normal_form("SELECT nobody FROM city", *schema, total));
  CHECK(!normal_form("DELETE FROM city", *schema, total));
  CHECK(!normal_form("SELECT", *schema, total));
}
