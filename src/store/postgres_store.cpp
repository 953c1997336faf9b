#include "store/postgres_store.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "postgres_answers.hpp"
#include "postgres_servers.hpp"
#include "sluice/core/error.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0 {
namespace {

using db_detail::PostgresParameters;
using db_detail::PostgresRows;
using store_detail::is_empty;
using store_detail::order_of;
using store_detail::probes_text;
using store_detail::stored_hashes_of;
using store_detail::unsigned_at;
using store_detail::vector_text;
using store_detail::version_of;

std::vector<std::string> vector_texts(std::span<const float> vectors, std::size_t dimensions) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < vectors.size(); at += dimensions) {
    texts.push_back(vector_text(vectors.subspan(at, dimensions)));
  }
  return texts;
}

std::string_view vector_table(Level level) {
  return level == Level::table ? "table_vector" : "column_vector";
}

FoundVectors found_in(std::span<const PostgresRows> servers) {
  FoundVectors found;
  found.version = version_of(servers);
  struct Place {
    StoreObject object;
    std::size_t server, row;
  };
  std::vector<Place> places;
  for (std::size_t server = 0; server < servers.size(); ++server) {
    const PostgresRows &rows = servers[server];
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (is_empty(rows, row)) continue;
      places.push_back(
          {{rows.integer(row, 1), static_cast<std::uint32_t>(rows.integer(row, 2))}, server, row});
    }
  }
  std::ranges::sort(places, {}, &Place::object);
  for (const Place &place : places) {
    if (!found.objects.empty() && found.objects.back() == place.object) continue;
    found.objects.push_back(place.object);
    servers[place.server].append_vector(place.row, 3, found.vectors);
  }
  return found;
}

/// Splits ids by server.
std::vector<std::vector<std::int64_t>> by_server(std::span<const std::int64_t> ids,
                                                 std::size_t servers) {
  std::vector<std::vector<std::int64_t>> lists(servers);
  for (const std::int64_t id : ids) lists[server_of(id, servers)].push_back(id);
  return lists;
}

}  // namespace

PostgresStore::PostgresStore(StoreUrl url, const StoreOptions &options)
    : servers_(new Servers(std::move(url), options)) {}
PostgresStore::~PostgresStore() = default;

const StoreUrl &PostgresStore::url() const noexcept { return servers_->url; }

std::optional<StoreState> PostgresStore::state() const {
  const std::string statement =
      servers_->in_space("SELECT version, layout, analyses, embedder, dimensions FROM %s.store");
  const db_detail::Deadline deadline = store_detail::deadline_after(servers_->options.seconds);
  StoreState state;
  std::size_t empty = 0;
  for (const auto &pool : servers_->pools) {
    PostgresRows rows;
    try {
      rows = servers_->ask_one(*pool, statement, {}, deadline);
    } catch (const Error &error) {
      if (error.code() != ErrorCode::not_found) throw;
    }
    if (rows.size() == 0) {
      ++empty;
      continue;
    }
    store_detail::expect_layout(rows.integer(0, 1), pool->address());
    StoreSettings settings{.analyses = {},
                           .embedder = unsigned_at(rows, 0, 3),
                           .dimensions = static_cast<std::size_t>(rows.integer(0, 4))};
    for (const char code : rows.bytes(0, 2)) {
      settings.analyses.push_back(analysis_of(static_cast<std::uint8_t>(code)));
    }
    if (settings.analyses.empty() || (!state.version.empty() && settings != state.settings)) {
      throw Error(ErrorCode::mismatch, "the servers belong to different stores");
    }
    state.settings = std::move(settings);
    state.version.push_back(unsigned_at(rows, 0, 0));
  }
  if (state.version.empty()) return std::nullopt;
  if (empty != 0) {
    throw Error(ErrorCode::mismatch,
                "some of the servers of the store hold nothing; load it again");
  }
  return state;
}

StoreChanges PostgresStore::changes(const StoreVersion &since, bool with_lengths) const {
  const std::string statement = servers_->in_space(
      "SELECT s.version, d.id, d.fingerprint, d.name, d.shape, d.lengths, s.loaded > $1, "
      "pg_catalog.length(s.analyses)::bigint FROM %s.store s LEFT JOIN (SELECT id, fingerprint, "
      "name, shape, CASE WHEN $2 = 1 THEN lengths END AS lengths, version FROM %s.database UNION "
      "ALL SELECT id, 0, NULL, NULL, NULL, version FROM %s.dropped) d ON d.version > $1 "
      "OR s.loaded > $1 ORDER BY d.id");
  std::vector<PostgresParameters> parameters;
  for (std::size_t server = 0; server < servers_->pools.size(); ++server) {
    parameters.push_back(PostgresParameters()
                             .add(since.empty() ? -1 : stored(since.at(server)))
                             .add(std::int64_t{with_lengths ? 1 : 0}));
  }
  const std::vector<PostgresRows> servers = servers_->ask(statement, parameters);
  StoreChanges changes;
  changes.version = version_of(servers);
  // If one server was reloaded, everything is new: databases may have moved.
  const bool any_whole = std::ranges::any_of(
      servers, [](const PostgresRows &rows) { return rows.integer(0, 6) != 0; });
  if (any_whole && !since.empty()) return this->changes({}, with_lengths);
  changes.is_full = since.empty();
  for (std::size_t server = 0; server < servers.size(); ++server) {
    const PostgresRows &rows = servers[server];
    const std::string &source = servers_->pools[server]->address();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (is_empty(rows, row)) continue;
      if (rows.is_null(row, 3)) {
        changes.dropped.push_back(rows.integer(row, 1));
        continue;
      }
      StoreEntry &entry = changes.put.emplace_back();
      entry.id = rows.integer(row, 1);
      entry.fingerprint = unsigned_at(rows, row, 2);
      entry.name = rows.bytes(row, 3);
      entry.columns_of_tables = unpack_shape(rows.bytes(row, 4), source);
      if (with_lengths) {
        entry.lengths = unpack_lengths(rows.bytes(row, 5), entry.columns_of_tables,
                                       unsigned_at(rows, row, 7), source);
      }
    }
  }
  std::ranges::sort(changes.put, {}, &StoreEntry::id);
  std::ranges::sort(changes.dropped);
  if (changes.is_full) changes.dropped.clear();
  return changes;
}

