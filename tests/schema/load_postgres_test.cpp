/// Schemas of a real server. Starting it takes about a second, so one test case contains all tests
/// that need it.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/db/postgres_session.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/postgres_server.hpp"
#include "support/schema_words.hpp"

namespace sluice {
namespace {

constexpr const char *shop_script = R"(
COMMENT ON DATABASE shop IS 'All that is sold';
CREATE TABLE customer(id serial PRIMARY KEY, name varchar(40) NOT NULL, "e-mail ""x""" text,
                      born date, photo bytea, secret text);
COMMENT ON TABLE customer IS 'Who bought';
COMMENT ON COLUMN customer.born IS 'Day of birth';
CREATE TABLE line(sale int, place int, customer_id int REFERENCES customer, price numeric(8, 2),
                  dropped int, PRIMARY KEY (sale, place));
ALTER TABLE line DROP COLUMN dropped;
ALTER TABLE line ADD COLUMN tags text[];
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE DOMAIN known_mood AS mood;
CREATE DOMAIN customer_mood AS known_mood NOT NULL;
CREATE DOMAIN size AS text CHECK (VALUE IN ('S', 'L'));
CREATE TABLE returned(place int, sale int, why jsonb,
                      moods mood[], mood customer_mood, sizes size[],
                      FOREIGN KEY (sale, place) REFERENCES line(sale, place),
                      FOREIGN KEY (place) REFERENCES customer(id));
CREATE TABLE visit(day date, page text) PARTITION BY RANGE (day);
CREATE TABLE visit_2024 PARTITION OF visit FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE SCHEMA staff;
CREATE TABLE staff.person(id int PRIMARY KEY, customer_id int REFERENCES customer);
CREATE SCHEMA hidden;
CREATE TABLE hidden.plan(id int);
CREATE VIEW buyers AS SELECT name FROM customer;
INSERT INTO customer(name, "e-mail ""x""", born, photo, secret) VALUES
  ('Ana', 'ana@x.org', '1990-01-02', '\x00', 'pst'), ('Bo', NULL, NULL, NULL, 'pst'),
  ('Ana', repeat('é', 5000), NULL, NULL, NULL), ('Cy', '', NULL, NULL, NULL), ('Di', 'd', NULL, NULL, NULL);
INSERT INTO line VALUES (1, 1, 1, 9.5, '{a,b}');
INSERT INTO visit VALUES ('2024-02-03', '/home');
GRANT USAGE ON SCHEMA staff TO judge;
GRANT SELECT ON line, returned, visit, buyers, staff.person TO judge;
GRANT SELECT (id, name, "e-mail ""x""", born, photo) ON customer TO judge;
)";

std::string values_of(const Column &column) {
  std::string text;
  for (const std::string_view value : column.values()) text += std::string(value) + ',';
  return text;
}

void check_shop(const test::PostgresServer &server) {
  const Databases loaded = load(server.uri("judge", "shop"));
  REQUIRE(loaded.size() == 1);
  const Database &shop = *loaded.front();
  CHECK(shop.name() == "shop");
  CHECK(shop.description() == "All that is sold");
  REQUIRE(shop.tables().size() == 6);
  const Table &customer = shop.tables()[0];
  CHECK(customer.name == "customer");
  CHECK(customer.description == "Who bought");
  CHECK(test::columns_of(customer) ==
        "id integer [1] [2] [3]; name character varying(40) [Ana] [Bo] [Cy]; "
        "e-mail \"x\" text [ana@x.org] [d]; born date (Day of birth) [1990-01-02]; photo bytea; ");
  CHECK(shop.tables()[1].name == "line");
  CHECK(test::columns_of(shop.tables()[1]) ==
        "sale integer [1]; place integer [1]; customer_id integer [1]; price numeric(8,2) [9.50]; "
        "tags text[] [{a,b}]; ");
  CHECK(shop.tables()[1].primary_key.size() == 2);
  CHECK(shop.tables()[2].name == "returned");
  CHECK(shop.tables()[2].primary_key.empty());
  // Of the elements of arrays, and of domains over domains.
  CHECK(values_of(shop.tables()[2].columns[3]) == "sad,ok,");
  CHECK(values_of(shop.tables()[2].columns[4]) == "sad,ok,");
  CHECK(values_of(shop.tables()[2].columns[5]) == "S,L,");
  CHECK(shop.tables()[3].name == "visit");
  CHECK(test::columns_of(shop.tables()[3]) == "day date [2024-02-03]; page text [/home]; ");
  CHECK(shop.tables()[3].kind == TableKind::family);
  CHECK(shop.tables()[4].name == "staff.person");
  CHECK(shop.tables()[4].qualifier() == "staff");
  CHECK(shop.tables()[5].name == "buyers");
  CHECK(shop.tables()[5].kind == TableKind::view);
  REQUIRE(shop.origins().size() == 1);
  CHECK(shop.origins()[0].source_table == 0);
  CHECK(test::keys_of(shop) == "line.customer_id=customer.id ; returned.place=customer.id ; "
                               "returned.sale=line.sale returned.place=line.place ; "
                               "staff.person.customer_id=customer.id ; ");
  CHECK(load(server.uri("judge", "shop")).front()->fingerprint() == shop.fingerprint());
  server.administer("shop", "COMMENT ON COLUMN customer.name IS 'Of the whole'");
  CHECK(load(server.uri("judge", "shop")).front()->fingerprint() != shop.fingerprint());

  LoadOptions bare;
  bare.samples = 0;
  CHECK(test::columns_of(load_postgres(server.uri("judge", "shop"), bare)->tables()[3]) ==
        "day date; page text; ");
  CHECK(load_postgres(server.uri("admin", "shop"))->tables().size() == 7);  // may see all tables
  CHECK(find_databases(server.uri("judge", "shop")).empty());
}

void check_views_and_nothing(const test::PostgresServer &server) {
  const std::string nothing = test::what_of([&] { load_postgres(server.uri("judge", "empty")); });
  CHECK(nothing.find("holds no tables that this role may select from") != nothing.npos);
  server.administer("empty", "CREATE TABLE t(a int); CREATE VIEW v AS SELECT a AS b FROM t;"
                             "GRANT SELECT ON v TO judge");
  const auto views = load_postgres(server.uri("judge", "empty"));
  REQUIRE(views->tables().size() == 1);
  CHECK(views->tables()[0].name == "v");
  CHECK(test::columns_of(views->tables()[0]) == "b integer; ");
}

}  // namespace

TEST_CASE("the part of a server's schema that the role may read is loaded") {
  if (!PostgresSession::is_built_in()) return test::skip("built without PostgreSQL");
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  server->administer("postgres", "CREATE DATABASE shop");
  server->administer("postgres", "CREATE DATABASE empty");
  server->administer("shop", shop_script);
  check_shop(*server);
  check_views_and_nothing(*server);
}

TEST_CASE("an error about a server that does not answer does not reveal the password") {
  if (!PostgresSession::is_built_in()) return test::skip("built without PostgreSQL");
  const std::string uri = "postgresql://ana:s3cret@127.0.0.1:1/shop?connect_timeout=2";
  const std::string message = test::what_of([&] { load(uri); });
  CHECK(message.find("127.0.0.1") != message.npos);
  CHECK(message.find("s3cret") == message.npos);
}

}  // namespace sluice
