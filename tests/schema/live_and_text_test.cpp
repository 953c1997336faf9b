/// One schema of 200 tables and views in real servers: read live, from what the server's own
/// program dumps, and from exports of its information_schema, it is the same catalog. What an
/// export or an engine cannot tell is named here, once.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/large_schema.hpp"
#include "support/mariadb_server.hpp"
#include "support/support.hpp"
#if defined(SLUICE_TEST_POSTGRES)
#include "support/postgres_server.hpp"
#endif

namespace sluice {
namespace {

/// What is compared.
struct Parts {
  std::string default_schema;  ///< The namespace of names without a qualifier.
  bool descriptions = true;
  bool view_descriptions = true;  ///< Of the columns of views.
  bool values = true;
  bool joins = true;    ///< Keys that only a view shows.
  bool origins = true;  ///< Which columns views show, and with which types and values.
  bool across = true;   ///< Also columns that views show of another namespace.
};

std::string full_name(const Table &table, const Parts &parts) {
  const std::string_view schema =
      table.qualifier().empty() ? std::string_view(parts.default_schema) : table.qualifier();
  return std::string(schema) + '.' + std::string(table.bare_name());
}

std::string names_of(const Table &table, std::span<const std::uint32_t> positions) {
  std::string text;
  for (const std::uint32_t position : positions)
    text += '[' + std::string(table.columns[position].name) + ']';
  return text;
}

/// The origin of a view's column if it shows a column of a table, possibly through other views.
const ColumnOrigin *table_origin(const Database &database, std::size_t table, std::size_t column,
                                 const Parts &parts) {
  for (int step = 0; step < 8; ++step) {
    const auto origin = std::ranges::find_if(database.origins(), [&](const ColumnOrigin &known) {
      return known.table == table && known.column == column;
    });
    if (origin == database.origins().end()) return nullptr;
    const Table &source = database.tables()[origin->source_table];
    if (!parts.across && source.qualifier() != database.tables()[table].qualifier()) return nullptr;
    if (source.kind != TableKind::view) return &*origin;
    table = origin->source_table;
    column = origin->source_column;
  }
  return nullptr;
}

std::string text_of(const Database &database, std::size_t number, std::size_t position,
                    const Parts &parts) {
  const Table &table = database.tables()[number];
  const Column &column = table.columns[position];
  const bool is_view = table.kind == TableKind::view;
  std::string text(column.name);
  if (parts.descriptions && (parts.view_descriptions || !is_view))
    text += " (" + std::string(column.description) + ')';
  if (column.generated) text += " generated";
  if (!is_view) text += column.nullable ? " null" : " not null";
  if (is_view) {
    const ColumnOrigin *const origin =
        parts.origins ? table_origin(database, number, position, parts) : nullptr;
    if (origin == nullptr) return text;
    const Table &source = database.tables()[origin->source_table];
    text += " shows " + full_name(source, parts) + ' ' +
            std::string(source.columns[origin->source_column].name);
  }
  text += ' ' + std::string(column.type);
  if (parts.values) {
    for (const std::string_view value : column.values()) text += " '" + std::string(value) + '\'';
  }
  return text;
}

/// Adds one line per fact.
void add_facts(const Database &database, const Parts &parts, std::vector<std::string> &facts) {
  for (std::size_t number = 0; number < database.tables().size(); ++number) {
    const Table &table = database.tables()[number];
    const std::string name = full_name(table, parts);
    std::string fact = name + " is a " + std::string(kind_name(table.kind));
    if (parts.descriptions) fact += " (" + std::string(table.description) + ')';
    facts.push_back(fact + " with key " + names_of(table, table.primary_key));
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      facts.push_back(name + " column " + std::to_string(i) + ": " +
                      text_of(database, number, i, parts));
    }
  }
  for (const ForeignKey &key : database.foreign_keys()) {
    if (!parts.joins && key.evidence == KeyEvidence::view) continue;
    const Table &from = database.tables()[key.table], &to = database.tables()[key.referenced_table];
    facts.push_back(full_name(from, parts) + ' ' + names_of(from, key.columns) +
                    (key.evidence == KeyEvidence::view ? " joins " : " refers to ") +
                    full_name(to, parts) + ' ' + names_of(to, key.referenced_columns));
  }
}

std::vector<std::string> sorted(std::vector<std::string> facts) {
  std::ranges::sort(facts);
  const auto same = std::ranges::unique(facts);
  facts.erase(same.begin(), same.end());
  return facts;
}

std::vector<std::string> facts_of(const Database &database, const Parts &parts) {
  std::vector<std::string> facts;
  add_facts(database, parts, facts);
  return sorted(std::move(facts));
}

/// Of a server's databases, each of which is a namespace.
std::vector<std::string> facts_of(const Databases &databases, Parts parts) {
  std::vector<std::string> facts;
  for (const auto &database : databases) {
    parts.default_schema = database->name();
    add_facts(*database, parts, facts);
  }
  return sorted(std::move(facts));
}

/// The facts of one that the other lacks; empty if none.
std::string missing(const std::vector<std::string> &from, const std::vector<std::string> &in) {
  std::vector<std::string> lacking;
  std::ranges::set_difference(in, from, std::back_inserter(lacking));
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(lacking.size(), 20); ++i)
    text += '\n' + lacking[i];
  if (lacking.size() > 20) text += "\nand " + std::to_string(lacking.size() - 20) + " more";
  return text;
}