StoreVersion PostgresStore::postings(const AnalyzerOptions &analysis,
                                     std::span<const std::string> terms,
                                     std::vector<FoundBlock> &blocks) const {
  const std::string statement = servers_->in_space(
      "SELECT s.version, p.place, p.database, p.block FROM %s.store s LEFT JOIN (SELECT q.place, "
      "p.database, p.block FROM unnest($2::bigint[]) WITH ORDINALITY AS q(term, place) JOIN "
      "%s.posting p ON p.analysis = $1::smallint AND p.term = q.term) p ON true");
  const std::vector<std::int64_t> hashes = stored_hashes_of(terms);
  const std::vector<PostgresRows> servers = servers_->ask(
      statement, PostgresParameters().add(std::int64_t{analysis_code(analysis)}).add(hashes));
  for (std::size_t server = 0; server < servers.size(); ++server) {
    const PostgresRows &rows = servers[server];
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (is_empty(rows, row)) continue;
      const auto place = unsigned_at(rows, row, 1) - 1;
      UnpackedBlock block = unpack_block(rows.bytes(row, 3), servers_->pools[server]->address());
      if (block.term != terms[place]) continue;  // another term with the same hash
      blocks.push_back({place, rows.integer(row, 2), std::move(block.postings)});
    }
  }
  return version_of(servers);
}

FoundVectors PostgresStore::nearest(const VectorQuery &query) const {
  if (query.dimensions == 0 || query.vectors.size() % query.dimensions != 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} numbers are not vectors of {} dimensions", query.vectors.size(),
                            query.dimensions));
  }
  // Few databases are compared exactly; their keys make that cheap.
  constexpr std::size_t few = 1000;
  SearchMode mode = query.mode;
  if (query.databases && query.databases->size() <= few) mode = SearchMode::exact;
  const std::string statement = fmt::format(
      "SELECT s.version, v.database, v.ordinal::bigint, v.vector FROM {0}.store s LEFT JOIN "
      "(SELECT DISTINCT ON (n.database, n.ordinal) n.* FROM {4} AS q CROSS JOIN LATERAL (SELECT "
      "database, ordinal, vector FROM {0}.{1} {2} ORDER BY (vector <#> q.probe){3} LIMIT $2) n) v "
      "ON true",
      servers_->in_space("%s"), vector_table(query.level),
      query.databases ? "WHERE database = ANY($3::bigint[])" : "", order_of(mode), probes_text);
  const std::vector<std::string> probes = vector_texts(query.vectors, query.dimensions);
  PostgresParameters parameters;
  parameters.add(probes).add(static_cast<std::int64_t>(query.nearest));
  if (query.databases) parameters.add(*query.databases);
  return found_in(servers_->ask(statement, parameters));
}

FoundVectors PostgresStore::vectors(Level level, std::span<const StoreObject> objects) const {
  const std::string statement = fmt::format(
      "SELECT s.version, v.database, v.ordinal::bigint, v.vector FROM {0}.store s LEFT JOIN (SELECT "
      "t.* FROM unnest($1::bigint[], $2::bigint[]) AS q(database, ordinal) JOIN {0}.{1} t ON "
      "t.database = q.database AND t.ordinal = q.ordinal::integer) v ON true",
      servers_->in_space("%s"), vector_table(level));
  std::vector<std::vector<std::int64_t>> databases(servers_->pools.size());
  std::vector<std::vector<std::int64_t>> ordinals(servers_->pools.size());
  for (const StoreObject &object : objects) {
    const std::size_t server = server_of(object.database, servers_->pools.size());
    databases[server].push_back(object.database);
    ordinals[server].push_back(object.ordinal);
  }
  std::vector<PostgresParameters> parameters;
  for (std::size_t server = 0; server < databases.size(); ++server) {
    parameters.push_back(PostgresParameters().add(databases[server]).add(ordinals[server]));
  }
  return found_in(servers_->ask(statement, parameters));
}

std::vector<StoredDefinition> PostgresStore::definitions(std::span<const std::int64_t> ids) const {
  const std::string statement = servers_->in_space(
      "SELECT id, fingerprint, definition FROM %s.database WHERE id = ANY($1::bigint[])");
  std::vector<PostgresParameters> parameters;
  for (const auto &own : by_server(ids, servers_->pools.size())) {
    parameters.push_back(PostgresParameters().add(own));
  }
  std::vector<StoredDefinition> definitions;
  for (const PostgresRows &rows : servers_->ask(statement, parameters)) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      definitions.push_back(
          {rows.integer(row, 0), unsigned_at(rows, row, 1), std::string(rows.bytes(row, 2))});
    }
  }
  std::ranges::sort(definitions, {}, &StoredDefinition::id);
  return definitions;
}

}  // namespace sluice::inline v0
