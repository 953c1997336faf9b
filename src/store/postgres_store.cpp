#include "store/postgres_store.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "postgres_servers.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0 {
namespace {

using detail::PostgresParameters;
using detail::PostgresRows;

std::uint64_t unsigned_at(const PostgresRows &rows, std::size_t row, int column) {
  return static_cast<std::uint64_t>(rows.integer(row, column));
}

/// A row with only the version has a null second column.
bool is_empty(const PostgresRows &rows, std::size_t row) { return rows.is_null(row, 1); }

StoreVersion version_of(std::span<const PostgresRows> servers) {
  StoreVersion version;
  for (const PostgresRows &rows : servers) {
    if (rows.size() == 0)
      throw Error(ErrorCode::malformed, "a server of the store reports no version");
    version.push_back(unsigned_at(rows, 0, 0));
  }
  return version;
}

std::string vector_text(std::span<const float> vector) {
  std::string text = "[";
  for (const float x : vector) {
    if (text.size() > 1) text += ',';
    fmt::format_to(std::back_inserter(text), "{}", x);
  }
  return text + "]";
}

std::vector<std::string> vector_texts(std::span<const float> vectors, std::size_t dimensions) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < vectors.size(); at += dimensions) {
    texts.push_back(vector_text(vectors.subspan(at, dimensions)));
  }
  return texts;
}

std::vector<std::int64_t> hashes_of(std::span<const std::string> terms) {
  std::vector<std::int64_t> hashes;
  for (const std::string &term : terms) hashes.push_back(stored(hash64(term)));
  return hashes;
}

std::string_view vector_table(Level level) {
  return level == Level::table ? "table_vector" : "column_vector";
}

/// Parses each probe once: without OFFSET, the text would be parsed again for every row.
constexpr std::string_view probes_text =
    "(SELECT t.probe::vector FROM unnest($1::text[]) AS t(probe) OFFSET 0)";

/// An index can only order by the plain distance; adding a term prevents its use.
std::string_view order_of(SearchMode mode) {
  return mode == SearchMode::exact ? " + 0.0, database, ordinal" : "";
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

/// Sums the scores of several searches, each scaled so that its maximum is a given weight.
class RouteScores {
 public:
  void add(std::span<const PostgresRows> servers, float weight) {
    double greatest = 0;
    for (const PostgresRows &rows : servers) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!is_empty(rows, row)) greatest = std::max(greatest, rows.real(row, 3));
      }
    }
    if (greatest <= 0) return;
    for (const PostgresRows &rows : servers) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (is_empty(rows, row)) continue;
        RoutedDatabase &routed = databases_[rows.integer(row, 1)];
        routed.id = rows.integer(row, 1);
        routed.fingerprint = unsigned_at(rows, row, 2);
        routed.score += weight * static_cast<float>(std::max(0.0, rows.real(row, 3)) / greatest);
      }
    }
  }

  std::vector<RoutedDatabase> best(std::size_t most) const {
    std::vector<RoutedDatabase> all;
    for (const auto &[id, routed] : databases_) all.push_back(routed);
    std::ranges::stable_sort(all, std::ranges::greater{}, &RoutedDatabase::score);
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  std::map<std::int64_t, RoutedDatabase> databases_;
};

}  // namespace

PostgresStore::PostgresStore(StoreUrl url, const StoreOptions &options)
    : servers_(new Servers(std::move(url), options)) {}
PostgresStore::~PostgresStore() = default;

const StoreUrl &PostgresStore::url() const noexcept { return servers_->url; }

