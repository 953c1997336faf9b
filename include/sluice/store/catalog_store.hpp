#ifndef SLUICE_STORE_CATALOG_STORE_HPP
#define SLUICE_STORE_CATALOG_STORE_HPP

/// A catalog's texts and vectors on servers: what every store does.
///
/// A store holds databases by numbers of its own, which stay while they are there; a table or a
/// column is a position within its database. Databases are spread over the servers by their number.
/// Each server counts the changes that it took, and says so in every answer: an asker who compares
/// notices at once that what he knows is old.
///
/// Errors of every function, beside those it names:
///   io               a server cannot be reached, broke the connection or refused: no answer, never
///                    a part of one
///   limit_exceeded   the deadline passed
///   not_found        nobody loaded anything into the store
///   unsupported      the store is of another layout, the server too old, the build without a
///   client malformed        what the store holds is damaged
/// No message holds a password.

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

namespace sluice {

/// How many changes each server took, in the order of the servers. Equal: the same content.
using StoreVersion = std::vector<std::uint64_t>;

struct StoreOptions {
  double seconds = 30;               ///< For one request, connecting included.
  double write_seconds = 24 * 3600;  ///< For all of a change.
  std::size_t connections = 8;       ///< To each server at most; who finds none free waits.
  /// A graph over columns is made for so many at most, as it is laid down: beyond, graph mode looks
  /// at every column's vector too, and tables alone have a graph.
  std::size_t graph_columns = 250'000;
  /// How many neighbors a search through a graph keeps in view, 1 to 1000: more finds more,
  /// slower.
  std::size_t graph_effort = 400;
  std::size_t graph_bytes = std::size_t{1} << 30;  ///< For building a graph, on the server.
  /// Of an OpenSearch, when it is loaded: parts of each index, and further copies of each part, as
  /// many as there are nodes for at most.
  std::size_t shards = 3;
  std::size_t replicas = 1;
};

/// A database by what does not grow with its texts.
struct StoreEntry {
  std::int64_t id = 0;  ///< At least 1. Their order is that in which databases came.
  std::string name;
  std::uint64_t fingerprint = 0;
  std::vector<std::uint32_t> columns_of_tables;
  std::vector<TextLengths> lengths;  ///< By analysis, where they were asked for.
};

struct StoreChanges {
  StoreVersion version;
  bool whole = false;                 ///< `put` is all that there is: it was loaded anew.
  std::vector<StoreEntry> put;        ///< New or changed, by id.
  std::vector<std::int64_t> dropped;  ///< Of those that were there, rising.
};

struct StoreState {
  StoreVersion version;
  StoreSettings settings;
};

/// Postings of one term in one database.
struct FoundBlock {
  std::size_t term = 0;  ///< Its place in the question.
  std::int64_t database = 0;
  std::vector<Posting> postings;
};

/// A table or a column by its place.
struct StoreObject {
  std::int64_t database = 0;
  std::uint32_t ordinal = 0;  ///< Among the database's tables, or among its columns.