void check_same(const std::vector<std::string> &live, const std::vector<std::string> &text) {
  CHECK_MESSAGE(missing(text, live).empty(), "only live:", missing(text, live));
  CHECK_MESSAGE(missing(live, text).empty(), "only in text:", missing(live, text));
}

/// Loads what needs no warnings.
std::shared_ptr<const Database> loaded_script(const std::string &script) {
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  auto database = load_ddl(script, "shop", "dump.sql", options);
  for (const SkippedItem &item : skipped) MESSAGE(item.where << ": " << item.reason);
  CHECK(skipped.empty());
  return database;
}

/// Loads a folder of exports.
std::shared_ptr<const Database> loaded_exports(
    const std::vector<std::pair<std::string, std::string>> &files) {
  const test::TemporaryDirectory folder;
  for (const auto &[name, text] : files)
    std::ofstream(folder.path() / name, std::ios::binary) << text;
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  const Databases databases = load(folder.path().string(), options);
  for (const SkippedItem &item : skipped) MESSAGE(item.where << ": " << item.reason);
  CHECK(skipped.empty());
  REQUIRE(databases.size() == 1);
  return databases.front();
}

}  // namespace

TEST_CASE("MariaDB's schema is the same read live, from a dump and from information_schema") {
  const auto server = test::MariadbServer::start();
  if (server == nullptr) return test::skip("no MariaDB server is installed");
  const test::LargeSchema schema = test::make_large_schema(1, 200);
  server->administer(schema.mariadb);
  const Databases live = load(server->uri("root", ""));
  REQUIRE(live.size() == 2);
  CHECK(live[0]->tables().size() + live[1]->tables().size() >= 200);

  Parts parts;
  // MariaDB gives the columns of views the comments of the columns that they show, which a dump
  // does not repeat.
  parts.view_descriptions = false;
  // Live, each database is a catalog of its own: what its views show of another is not known.
  parts.across = false;
  parts.joins = false;
  const auto dump = loaded_script(server->dump(schema.namespaces));
  CHECK(dump->dialect() == sql::Dialect::mariadb);
  check_same(facts_of(live, parts), facts_of(*dump, parts));
  parts.joins = true;
  CHECK(missing(facts_of(*dump, parts), facts_of(live, parts)).empty());
}

#if defined(SLUICE_TEST_POSTGRES)
TEST_CASE("PostgreSQL's schema is the same read live, from a dump and from information_schema") {
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  const test::LargeSchema schema = test::make_large_schema(1, 200);
  server->administer("postgres", "CREATE DATABASE shop");
  server->administer("shop", schema.postgres);
  const Databases live = load(server->uri("admin", "shop"));
  REQUIRE(live.size() == 1);
  CHECK(live[0]->tables().size() >= 200);

  Parts parts;
  parts.default_schema = "public";
  const std::string script = server->dump("shop");
  if (script.empty()) return test::skip("pg_dump is not installed");
  const auto dump = loaded_script(script);
  CHECK(dump->dialect() == sql::Dialect::postgresql);
  check_same(facts_of(*live[0], parts), facts_of(*dump, parts));
}
#endif

}  // namespace sluice
