/// Schemas of a real MariaDB server. Starting it takes about two seconds, so one test case contains
/// most tests that need it.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "db/mysql/mysql_address.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sources.hpp"
#include "support/error_of.hpp"
#include "support/mariadb_server.hpp"
#include "support/schema_words.hpp"

namespace sluice {
namespace {

using test::contains;

constexpr const char *shop_script = R"(
CREATE DATABASE shop COMMENT 'All that is sold';
CREATE DATABASE crm;
CREATE DATABASE empty;
CREATE DATABASE hidden;
CREATE TABLE hidden.plan (id int PRIMARY KEY);
USE crm;
CREATE TABLE person (id int PRIMARY KEY, name varchar(40), photo blob, secret text,
                     boss int REFERENCES person (id));
CREATE TABLE unrelated (id int);
INSERT INTO person VALUES (1, 'Ana', 'x', 'pst', NULL);
USE shop;
SET NAMES utf8mb4;
CREATE TABLE customer (
  id int unsigned AUTO_INCREMENT PRIMARY KEY,
  name varchar(40) NOT NULL COMMENT 'As on the ''card''; "full"\nof quotes',
  `e-mail ``x``` text,
  born date,
  kind enum('new','it''s','b\\s','ä;') NOT NULL DEFAULT 'new',
  wishes set('a','b'),
  size varchar(4) CHECK (size IN ('S', 'M', 'L''')),
  level tinyint,
  full varchar(80) AS (concat(name, '!')) VIRTUAL,
  photo mediumblob, place point, flags bit(3), secret text,
  person int REFERENCES crm.person (id),
  CONSTRAINT levels CHECK (level IN (1, 2, -3))
) COMMENT 'Who bought';
CREATE TABLE line (sale int, place int, customer int unsigned, price decimal(8, 2),
                   PRIMARY KEY (place, sale), FOREIGN KEY (customer) REFERENCES customer (id));
CREATE TABLE returned (
  sale int, place int, why longtext CHECK (json_valid(why)), self int, line int, KEY (self),
  PRIMARY KEY (sale), CONSTRAINT z FOREIGN KEY (place, sale) REFERENCES line (place, sale),
  CONSTRAINT a FOREIGN KEY (self) REFERENCES returned (sale));
CREATE TABLE Line (id int);
CREATE TABLE visit (day date, page text) PARTITION BY RANGE (year(day))
  (PARTITION a VALUES LESS THAN (2025), PARTITION b VALUES LESS THAN MAXVALUE);
CREATE TABLE log (id int) WITH SYSTEM VERSIONING;
CREATE SEQUENCE numbers;
CREATE VIEW buyers AS SELECT name AS who, customer.size, l.price FROM customer
  JOIN line AS l ON l.customer = customer.id;
CREATE VIEW big AS SELECT who, size FROM buyers WHERE price > 9;
CREATE VIEW outside AS SELECT name FROM crm.person;
CREATE TABLE gone (a int);
CREATE VIEW broken AS SELECT a FROM gone;
DROP TABLE gone;
INSERT INTO customer (name, `e-mail ``x```, born, kind, wishes, size, photo, secret) VALUES
  ('Ana', 'ana@x.org', '1990-01-02', 'it''s', 'a,b', 'S', 'p', 'pst'),
  ('Bo', NULL, NULL, 'new', NULL, NULL, NULL, 'pst'),
  ('Ana', repeat('é', 5000), NULL, 'new', '', NULL, NULL, NULL),
  ('Cy', 'c', NULL, 'ä;', NULL, NULL, NULL, NULL), ('Di', 'd', NULL, 'new', NULL, NULL, NULL, NULL);
INSERT INTO line VALUES (1, 2, 1, 9.5);
CREATE USER judge;
GRANT SELECT, SHOW VIEW ON shop.line TO judge;
GRANT SELECT ON shop.returned TO judge;
GRANT SELECT ON shop.visit TO judge;
GRANT SELECT ON shop.buyers TO judge;
GRANT SELECT (id, name) ON shop.customer TO judge;
GRANT INSERT ON hidden.plan TO judge;
CREATE USER ana IDENTIFIED BY 's3cret';
GRANT SELECT ON shop.line TO ana;
)";

const Table &table_of(const Database &database, std::string_view name) {
  for (const Table &table : database.tables()) {
    if (table.name == name) return table;
  }
  FAIL("no table " << name);
  return database.tables().front();
}

std::string values_of(const Table &table, std::string_view column) {
  std::string text;
  for (const Column &candidate : table.columns) {
    if (candidate.name != column) continue;
    for (const std::string_view value : candidate.values()) text += '[' + std::string(value) + ']';
  }
  return text;
}

std::string names_of(const Databases &databases) {
  std::string text;
  for (const auto &database : databases) text += std::string(database->name()) + ' ';
  return text;
}

std::string names_of(const Database &database) {
  std::string text;
  for (const Table &table : database.tables()) text += std::string(table.name) + ' ';
  return text;
}

void check_shop(const test::MariadbServer &server) {
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  const Databases loaded = load(server.uri("root", "shop"), options);
  REQUIRE(loaded.size() == 1);
  const Database &shop = *loaded.front();
  CHECK(shop.name() == "shop");
  CHECK(shop.dialect() == sql::Dialect::mariadb);
  CHECK(shop.description() == "All that is sold");
  CHECK(names_of(shop) == "Line big buyers customer line log outside returned visit crm.person ");
  const Table &customer = table_of(shop, "customer");
  CHECK(customer.description == "Who bought");
  CHECK(test::columns_of(customer) ==
        "id int(10) unsigned [1] [2] [3]; "
        "name varchar(40) (As on the 'card'; \"full\"\nof quotes) [Ana] [Bo] [Cy]; "
        "e-mail `x` text [ana@x.org] [c] [d]; born date [1990-01-02]; "
        "kind enum('new','it''s','b\\\\s','ä;') [it's] [new] [ä;]; wishes set('a','b') [a,b]; "
        "size varchar(4) [S]; level tinyint(4); full varchar(80) [Ana!] [Bo!] [Cy!]; "
        "photo mediumblob; place point; flags bit(3); secret text [pst]; person int(11); ");
  CHECK(values_of(customer, "kind") == "[new][it's][b\\s][ä;]");
  CHECK(values_of(customer, "wishes") == "[a][b]");
  CHECK(values_of(customer, "size") == "[S][M][L']");
  CHECK(values_of(customer, "level") == "[1][2][-3]");
  CHECK(values_of(customer, "name").empty());
  CHECK(customer.columns[0].nullable == false);
  CHECK(customer.columns[3].nullable == true);
  CHECK(customer.columns[8].generated == true);
  CHECK(customer.columns[0].generated == false);
  const Table &line = table_of(shop, "line");
  REQUIRE(line.primary_key.size() == 2);
  CHECK(line.columns[line.primary_key[0]].name == "place");
  CHECK(test::columns_of(line) == "sale int(11) [1]; place int(11) [2]; customer int(10) unsigned "
                                  "[1]; price decimal(8,2) [9.50]; ");
  CHECK(test::keys_of(shop) == "customer.person=crm.person.id ; line.customer=customer.id ; "
                               "returned.self=returned.sale ; "
                               "returned.place=line.place returned.sale=line.sale ; "
                               "crm.person.boss=crm.person.id ; ");
  CHECK(table_of(shop, "log").columns.size() == 1);
  CHECK(table_of(shop, "visit").kind == TableKind::table);
  const Table &buyers = table_of(shop, "buyers");
  CHECK(buyers.kind == TableKind::view);
  CHECK(buyers.description.empty());
  CHECK(values_of(buyers, "size") == "[S][M][L']");
  CHECK(values_of(table_of(shop, "big"), "size") == "[S][M][L']");
  const Table &person = table_of(shop, "crm.person");
  CHECK(person.qualifier() == "crm");
  CHECK(person.primary_key.size() == 1);
  REQUIRE(skipped.size() == 1);
  CHECK(contains(skipped[0].where, "broken"));
  CHECK(contains(skipped[0].reason, "perhaps what it selects from is gone"));
  CHECK(load(server.uri("root", "shop")).front()->fingerprint() == shop.fingerprint());

  LoadOptions bare;
  bare.samples = 0;
  CHECK(contains(
      test::columns_of(table_of(*load_mysql(server.uri("root", "shop"), bare).front(), "line")),
      "sale int(11); place"));
}

void check_rights(const test::MariadbServer &server) {
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  const Databases loaded = load(server.uri("judge", ""), options);
  CHECK(names_of(loaded) == "shop ");
  const Database &shop = *loaded.front();
  CHECK(names_of(shop) == "buyers customer line returned visit ");
  CHECK(test::columns_of(table_of(shop, "customer")) ==
        "id int(10) unsigned [1] [2] [3]; name varchar(40) (As on the 'card'; \"full\"\nof quotes) "
        "[Ana] [Bo] [Cy]; ");
  CHECK(test::keys_of(shop) == "line.customer=customer.id ; returned.self=returned.sale ; "
                               "returned.place=line.place returned.sale=line.sale ; ");
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].reason == "without the right SHOW VIEW, 1 view's query is not shown");
  CHECK(names_of(load(server.uri("root", ""))) == "crm hidden shop ");
}

