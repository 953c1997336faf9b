/// The statements of prompts, run by the engines whose dialect they are in.

#include <doctest/doctest.h>

#include <sqlite3.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sample_schema.hpp"
#include "sluice/core/error.hpp"
#include "sluice/prompt/schema_text.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/quote.hpp"
#include "support/duckdb_file.hpp"
#include "support/mariadb_server.hpp"
#include "support/postgres_server.hpp"
#include "support/support.hpp"

using namespace sluice;
using sql::Dialect;

namespace {

/// Every kind of thing that a statement may have to say.
DatabaseDefinition everything_in(Dialect dialect) {
  DatabaseDefinition database;
  database.name = "d";
  database.dialect = dialect;
  const std::string hostile = "it's \\ \"x\" -- y */ \n`z` $$; DROP TABLE t";
  TableDefinition first{"user", "", hostile, {test::column("id", "integer")}, {0}};
  first.columns.push_back(test::column("Order By", "varchar(20)", "", hostile, {hostile}));
  first.columns.push_back(test::column("plain", "varchar", "", hostile, {hostile}));
  first.columns.push_back(test::column("select", "my_enum", "", hostile));
  first.columns.back().values = {"a", hostile, "c"};
  first.columns.push_back(test::column("größe", "decimal(10,2)"));
  first.columns.push_back(test::column("say \"hi\" `x` [y]", ""));
  first.columns.push_back(test::column("nested", "STRUCT<a INT64, b STRING>"));
  first.columns.push_back(test::column("nested.order", "INT64", "", hostile));
  first.columns.back().nested = true;
  first.columns.push_back(test::column("odd", "x); DROP TABLE t; --", "", hostile));
  TableDefinition second{"group", "", "", {test::column("user_id", "integer")}, {0}};
  second.columns.push_back(test::column("code", "blob"));
  second.columns.push_back(test::column("name", "no such type"));
  second.columns.push_back(test::column("lone.field", "text"));
  second.columns.back().nested = true;
  TableDefinition third{"keyed", "", "", {test::column("code", "no such type")}, {0}};
  TableDefinition fourth{"only_fields", "", hostile, {test::column("a.b", "text")}, {}};
  fourth.columns.back().nested = true;
  fourth.kind = TableKind::view;
  database.tables = {first, second, third, fourth};
  database.foreign_keys = {{1, {0}, 0, {0}}, {0, {0}, 1, {0}}, {1, {1}, 2, {0}}, {1, {2}, 2, {0}}};
  return database;
}

std::string text_of(const std::shared_ptr<const Database> &database) {
  const auto catalog = Catalog::make({database});
  return schema_text(test::everything(catalog)).text;
}

/// Statements that create the schemas of the tables.
std::string namespaces_of(const Database &database) {
  std::set<std::string> names;
  for (const Table &table : database.tables()) {
    if (!table.qualifier().empty()) names.insert(std::string(table.qualifier()));
  }
  std::string script;
  for (const std::string &name : names) {
    script +=
        "CREATE SCHEMA IF NOT EXISTS " + sql::quoted_identifier(name, database.dialect()) + ";\n";
  }
  return script;
}

/// The scripts of the corpus that are in the dialect.
std::vector<std::shared_ptr<const Database>> scripts_in(Dialect dialect) {
  std::vector<std::shared_ptr<const Database>> databases;
  const auto folder = test::data_directory() / "ddl_corpus";
  if (!exists(folder)) return databases;
  std::set<std::filesystem::path> files;
  for (const auto &file : std::filesystem::directory_iterator(folder)) files.insert(file.path());
  for (const auto &file : files) {
    const std::string path = file.string();
    if (path.find(".sql") == path.npos ||
        path.find("_" + std::string(sql::dialect_name(dialect))) == path.npos) {
      continue;
    }
    LoadOptions options;
    options.dialect = dialect;
    for (const auto &database : load(path, options)) databases.push_back(database);
  }
  return databases;
}

void check_accepted(Dialect dialect, const std::function<void(const std::string &)> &run) {
  std::vector<std::shared_ptr<const Database>> databases = scripts_in(dialect);
  databases.push_back(Database::make(everything_in(dialect)));
  for (const auto &database : databases) {
    CAPTURE(database->name());
    const std::string script = namespaces_of(*database) + text_of(database);
    std::string problem;
    try {
      run(script);
    } catch (const std::exception &error) {
      problem = error.what();
    }
    CHECK(problem == "");
  }
}

}  // namespace

TEST_CASE("PostgreSQL accepts its statements") {
  const auto server = test::PostgresServer::start();
  if (!server) return test::skip("no PostgreSQL server");
  int count = 0;
  check_accepted(Dialect::postgresql, [&](const std::string &script) {
    const std::string name = "d" + std::to_string(++count);
    server->administer("postgres", "CREATE DATABASE " + name);
    server->administer(name, script);
  });
}

TEST_CASE("MariaDB accepts its statements, and those of MySQL") {
  const auto server = test::MariadbServer::start();
  if (!server) return test::skip("no MariaDB server");
  int count = 0;
  for (const Dialect dialect : {Dialect::mariadb, Dialect::mysql}) {
    check_accepted(dialect, [&](const std::string &script) {
      const std::string name = "d" + std::to_string(++count);
      server->administer("CREATE DATABASE " + name + " CHARACTER SET utf8mb4; USE " + name + ";\n" +
                         script);
    });
  }
}

TEST_CASE("DuckDB accepts its statements") {
  if (!test::has_duckdb()) return test::skip("no DuckDB");
  const test::TemporaryDirectory folder;
  int count = 0;
  check_accepted(Dialect::duckdb, [&](const std::string &script) {
    test::make_duckdb((folder.path() / std::to_string(++count)).string(), script);
  });
}

TEST_CASE("SQLite accepts its statements") {
  check_accepted(Dialect::sqlite, [](const std::string &script) {
    sqlite3 *handle = nullptr;
    REQUIRE(sqlite3_open(":memory:", &handle) == SQLITE_OK);
    char *message = nullptr;
    const int status = sqlite3_exec(handle, script.c_str(), nullptr, nullptr, &message);
    const std::string problem = status == SQLITE_OK ? "" : message;
    sqlite3_free(message);
    sqlite3_close(handle);
    if (!problem.empty()) throw std::runtime_error(problem);
  });
}