std::optional<StoreState> PostgresStore::state() const {
  const std::string statement =
      servers_->in_space("SELECT version, layout, analyses, embedder, dimensions FROM %s.store");
  const detail::Deadline deadline = detail::deadline_after(servers_->options.seconds);
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
    detail::expect_layout(rows.integer(0, 1), pool->address());
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
  const std::vector<std::int64_t> hashes = hashes_of(terms);
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

Routed PostgresStore::route(const RouteQuery &query) const {
  // A hundred words are enough to route a question.
  constexpr std::size_t max_terms = 100;
  const std::vector<std::int64_t> terms =
      hashes_of(query.terms.first(std::min(query.terms.size(), max_terms)));
  const std::size_t listed = query.databases * 4;

  // The rarity of a term depends on all servers.
  const std::vector<PostgresRows> counts = servers_->ask(
      servers_->in_space(
          "SELECT s.version, q.place, (SELECT count(*) FROM %s.posting p WHERE p.analysis = "
          "get_byte(s.analyses, 0)::smallint AND p.term = q.term), s.databases FROM %s.store s LEFT "
          "JOIN unnest($1::bigint[]) WITH ORDINALITY AS q(term, place) ON true"),
      PostgresParameters().add(terms));
  std::vector<double> frequencies(terms.size(), 0);
  double databases = 0;
  for (const PostgresRows &rows : counts) {
    databases += static_cast<double>(rows.size() > 0 ? rows.integer(0, 3) : 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (is_empty(rows, row)) continue;
      frequencies.at(unsigned_at(rows, row, 1) - 1) += static_cast<double>(rows.integer(row, 2));
    }
  }
  for (double &frequency : frequencies) {
    frequency = std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5));
  }
  const std::vector<PostgresRows> by_words = servers_->ask(
      servers_->in_space(
          "SELECT s.version, r.database, d.fingerprint, r.score FROM %s.store s LEFT JOIN (SELECT "
          "p.database, sum(p.impact * q.weight) AS score FROM unnest($1::bigint[], $2::float8[]) AS "
          "q(term, weight) JOIN %s.store o ON true JOIN %s.posting p ON p.analysis = "
          "get_byte(o.analyses, 0)::smallint AND p.term = q.term GROUP BY p.database ORDER BY score "
          "DESC, p.database LIMIT $3) r ON true LEFT JOIN %s.database d ON d.id = r.database"),
      PostgresParameters().add(terms).add(frequencies).add(static_cast<std::int64_t>(listed)));
  Routed routed;
  routed.version = version_of(by_words);
  RouteScores scores;
  scores.add(by_words, 1);
  if (!query.vector.empty()) {
    const std::string statement = fmt::format(
        "SELECT s.version, r.database, d.fingerprint, r.score FROM {0}.store s LEFT JOIN (SELECT "
        "n.database, max(-n.distance) AS score FROM {2} AS q CROSS JOIN LATERAL (SELECT database, "
        "vector <#> q.probe AS distance FROM {0}.table_vector ORDER BY (vector <#> q.probe){1} LIMIT "
        "$2) n GROUP BY n.database) r ON true LEFT JOIN {0}.database d ON d.id = r.database",
        servers_->in_space("%s"), order_of(query.mode), probes_text);
    const std::vector<std::string> vector{vector_text(query.vector)};
    const std::vector<PostgresRows> by_vector = servers_->ask(
        statement, PostgresParameters().add(vector).add(static_cast<std::int64_t>(listed)));
    scores.add(by_vector, query.vector_weight);
  }
  routed.databases = scores.best(query.databases);
  return routed;
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

StoreHealth PostgresStore::health() const {
  StoreHealth health;
  for (const auto &pool : servers_->pools) {
    StoreServer &server = health.servers.emplace_back();
    server.address = pool->address();
    const auto start = std::chrono::steady_clock::now();
    const detail::Deadline deadline = detail::deadline_after(servers_->options.seconds);
    try {
      const PostgresRows software = servers_->ask_one(
          *pool,
          "SELECT pg_catalog.convert_to('PostgreSQL ' || current_setting('server_version') || "
          "coalesce(', pgvector ' || (SELECT extversion FROM pg_catalog.pg_extension WHERE extname "
          "= 'vector'), ', no pgvector'), 'UTF8')",
          {}, deadline);
      server.software = software.bytes(0, 0);
      server.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const PostgresRows layout =
          servers_->ask_one(*pool, servers_->in_space("SELECT layout FROM %s.store"), {}, deadline);
      if (layout.size() == 0) throw Error(ErrorCode::not_found, "holds no store");
      server.layout = static_cast<std::uint32_t>(layout.integer(0, 0));
      detail::expect_layout(layout.integer(0, 0), pool->address());
      const PostgresRows counts = servers_->ask_one(
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
      server.version = unsigned_at(counts, 0, 0);
      server.databases = unsigned_at(counts, 0, 1);
      server.tables = unsigned_at(counts, 0, 2);
      server.columns = unsigned_at(counts, 0, 3);
      server.postings = unsigned_at(counts, 0, 4);
      server.bytes = unsigned_at(counts, 0, 5);
      if (counts.integer(0, 6) == 0) continue;
      const PostgresRows vectors = servers_->ask_one(
          *pool,
          servers_->in_space(
              "SELECT (SELECT count(*) FROM %s.table_vector) + (SELECT count(*) FROM "
              "%s.column_vector)"),
          {}, deadline);
      server.vectors = unsigned_at(vectors, 0, 0);
    } catch (const Error &error) {
      server.error = error.code() == ErrorCode::not_found ? "holds no store" : error.message();
    }
  }
  return health;
}

}  // namespace sluice::inline v0
