#ifndef SLUICE_SRC_STORE_OPENSEARCH_META_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_META_HPP

/// The document that says which parts of a store's indexes are visible, and its client.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opensearch_cluster.hpp"
#include "sluice/core/json_writer.hpp"
#include "store/opensearch_store.hpp"

namespace sluice::inline v0::store_detail {

/// Throws Error(malformed) if it is not a whole number.
inline std::uint64_t unsigned_of(JsonValue value) {
  return static_cast<std::uint64_t>(value.as_integer());
}

/// Each change has a number, greater than all earlier ones. Documents that it writes have this
/// number, and are visible if the version is at least that. Removed revisions are listed until they
/// are deleted.
struct StoreMeta {
  std::uint32_t layout = store_layout;
  std::uint64_t version = 0;  ///< 0: nothing was committed yet.
  std::uint64_t loaded = 0;   ///< The change that loaded the store; part of index names.
  std::uint64_t next = 0;     ///< Number of the next change.
  std::uint64_t writer = 0;   ///< The current change, the only one that may be committed; 0: none.
  std::vector<std::uint64_t> hidden;  ///< Invisible changes: begun but never committed.
  std::vector<std::string> retired;   ///< Revisions that were replaced.
  StoreSettings settings;
  std::int64_t sequence = 0, term = 0;  ///< Of this document, on the servers.

  std::string to_json() const;
  static StoreMeta from_hit(JsonValue hit);
};

/// Converts a number to the signed 64 bits that the servers support.
inline std::int64_t signed_number(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

/// Returns the id of a change's revision of a database, put or dropped.
std::string revision_of(std::uint64_t since, std::int64_t database);

/// Begins {"bool":{"filter":[ in `writer`, with the filters for visible documents; `end_seen` ends
/// it.
void begin_seen(JsonWriter &writer, const StoreMeta &meta);
void end_seen(JsonWriter &writer, const StoreMeta &meta);
void filter_number(JsonWriter &writer, std::string_view field, std::int64_t value);
void filter_numbers(JsonWriter &writer, std::string_view field,
                    std::span<const std::int64_t> values);
void filter_words(JsonWriter &writer, std::string_view field, std::span<const std::string> values);

/// Returns the value of a field that was requested in docvalue_fields; it must have exactly one.
JsonValue field_of(JsonValue hit, std::string_view name);
std::uint64_t total_of(JsonValue answer);
/// Returns the hits of an answer; may be empty.
std::vector<JsonValue> hits_of(JsonValue answer);

enum class StoreIndex : std::uint8_t { database, posting, table, column };

}  // namespace sluice::inline v0::store_detail

namespace sluice::inline v0 {

struct OpenSearchStore::Cluster {
  StoreUrl url;
  StoreOptions options;
  store_detail::OpenSearchCluster http;

  Cluster(StoreUrl of, const StoreOptions &with);

  std::string meta_index() const { return url.space + "-store"; }
  std::string index(const store_detail::StoreMeta &meta, store_detail::StoreIndex kind) const {
    return index(meta.loaded, kind);
  }
  std::string index(std::uint64_t loaded, store_detail::StoreIndex kind) const;

  /// Reads the current document; nullopt if there is none.
  std::optional<store_detail::StoreMeta> read_meta(store_detail::ClusterDeadline deadline) const;
  /// Replaces the document, unless it has changed since it was read; then returns false. With
  /// `refresh`, searches see it immediately.
  bool write_meta(store_detail::StoreMeta &meta, store_detail::ClusterDeadline deadline,
                  bool refresh) const;

  using Searches = std::vector<store_detail::ClusterSearch>;
  struct Answers {
    store_detail::StoreMeta meta;  ///< The version of all answers.
    std::vector<JsonValue> answers;
    std::optional<store_detail::ClusterAnswer> held;  ///< Owns the JSON of the answers.
  };
  /// Runs the searches that `searches` creates for a version, in one request; repeats them if the
  /// store has another version. Throws Error(not_found) if nothing was loaded.
  Answers read(const std::function<Searches(const store_detail::StoreMeta &)> &searches,
               store_detail::ClusterDeadline deadline) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<store_detail::StoreMeta> known_;
};

}  // namespace sluice::inline v0

#endif
