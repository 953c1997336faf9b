#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "postgres_servers.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "store/postgres_store.hpp"

namespace sluice::inline v0 {
namespace {

using db_detail::CopyRows;
using db_detail::PostgresConnection;
using db_detail::PostgresParameters;
using db_detail::PostgresRows;

/// Definitions of the tables; {0} is the schema.
constexpr std::string_view tables_text = R"(
CREATE TABLE {0}.store (one boolean PRIMARY KEY DEFAULT true CHECK (one), layout integer NOT NULL,
  version bigint NOT NULL, loaded bigint NOT NULL, analyses bytea NOT NULL, embedder bigint NOT NULL,
  dimensions integer NOT NULL, databases bigint NOT NULL);
CREATE TABLE {0}.database (id bigint NOT NULL, version bigint NOT NULL, fingerprint bigint NOT NULL,
  tables bigint NOT NULL, columns bigint NOT NULL, name bytea NOT NULL, shape bytea NOT NULL,
  lengths bytea NOT NULL, definition bytea NOT NULL);
ALTER TABLE {0}.database ALTER definition SET STORAGE EXTERNAL;
CREATE TABLE {0}.dropped (id bigint PRIMARY KEY, version bigint NOT NULL);
CREATE TABLE {0}.posting (analysis smallint NOT NULL, term bigint NOT NULL, database bigint NOT NULL,
  impact real NOT NULL, block bytea NOT NULL);
)";
constexpr std::string_view vector_tables_text = R"(
CREATE TABLE {0}.table_vector (database bigint NOT NULL, ordinal integer NOT NULL,
  vector vector({1}) NOT NULL);
CREATE TABLE {0}.column_vector (database bigint NOT NULL, ordinal integer NOT NULL,
  vector vector({1}) NOT NULL);
)";
/// Keys and indexes, created after the rows are loaded, which is much faster.
constexpr std::string_view keys_text = R"(
ALTER TABLE {0}.database ADD PRIMARY KEY (id);
CREATE INDEX ON {0}.database (version);
ALTER TABLE {0}.posting ADD PRIMARY KEY (analysis, term, database);
CREATE INDEX ON {0}.posting (database);
ANALYZE {0}.database; ANALYZE {0}.posting;
)";
constexpr std::string_view vector_keys_text = R"(
ALTER TABLE {0}.table_vector ADD PRIMARY KEY (database, ordinal);
ALTER TABLE {0}.column_vector ADD PRIMARY KEY (database, ordinal);
CREATE INDEX ON {0}.table_vector USING hnsw (vector vector_ip_ops);
ANALYZE {0}.table_vector; ANALYZE {0}.column_vector;
)";

constexpr std::string_view column_graph_text =
    "CREATE INDEX ON {0}.column_vector USING hnsw (vector vector_ip_ops)";

/// Suffix of the schema that is being loaded; it is renamed when it is complete.
constexpr std::string_view next = "__next";

/// One server's part of a change: one transaction on its own connection, which is closed after it.
class ServerWriter {
 public:
  ServerWriter(const PostgresStore::Servers &servers, std::size_t server,
               const StoreSettings &settings, bool replaces)
      : settings_(settings),
        space_(servers.url.space),
        replaces_(replaces),
        graph_bytes_(servers.options.graph_bytes),
        graph_columns_(servers.options.graph_columns),
        deadline_(store_detail::deadline_after(servers.options.write_seconds)),
        connection_(
            servers.pools[server]->connect(store_detail::deadline_after(servers.options.seconds))) {
    run("BEGIN");
    // Allows one writer at a time. The lock key is a hash of a name that only stores use.
    connection_->ask("SELECT pg_advisory_xact_lock($1)",
                     PostgresParameters().add(stored(hash64("sluice store " + space_))), deadline_);
  }

  /// Throws Error(mismatch) if the store is not at version `at`.
  void begin_change(std::uint64_t at) {
    const PostgresRows rows =
        connection_->ask(fmt::format("SELECT version FROM {}.store", quoted()), {}, deadline_);
    if (rows.size() == 0 || rows.integer(0, 0) != stored(at)) {
      throw Error(ErrorCode::mismatch, "another writer changed the store; update it again",
                  {connection_->address()});
    }
    version_ = at + 1;
  }

