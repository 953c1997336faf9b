#ifndef SLUICE_STORE_CATALOG_STORE_HPP
#define SLUICE_STORE_CATALOG_STORE_HPP

/// The interface of stores: databases' texts and vectors on servers.
///
/// A store gives each database an id, which stays as long as the database is there; a table or a
/// column is identified by its position in the database. Databases are spread over the servers by
/// id. Each server counts its changes and reports the count in every answer, so a client notices
/// immediately that its data is outdated.
///
/// Every function may throw these errors, in addition to those in its comment:
/// - io: a server cannot be reached, closed the connection or refused. Partial answers are never
///   returned.
/// - limit_exceeded: the deadline passed.
/// - not_found: nothing was loaded into the store.
/// - unsupported: the store has another layout, the server is too old, or this build has no client
///   for it.
/// - malformed: the content of the store is damaged.
///
/// No message contains a password.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/index/hierarchy.hpp"
#include "sluice/store/database_document.hpp"
#include "sluice/store/store_url.hpp"

namespace sluice::inline v0 {

/// Number of changes of each server, in the order of the servers. Equal versions have equal
/// content.
using StoreVersion = std::vector<std::uint64_t>;

struct StoreOptions {
  double seconds = 30;               ///< Deadline of one request, including connecting.
  double write_seconds = 24 * 3600;  ///< Deadline of a whole change.
  std::size_t connections = 8;       ///< Maximum per server; calls wait for a free one.
  /// Maximum number of columns for which a graph is built when the store is loaded. With more
  /// columns only tables have a graph, and graph mode compares every column's vector.
  std::size_t graph_columns = 250'000;
  /// Number of neighbors that a graph search keeps, in [1, 1000]. More finds more, but is slower.
  std::size_t graph_effort = 400;
  std::size_t graph_bytes = std::size_t{1} << 30;  ///< Memory of the server for building a graph.
  /// OpenSearch only, when the store is loaded: shards of each index, and replicas of each shard,
  /// at most as many as the nodes can hold.
  std::size_t shards = 3;
  std::size_t replicas = 1;
};

/// Data of a database whose size does not depend on its texts.
struct StoreEntry {
  std::int64_t id = 0;  ///< At least 1, in order of insertion.
  std::string name;
  std::uint64_t fingerprint = 0;
  std::vector<std::uint32_t> columns_of_tables;
  std::vector<TextLengths> lengths;  ///< By analysis; empty if not requested.
};

struct StoreChanges {
  StoreVersion version;
  bool is_full = false;               ///< The store was reloaded: `put` is all of it.
  std::vector<StoreEntry> put;        ///< New or changed, by id.
  std::vector<std::int64_t> dropped;  ///< Ids of removed databases, ascending.
};

struct StoreState {
  StoreVersion version;
  StoreSettings settings;
};

/// Postings of one term in one database.
struct FoundBlock {
  std::size_t term = 0;  ///< Position among the requested terms.
  std::int64_t database = 0;
  std::vector<Posting> postings;
};

/// A table or a column, by position.
struct StoreObject {
  std::int64_t database = 0;
  std::uint32_t ordinal = 0;  ///< Position among the database's tables or columns.

