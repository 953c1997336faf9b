#include <chrono>
#include <cstdint>

#include "postgres_answers.hpp"
#include "postgres_servers.hpp"
#include "sluice/core/error.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0 {

StoreHealth PostgresStore::health() const {
  StoreHealth health;
  for (const auto &pool : servers_->pools) {
    StoreServer &server = health.servers.emplace_back();
    server.address = pool->address();
    const auto start = std::chrono::steady_clock::now();
    const db_detail::Deadline deadline = store_detail::deadline_after(servers_->options.seconds);
    try {
      const db_detail::PostgresRows software = servers_->ask_one(
          *pool,
          "SELECT pg_catalog.convert_to('PostgreSQL ' || current_setting('server_version') || "
          "coalesce(', pgvector ' || (SELECT extversion FROM pg_catalog.pg_extension WHERE extname "
          "= 'vector'), ', no pgvector'), 'UTF8')",
          {}, deadline);
      server.software = software.bytes(0, 0);
      server.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const db_detail::PostgresRows layout =
          servers_->ask_one(*pool, servers_->in_space("SELECT layout FROM %s.store"), {}, deadline);
      if (layout.size() == 0) throw Error(ErrorCode::not_found, "holds no store");
      server.layout = static_cast<std::uint32_t>(layout.integer(0, 0));
      store_detail::expect_layout(layout.integer(0, 0), pool->address());
      const db_detail::PostgresRows counts = servers_->ask_one(
          *pool,
          servers_->in_space(
              "SELECT version, (SELECT count(*) FROM %s.database), (SELECT "
              "coalesce(sum(tables), 0)::bigint FROM %s.database), (SELECT coalesce(sum(columns), "
              "0)::bigint FROM %s.database), (SELECT count(*) FROM %s.posting), (SELECT "
              "coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_catalog.pg_class c "
              "WHERE c.relnamespace = (SELECT relnamespace FROM pg_catalog.pg_class WHERE oid = "
              "'%s.store'::regclass) AND c.relkind = 'r'), dimensions FROM %s.store"),
          {}, deadline);
      if (counts.size() == 0) throw Error(ErrorCode::not_found, "holds no store");
      server.version = store_detail::unsigned_at(counts, 0, 0);
      server.databases = store_detail::unsigned_at(counts, 0, 1);
      server.tables = store_detail::unsigned_at(counts, 0, 2);
      server.columns = store_detail::unsigned_at(counts, 0, 3);
      server.postings = store_detail::unsigned_at(counts, 0, 4);
      server.bytes = store_detail::unsigned_at(counts, 0, 5);
      if (counts.integer(0, 6) == 0) continue;
      const db_detail::PostgresRows vectors = servers_->ask_one(
          *pool,
          servers_->in_space(
              "SELECT (SELECT count(*) FROM %s.table_vector) + (SELECT count(*) FROM "
              "%s.column_vector)"),
          {}, deadline);
      server.vectors = store_detail::unsigned_at(vectors, 0, 0);
    } catch (const Error &error) {
      server.error = error.code() == ErrorCode::not_found ? "holds no store" : error.message();
    }
  }
  return health;
}

}  // namespace sluice::inline v0