  void begin_replacing() {
    version_ = next_version();
    run(fmt::format("CREATE SCHEMA {}", quoted()));
    run(fmt::format(tables_text, quoted()));
    if (settings_.dimensions == 0) return;
    need_vectors();
    run(fmt::format(vector_tables_text, quoted(), settings_.dimensions));
  }

  void put(std::int64_t id, const DatabaseDocument &document) {
    if (!replaces_) gone_.push_back(id);
    std::size_t columns = 0;
    for (const std::uint32_t count : document.columns_of_tables) columns += count;
    columns_ += columns;
    databases_.row(9)
        .add(id)
        .add(stored(version_))
        .add(stored(document.fingerprint))
        .add(static_cast<std::int64_t>(document.columns_of_tables.size()))
        .add(static_cast<std::int64_t>(columns))
        .add(document.name)
        .add(pack_shape(document.columns_of_tables))
        .add(pack_lengths(document.analyses))
        .add(document.definition);
    for (std::size_t a = 0; a < document.analyses.size(); ++a) {
      const auto code = static_cast<std::int16_t>(analysis_code(settings_.analyses[a]));
      for (const auto &[hash, block] : blocks_of(document.analyses[a])) {
        postings_.row(5)
            .add_small(code)
            .add(hash)
            .add(id)
            .add(block->impact)
            .add(pack_block(block->term, block->postings));
      }
    }
    add_vectors(id, document.table_vectors, table_vectors_);
    add_vectors(id, document.column_vectors, column_vectors_);
    constexpr std::size_t enough = 8 << 20;
    if (databases_.size() + postings_.size() + table_vectors_.size() + column_vectors_.size() >
        enough) {
      flush();
    }
  }

  void drop(std::int64_t id) {
    gone_.push_back(id);
    dropped_.push_back(id);
  }