void check_errors(const test::MariadbServer &server) {
  const auto error_of = [](const std::string &uri) {
    const Error error = test::error_of([&] { return load(uri); });
    CHECK_FALSE(contains(error.what(), "s3cret"));
    CHECK_FALSE(contains(error.what(), "wr0ng"));
    return error;
  };
  const Error wrong = error_of(server.uri("ana:wr0ng", "shop"));
  CHECK(wrong.code() == ErrorCode::io);
  CHECK(contains(wrong.message(), "Access denied for user 'ana'"));
  CHECK(error_of(server.uri("root", "nothing")).code() == ErrorCode::not_found);
  CHECK(error_of(server.uri("ana:s3cret", "hidden")).code() == ErrorCode::io);
  const Error empty = error_of(server.uri("root", "empty"));
  CHECK(empty.code() == ErrorCode::malformed);
  CHECK(empty.message() == "holds no tables that this user may select from");
  CHECK(load(server.uri("ana:s3cret", "shop")).front()->tables().size() == 1);
  CHECK(find_databases(server.uri("ana:s3cret", "shop")).empty());
  // What a source is called in lists of what was skipped.
  const AnySource sources[] = {PathSource(server.uri("root", "shop")),
                               PathSource(server.uri("ana:wr0ng", "shop"))};
  const SourceSnapshot snapshot = read_sources(sources);
  for (const SkippedItem &item : snapshot.skipped) {
    CHECK_FALSE(contains(item.where, "wr0ng"));
    CHECK_FALSE(contains(item.reason, "wr0ng"));
  }
}

}  // namespace

TEST_CASE("the part of a MariaDB server's schemas that the user may read is loaded") {
  const auto server = test::MariadbServer::start();
  if (server == nullptr) return test::skip("no MariaDB server is installed");
  server->administer(shop_script);
  check_shop(*server);
  check_rights(*server);
  check_errors(*server);
  server->crash();
  const Error gone = test::error_of([&] { return load(server->uri("ana:s3cret", "shop")); });
  CHECK(gone.code() == ErrorCode::io);
  CHECK_FALSE(contains(gone.what(), "s3cret"));
}

TEST_CASE("an error about a MySQL server that does not answer does not reveal the password") {
  const std::string message =
      test::what_of([] { return load("mysql://ana:s3cret@127.0.0.1:1/shop?connect_timeout=2"); });
  CHECK_FALSE(contains(message, "s3cret"));
  CHECK(message != "(no error)");
  CHECK_FALSE(contains(test::what_of([] { return load("mysql://ana:s3@cret@h/shop"); }), "cret"));
}

}  // namespace sluice
