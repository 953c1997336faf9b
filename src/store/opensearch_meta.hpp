#ifndef SLUICE_SRC_STORE_OPENSEARCH_META_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_META_HPP

/// The document that says what of a store's indexes is to be seen, and the client around it.

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
#include "sluice/store/opensearch_store.hpp"

namespace sluice::detail {

/// Throws Error(malformed) if it is not a whole number.
inline std::uint64_t unsigned_of(JsonValue value) {
  return static_cast<std::uint64_t>(value.as_integer());
}

/// Each change has a number of its own, greater than those before: what it writes says that it is
/// there since then, and is seen once the version is at least that number. What went is listed
/// until it is deleted.
struct StoreMeta {
  std::uint32_t layout = store_layout;
  std::uint64_t version = 0;  ///< 0: nothing was ever committed.
  std::uint64_t loaded = 0;   ///< The change that loaded it, which names the indexes.
  std::uint64_t next = 0;     ///< The next change's number.
  std::uint64_t writer = 0;   ///< The change under way, the only one that may be committed; or 0.
  std::vector<std::uint64_t> hidden;  ///< Changes that are not to be seen: begun, never committed.
  std::vector<std::string> retired;   ///< Revisions in whose place others came.
  StoreSettings settings;
  std::int64_t sequence = 0, term = 0;  ///< Of this document, as the servers count.

  std::string to_json() const;
  static StoreMeta from_hit(JsonValue hit);
};

/// Every number that is kept, as the 64 bits with a sign that the servers know.
inline std::int64_t signed_number(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

/// What a change put for a database, or that it dropped it.
std::string revision_of(std::uint64_t since, std::int64_t database);

/// Begins {"bool":{"filter":[ in `writer`, with what is seen; end with `end_seen`.
void begin_seen(JsonWriter &writer, const StoreMeta &meta);
void end_seen(JsonWriter &writer, const StoreMeta &meta);
void filter_number(JsonWriter &writer, std::string_view field, std::int64_t value);
void filter_numbers(JsonWriter &writer, std::string_view field,
                    std::span<const std::int64_t> values);
void filter_words(JsonWriter &writer, std::string_view field, std::span<const std::string> values);

/// The one value of a field that was asked for as docvalue_fields.
JsonValue field_of(JsonValue hit, std::string_view name);
std::uint64_t total_of(JsonValue answer);
/// Its hits; none where the answer lists none.
std::vector<JsonValue> hits_of(JsonValue answer);

enum class StoreIndex : std::uint8_t { database, posting, table, column };

}  // namespace sluice::detail

namespace sluice {

struct OpenSearchStore::Cluster {
  StoreUrl url;
  StoreOptions options;
  detail::OpenSearchCluster http;

  Cluster(StoreUrl of, const StoreOptions &with);

  std::string meta_index() const { return url.space + "-store"; }
  std::string index(const detail::StoreMeta &meta, detail::StoreIndex kind) const {
    return index(meta.loaded, kind);
  }
  std::string index(std::uint64_t loaded, detail::StoreIndex kind) const;

  /// As it is now; nothing where there is none.
  std::optional<detail::StoreMeta> read_meta(detail::ClusterDeadline deadline) const;
  /// Exchanges it if nobody else did since it was read; else returns false. Searches see it at once
  /// with `refresh`.
  bool write_meta(detail::StoreMeta &meta, detail::ClusterDeadline deadline, bool refresh) const;

  using Searches = std::vector<detail::ClusterSearch>;
  struct Answers {
    detail::StoreMeta meta;  ///< That all of them are of.
    std::vector<JsonValue> answers;
    std::optional<detail::ClusterAnswer> held;  ///< What they view.
  };
  /// One request of searches over what is seen, as they are made for a version; again where the
  /// version was another one. Throws Error(not_found) where nobody loaded the store.
  Answers read(const std::function<Searches(const detail::StoreMeta &)> &searches,
               detail::ClusterDeadline deadline) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<detail::StoreMeta> known_;
};

}  // namespace sluice

#endif