  friend bool operator==(const StoreObject &, const StoreObject &) = default;
  friend auto operator<=>(const StoreObject &, const StoreObject &) = default;
};

enum class SearchMode : std::uint8_t {
  exact,  ///< Compares every vector.
  graph,  ///< Approximate, by a neighbor graph: faster, but misses some.
};

struct VectorQuery {
  Level level = Level::column;     ///< Tables or columns.
  std::span<const float> vectors;  ///< Row-major, of unit length or zero.
  std::size_t dimensions = 0;      ///< Of each vector; that of the store's settings.
  std::size_t nearest = 100;       ///< Results per vector.
  SearchMode mode = SearchMode::exact;
  /// Search only these databases; nullopt means all. If they are few, every vector of theirs is
  /// compared.
  std::optional<std::span<const std::int64_t>> databases = std::nullopt;
};

struct FoundVectors {
  StoreVersion version;
  std::vector<StoreObject> objects;  ///< Ascending, without duplicates.
  std::vector<float> vectors;        ///< Vectors of `objects`, row-major, as they were put.
};

struct RouteQuery {
  std::span<const std::string> terms;  ///< By the settings' first analysis, without duplicates.
  std::span<const float> vector;       ///< Of the question; empty: use words only.
  std::size_t databases = 50;          ///< Maximum number of results.
  float vector_weight = 0.5F;          ///< Relative to the best word score, which is 1.
  SearchMode mode = SearchMode::graph;
};

struct RoutedDatabase {
  std::int64_t id = 0;
  std::uint64_t fingerprint = 0;
  float score = 0;
};

struct Routed {
  StoreVersion version;
  std::vector<RoutedDatabase> databases;  ///< Best first; smaller id first in ties.
};

struct StoredDefinition {
  std::int64_t id = 0;
  std::uint64_t fingerprint = 0;
  std::string definition;  ///< For `database_in`.
};

struct StoreServer {
  std::string address;                  ///< From `shown_server`.
  std::string error;                    ///< Empty if the server answers.
  std::string software;                 ///< Such as "PostgreSQL 18.6, pgvector 0.8.6".
  double seconds = 0;                   ///< Response time.
  std::optional<std::uint32_t> layout;  ///< nullopt if unknown.
  std::uint64_t version = 0;
  std::uint64_t databases = 0, tables = 0, columns = 0, postings = 0, vectors = 0, bytes = 0;
};

struct StoreHealth {
  std::vector<StoreServer> servers;
  bool healthy()
      const noexcept;  ///< All servers answer and have a store that this release can read.
};

/// A change of a store. It becomes visible when it is committed, as a whole on each server, one
/// server after another. Without a commit, the destructor discards it. Not thread-safe.
class StoreWriter {
 public:
  virtual ~StoreWriter() = default;
  /// Adds a database, or replaces the one with this id.
  virtual void put(std::int64_t id, const DatabaseDocument &document) = 0;
  virtual void drop(std::int64_t id) = 0;
  virtual StoreVersion commit() = 0;
};

/// Thread-safe.
class CatalogStore {
 public:
  virtual ~CatalogStore() = default;

  virtual const StoreUrl &url() const noexcept = 0;
  /// Returns nullopt if nothing was loaded.
  virtual std::optional<StoreState> state() const = 0;

  /// Begins a change of the store at version `at`. Waits until another writer has finished. Throws
  /// Error(mismatch) if the store then has another version, Error(unsupported), and
  /// Error(invalid_argument) if `settings` differ from those of the store.
  virtual std::unique_ptr<StoreWriter> change(const StoreVersion &at,
                                              const StoreSettings &settings) = 0;
  /// Begins to reload the store; on commit, everything in it is replaced.
  virtual std::unique_ptr<StoreWriter> replace(const StoreSettings &settings) = 0;

  /// Returns what changed after `since`; if `since` is empty, everything.
  virtual StoreChanges changes(const StoreVersion &since, bool with_lengths) const = 0;
  /// Appends all postings of the terms, which must not repeat, to `blocks`, in any order. Returns
  /// the version.
  virtual StoreVersion postings(const AnalyzerOptions &analysis, std::span<const std::string> terms,
                                std::vector<FoundBlock> &blocks) const = 0;
  /// Returns the nearest vectors to any of the query's vectors. Throws Error(invalid_argument) if
  /// their size is not a multiple of the dimensions.
  virtual FoundVectors nearest(const VectorQuery &query) const = 0;
  /// Returns the vectors of some objects; skips objects that do not exist.
  virtual FoundVectors vectors(Level level, std::span<const StoreObject> objects) const = 0;
  /// Ranks the databases that a question may be about, as well as the servers can do it alone.
  virtual Routed route(const RouteQuery &query) const = 0;
  /// Returns the definitions of databases by id; skips ids that do not exist.
  virtual std::vector<StoredDefinition> definitions(std::span<const std::int64_t> ids) const = 0;

  /// Servers that do not answer are reported in the result; they are not an error.
  virtual StoreHealth health() const = 0;
};

/// Returns the index of the server, among `servers`, that has a database.
std::size_t server_of(std::int64_t database, std::size_t servers) noexcept;

/// Returns a client of the store; it connects on first use. Throws Error(unsupported) if this build
/// has no client of this kind.
std::shared_ptr<CatalogStore> open_store(const StoreUrl &url, const StoreOptions &options = {});

}  // namespace sluice::inline v0

#endif