  /// Does everything except the commit.
  void finish() {
    flush();
    if (replaces_) {
      run(fmt::format(keys_text, quoted()));
      if (settings_.dimensions != 0) {
        run(fmt::format("SET LOCAL maintenance_work_mem = '{}kB'",
                        std::clamp<std::size_t>(graph_bytes_ / 1024, 1024, 2'000'000'000 / 1024)));
        run(fmt::format(vector_keys_text, quoted()));
        if (columns_ <= graph_columns_) run(fmt::format(column_graph_text, quoted()));
      }
      CopyRows store;
      std::string analyses;
      for (const AnalyzerOptions &analysis : settings_.analyses) {
        analyses += static_cast<char>(analysis_code(analysis));
      }
      store.row(7)
          .add_integer(static_cast<std::int32_t>(store_layout))
          .add(stored(version_))
          .add(stored(version_))
          .add(analyses)
          .add(stored(settings_.embedder))
          .add_integer(static_cast<std::int32_t>(settings_.dimensions))
          .add(std::int64_t{0});
      connection_->copy(fmt::format("COPY {}.store (layout, version, loaded, analyses, embedder, "
                                    "dimensions, databases) FROM STDIN (FORMAT binary)",
                                    quoted()),
                        store, deadline_);
    }
    run(fmt::format("UPDATE {0}.store SET version = {1}, databases = (SELECT count(*) FROM "
                    "{0}.database)",
                    quoted(), stored(version_)));
    if (replaces_) replace_schema();
  }

  std::uint64_t commit() {
    run("COMMIT");
    return version_;
  }

 private:
  using Blocks = std::map<std::int64_t, const TermBlock *>;

  std::string quoted() const {
    return fmt::format("\"{}{}\"", space_, replaces_ ? next : std::string_view());
  }

  void run(const std::string &statements) { connection_->run(statements, deadline_); }

  bool is_there(std::string_view statement) {
    return connection_->ask(fmt::format(fmt::runtime(statement), space_), {}, deadline_).size() !=
           0;
  }

  /// Returns a version greater than any that this store, or a deleted store of this name, had.
  std::uint64_t next_version() {
    std::string old = "0";
    if (is_there("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = '{}'")) {
      if (!is_there("SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = '{}' AND tablename = "
                    "'store'")) {
        throw Error(ErrorCode::mismatch,
                    fmt::format("the schema \"{}\" exists and is not a store; give the store "
                                "another name (#NAME after the URL)",
                                space_),
                    {connection_->address()});
      }
      old = fmt::format("coalesce((SELECT max(version) FROM \"{}\".store), 0)", space_);
    }
    const PostgresRows rows = connection_->ask(
        fmt::format("SELECT greatest({} + 1, (extract(epoch FROM clock_timestamp()) * "
                    "1000000)::bigint)",
                    old),
        {}, deadline_);
    return static_cast<std::uint64_t>(rows.integer(0, 0));
  }

  void need_vectors() {
    try {
      run("CREATE EXTENSION IF NOT EXISTS vector");
    } catch (const Error &error) {
      throw Error(error.code() == ErrorCode::io ? ErrorCode::unsupported : error.code(),
                  "a store with vectors needs the extension pgvector: " + error.message(),
                  {connection_->address()});
    }
    const PostgresRows rows = connection_->ask(
        "SELECT extversion::bytea FROM (SELECT convert_to(extversion, 'UTF8') AS extversion FROM "
        "pg_catalog.pg_extension WHERE extname = 'vector') v",
        {}, deadline_);
    const std::string_view version = rows.size() == 0 ? "none" : rows.bytes(0, 0);
    if (version.starts_with("0.") && version.size() > 3 && version[3] == '.' && version[2] < '8') {
      throw Error(ErrorCode::unsupported,
                  fmt::format("pgvector {} is too old, expected 0.8 or later", version),
                  {connection_->address()});
    }
  }

  /// Returns blocks by hash. If two terms of a database have the same hash, the second is dropped,
  /// since they could not be distinguished. The probability is less than 10^-12 per database.
  static Blocks blocks_of(const AnalyzedText &text) {
    Blocks blocks;
    for (const TermBlock &block : text.terms) blocks.emplace(stored(hash64(block.term)), &block);
    return blocks;
  }

  void add_vectors(std::int64_t id, std::span<const float> vectors, CopyRows &rows) const {
    for (std::size_t at = 0; at < vectors.size(); at += settings_.dimensions) {
      rows.row(3)
          .add(id)
          .add_integer(static_cast<std::int32_t>(at / settings_.dimensions))
          .add_vector(vectors.subspan(at, settings_.dimensions));
    }
  }

  void copy(std::string_view table, CopyRows &rows) {
    if (rows.empty()) return;
    connection_->copy(fmt::format("COPY {}.{} FROM STDIN (FORMAT binary)", quoted(), table), rows,
                      deadline_);
  }

  void flush() {
    if (!gone_.empty()) {
      const PostgresParameters gone = PostgresParameters().add(gone_);
      for (const std::string_view table : {"posting", "database"}) {
        connection_->ask(fmt::format("DELETE FROM {}.{} WHERE {} = ANY($1)", quoted(), table,
                                     table == "database" ? "id" : "database"),
                         gone, deadline_);
      }
      connection_->ask(fmt::format("DELETE FROM {}.dropped WHERE id = ANY($1)", quoted()), gone,
                       deadline_);
    }
    if (!dropped_.empty()) {
      connection_->ask(
          fmt::format("INSERT INTO {}.dropped SELECT unnest($1::bigint[]), $2", quoted()),
          PostgresParameters().add(dropped_).add(stored(version_)), deadline_);
      dropped_.clear();
    }
    copy("database", databases_);
    copy("posting", postings_);
    if (settings_.dimensions != 0) {
      exchange_vectors("table_vector", table_vectors_);
      exchange_vectors("column_vector", column_vectors_);
    }
    gone_.clear();
  }

  /// Inserting a vector into a graph takes milliseconds, so unchanged vectors are not touched.
  void exchange_vectors(std::string_view table, CopyRows &rows) {
    if (replaces_) return copy(table, rows);
    if (gone_.empty()) return;
    run(fmt::format("CREATE TEMP TABLE IF NOT EXISTS sluice_{0} (LIKE {1}.{0}) ON COMMIT DROP; "
                    "TRUNCATE sluice_{0}",
                    table, quoted()));
    if (!rows.empty()) {
      connection_->copy(fmt::format("COPY sluice_{} FROM STDIN (FORMAT binary)", table), rows,
                        deadline_);
    }
    connection_->ask(
        fmt::format("DELETE FROM {1}.{0} t WHERE t.database = ANY($1) AND NOT EXISTS (SELECT FROM "
                    "sluice_{0} n WHERE n.database = t.database AND n.ordinal = t.ordinal AND "
                    "n.vector = t.vector)",
                    table, quoted()),
        PostgresParameters().add(gone_), deadline_);
    run(fmt::format("INSERT INTO {1}.{0} SELECT * FROM sluice_{0} ON CONFLICT DO NOTHING", table,
                    quoted()));
  }

  /// Replaces the old schema. Readers wait only for this step. Throws if the old schema has other
  /// objects.
  void replace_schema() {
    if (is_there("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = '{}'")) {
      run(fmt::format("DROP TABLE IF EXISTS \"{0}\".store, \"{0}\".database, \"{0}\".dropped, "
                      "\"{0}\".posting, \"{0}\".table_vector, \"{0}\".column_vector; DROP SCHEMA "
                      "\"{0}\"",
                      space_));
    }
    run(fmt::format("ALTER SCHEMA {} RENAME TO \"{}\"", quoted(), space_));
  }

  StoreSettings settings_;
  std::string space_;
  bool replaces_;
  std::size_t graph_bytes_;
  std::size_t graph_columns_;
  std::size_t columns_ = 0;  // added so far
  db_detail::Deadline deadline_;
  std::unique_ptr<PostgresConnection> connection_;
  std::uint64_t version_ = 0;
  CopyRows databases_, postings_, table_vectors_, column_vectors_;
  std::vector<std::int64_t> gone_, dropped_;
};

class PostgresWriter final : public StoreWriter {
 public:
  explicit PostgresWriter(std::vector<std::unique_ptr<ServerWriter>> servers)
      : servers_(std::move(servers)) {}

  void put(std::int64_t id, const DatabaseDocument &document) override {
    servers_[server_of(id, servers_.size())]->put(id, document);
  }
  void drop(std::int64_t id) override { servers_[server_of(id, servers_.size())]->drop(id); }
  StoreVersion commit() override {
    for (const auto &server : servers_) server->finish();
    StoreVersion version;
    for (const auto &server : servers_) version.push_back(server->commit());
    return version;
  }

 private:
  std::vector<std::unique_ptr<ServerWriter>> servers_;
};

}  // namespace

std::unique_ptr<StoreWriter> PostgresStore::change(const StoreVersion &at,
                                                   const StoreSettings &settings) {
  std::vector<std::unique_ptr<ServerWriter>> servers;
  if (at.size() != servers_->pools.size()) {
    throw Error(ErrorCode::mismatch, "this version is of a store with another number of servers");
  }
  for (std::size_t server = 0; server < at.size(); ++server) {
    servers.push_back(std::make_unique<ServerWriter>(*servers_, server, settings, false));
    servers.back()->begin_change(at[server]);
  }
  return std::make_unique<PostgresWriter>(std::move(servers));
}

std::unique_ptr<StoreWriter> PostgresStore::replace(const StoreSettings &settings) {
  std::vector<std::unique_ptr<ServerWriter>> servers;
  for (std::size_t server = 0; server < servers_->pools.size(); ++server) {
    servers.push_back(std::make_unique<ServerWriter>(*servers_, server, settings, true));
    servers.back()->begin_replacing();
  }
  return std::make_unique<PostgresWriter>(std::move(servers));
}

}  // namespace sluice::inline v0