  friend bool operator==(const StoreObject &, const StoreObject &) = default;
  friend auto operator<=>(const StoreObject &, const StoreObject &) = default;
};

enum class SearchMode : std::uint8_t {
  exact,  ///< Every vector is looked at.
  graph,  ///< Neighbors are followed: faster, and some are missed.
};

struct VectorQuery {
  Level level = Level::column;     ///< Tables or columns.
  std::span<const float> vectors;  ///< Row-major, of unit length or zero.
  std::size_t dimensions = 0;      ///< Of each: as the store's settings say.
  std::size_t nearest = 100;       ///< Of each vector.
  SearchMode mode = SearchMode::exact;
  /// Only of these; nothing: of all. Where they are few, every vector of theirs is looked at.
  std::optional<std::span<const std::int64_t>> databases = std::nullopt;
};

struct FoundVectors {
  StoreVersion version;
  std::vector<StoreObject> objects;  ///< Rising, each once.
  std::vector<float> vectors;        ///< Theirs, row-major, as they were put.
};

struct RouteQuery {
  std::span<const std::string> terms;  ///< By the settings' first analysis; each once.
  std::span<const float> vector;       ///< Of the question; empty: words alone.
  std::size_t databases = 50;          ///< At most.
  float vector_weight = 0.5F;          ///< The best words weigh 1.
  SearchMode mode = SearchMode::graph;
};

struct RoutedDatabase {
  std::int64_t id = 0;
  std::uint64_t fingerprint = 0;
  float score = 0;
};

struct Routed {
  StoreVersion version;
  std::vector<RoutedDatabase> databases;  ///< Best first; ties: smaller id.
};

struct StoredDefinition {
  std::int64_t id = 0;
  std::uint64_t fingerprint = 0;
  std::string definition;  ///< For `database_in`.
};

struct StoreServer {
  std::string address;                  ///< As `shown_server` has it.
  std::string error;                    ///< Empty: it answers.
  std::string software;                 ///< "PostgreSQL 18.6, pgvector 0.8.6"
  double seconds = 0;                   ///< That it took to answer.
  std::optional<std::uint32_t> layout;  ///< Nothing: not known.
  std::uint64_t version = 0;
  std::uint64_t databases = 0, tables = 0, columns = 0, postings = 0, vectors = 0, bytes = 0;
};

struct StoreHealth {
  std::vector<StoreServer> servers;
  bool healthy() const noexcept;  ///< All answer, and hold stores that this release reads.
};

/// One change, which nobody sees before it is committed, and then all of it, server by server.
/// Destroyed without: it never was. One thread.
class StoreWriter {
 public:
  virtual ~StoreWriter() = default;
  /// New, or in the place of what has the number.
  virtual void put(std::int64_t id, const DatabaseDocument &document) = 0;
  virtual void drop(std::int64_t id) = 0;
  virtual StoreVersion commit() = 0;
};

/// Any threads at once.
class CatalogStore {
 public:
  virtual ~CatalogStore() = default;

  virtual const StoreUrl &url() const noexcept = 0;
  /// Nothing where nobody loaded anything.
  virtual std::optional<StoreState> state() const = 0;

  /// Begins a change of what the store is at `at`. Waits for another writer to end. Throws
  /// Error(mismatch) if the store is at another version then, unsupported, invalid_argument (other
  /// settings than the store's).
  virtual std::unique_ptr<StoreWriter> change(const StoreVersion &at,
                                              const StoreSettings &settings) = 0;
  /// Begins to load a store anew, in the place of what it may hold.
  virtual std::unique_ptr<StoreWriter> replace(const StoreSettings &settings) = 0;

  /// What changed after `since`; empty: all that there is.
  virtual StoreChanges changes(const StoreVersion &since, bool with_lengths) const = 0;
  /// Adds all postings of some terms (each once) to `blocks`, in any order. Returns the version.
  virtual StoreVersion postings(const AnalyzerOptions &analysis, std::span<const std::string> terms,
                                std::vector<FoundBlock> &blocks) const = 0;
  /// The nearest vectors to any of the question's. Throws Error(invalid_argument) for a length that
  /// is no multiple of the dimensions.
  virtual FoundVectors nearest(const VectorQuery &query) const = 0;
  /// The vectors of some objects, those that are not there left out.
  virtual FoundVectors vectors(Level level, std::span<const StoreObject> objects) const = 0;
  /// Which databases a question may be about, by what a server can tell alone.
  virtual Routed route(const RouteQuery &query) const = 0;
  /// By id, those that are not there left out.
  virtual std::vector<StoredDefinition> definitions(std::span<const std::int64_t> ids) const = 0;

  /// Throws nothing of servers that do not answer: it tells.
  virtual StoreHealth health() const = 0;
};

/// The server of a database, of so many.
std::size_t server_of(std::int64_t database, std::size_t servers) noexcept;

/// A client of the store; connects when it is first asked. Throws Error(unsupported) if this build
/// has no client of the kind.
std::shared_ptr<CatalogStore> open_store(const StoreUrl &url, const StoreOptions &options = {});

}  // namespace sluice

#endif
