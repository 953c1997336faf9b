/// A store on a real server; with two servers where that makes a difference.

#include "sluice/store/postgres_store.hpp"

#include <doctest/doctest.h>

#include "store/store_contract.hpp"
#include "support/postgres_server.hpp"

namespace sluice {
namespace {

constexpr const char *no_server = "no PostgreSQL with pgvector (cmake/postgres_with_vectors.sh)";

std::string url_of(const test::PostgresServer &server, std::string_view space) {
  return server.uri("admin", "postgres") + "#" + std::string(space);
}

}  // namespace

TEST_CASE("a store in PostgreSQL answers as the index in process") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip(no_server);
  server->administer("postgres", "CREATE DATABASE other");
  test::check_following(open_store(parse_store_url(url_of(*server, "following"))));
  const std::string both = server->uri("admin", "other") + " " + url_of(*server, "on_two");
  test::check_following(open_store(parse_store_url(both)));
  test::check_changes(open_store(parse_store_url(url_of(*server, "changes"))));
  test::check_nasty_names(open_store(parse_store_url(url_of(*server, "nasty"))));
}

}  // namespace sluice
