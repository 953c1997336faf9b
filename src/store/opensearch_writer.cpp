#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base64.hpp"
#include "opensearch_indexes.hpp"
#include "opensearch_meta.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "store/opensearch_store.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0 {
namespace {

using store_detail::all_indexes;
using store_detail::BulkOperation;
using store_detail::ClusterAnswer;
using store_detail::ClusterDeadline;
using store_detail::hits_of;
using store_detail::signed_number;
using store_detail::StoreIndex;
using store_detail::StoreMeta;

std::string bytes_of(std::span<const float> vector) {
  std::string bytes;
  for (const float x : vector) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    for (unsigned i = 0; i < sizeof(float); ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xFF);
  }
  return bytes;
}

/// One change of a store, identified by its number.
class OpenSearchWriter final : public StoreWriter {
 public:
  OpenSearchWriter(std::shared_ptr<const OpenSearchStore::Cluster> cluster, StoreMeta meta,
                   std::uint64_t number, const StoreSettings &settings, bool replaces,
                   bool follows_a_failure)
      : cluster_(std::move(cluster)),
        before_(std::move(meta)),
        settings_(settings),
        number_(number),
        loaded_(replaces ? number : before_.loaded),
        replaces_(replaces),
        deadline_(store_detail::cluster_deadline(cluster_->options.write_seconds)) {
    if (replaces) {
      make_indexes();
    } else if (follows_a_failure) {
      delete_invisible(before_);
      delete_other_loads();
    }
  }
  OpenSearchWriter(const OpenSearchWriter &) = delete;
  OpenSearchWriter &operator=(const OpenSearchWriter &) = delete;

  void put(std::int64_t id, const DatabaseDocument &document) override {
    if (!replaces_) gone_.push_back(id);
    std::size_t columns = 0;
    for (const std::uint32_t count : document.columns_of_tables) columns += count;
    JsonWriter &database = begin(StoreIndex::database, id, "", document.fingerprint);
    database.member("dropped", false)
        .member("tables", document.columns_of_tables.size())
        .member("columns", columns)
        .member("name", std::string_view(to_base64(document.name)))
        .member("shape", std::string_view(to_base64(pack_shape(document.columns_of_tables))))
        .member("lengths", std::string_view(to_base64(pack_lengths(document.analyses))))
        .member("definition", std::string_view(to_base64(document.definition)));
    end();
    for (std::size_t a = 0; a < document.analyses.size(); ++a) {
      const unsigned code = analysis_code(settings_.analyses[a]);
      // If two terms of a database have the same hash, the second is dropped, since they could not
      // be distinguished. The probability is less than 10^-12 per database.
      std::set<std::uint64_t> hashes;
      for (const TermBlock &block : document.analyses[a].terms) {
        const std::uint64_t hash = hash64(block.term);
        if (!hashes.insert(hash).second) continue;
        const std::string term = fmt::format("{:016x}", hash);
        begin(StoreIndex::posting, id, fmt::format(".{}.{}", code, term), document.fingerprint)
            .member("analysis", code)
            .member("term", std::string_view(term))
            .member("impact", block.impact)
            .member("block", std::string_view(to_base64(pack_block(block.term, block.postings))));
        end();
      }
    }
    add_vectors(StoreIndex::table, id, document.table_vectors, document.fingerprint);
    add_vectors(StoreIndex::column, id, document.column_vectors, document.fingerprint);
  }

  void drop(std::int64_t id) override {
    gone_.push_back(id);
    begin(StoreIndex::database, id, "", 0).member("dropped", true);
    end();
  }

  StoreVersion commit() override {
    flush();
    find_retired();
    expect_ok("POST", fmt::format("/{}-{}-*/_refresh", cluster_->url.space, loaded_), "");
    StoreMeta meta = before_;
    meta.layout = store_layout;
    meta.version = number_;
    meta.loaded = loaded_;
    meta.writer = 0;
    meta.settings = settings_;
    std::erase(meta.hidden, number_);
    meta.retired.insert(meta.retired.end(), retired_.begin(), retired_.end());
    if (replaces_) {
      meta.hidden.clear();
      meta.retired.clear();
    }
    if (!cluster_->write_meta(meta, piece_deadline(), /*refresh=*/true)) {
      throw Error(ErrorCode::mismatch, "another writer changed the store; update it again",
                  {cluster_->http.address()});
    }
    // The commit is done. If deleting invisible documents fails, the next writer deletes them.
    try {
      constexpr std::size_t enough = 100;  // worth the requests
      if (replaces_) {
        delete_other_loads();
      } else if (meta.retired.size() >= enough) {
        delete_invisible(meta);
      }
    } catch (const Error &) {
    }
    return {number_};
  }

 private:
  ClusterDeadline piece_deadline() const {
    constexpr double patience = 4;
    return std::min(deadline_,
                    store_detail::cluster_deadline(patience * cluster_->options.seconds));
  }

  ClusterAnswer expect_ok(const std::string &method, const std::string &path,
                          const std::string &body) const {
    ClusterAnswer answer = cluster_->http.ask(method, path, body, piece_deadline());
    constexpr int bad = 300, missing = 404;
    if (answer.status >= bad) {
      throw Error(answer.status == missing ? ErrorCode::mismatch : ErrorCode::io,
                  fmt::format("refused {} {} with {}", method, path.substr(0, path.find('?')),
                              answer.status),
                  {cluster_->http.address()});
    }
    return answer;
  }

  void make_indexes() const {
    expect_ok("PUT", "/_index_template/" + cluster_->url.space,
              store_detail::index_template(*cluster_));
    for (const StoreIndex kind : all_indexes) {
      if (store_detail::has_vectors(kind) && settings_.dimensions == 0) continue;
      store_detail::make_index(*cluster_, cluster_->index(loaded_, kind),
                               store_detail::index_body(kind, settings_.dimensions),
                               piece_deadline());
    }
  }

  JsonWriter &begin(StoreIndex kind, std::int64_t id, std::string_view suffix,
                    std::uint64_t fingerprint) {
    const std::string revision = store_detail::revision_of(number_, id);
    JsonWriter action;
    action.begin_object().key("index").begin_object();
    action.member("_index", std::string_view(cluster_->index(loaded_, kind)));
    action.member("_id", std::string_view(revision + std::string(suffix)));
    // A change of one database affects one shard of each index.
    action.member("routing", std::string_view(std::to_string(id)));
    operations_.push_back({action.end_object().end_object().take(), {}});
    document_ = JsonWriter();
    return document_.begin_object()
        .member("since", signed_number(number_))
        .member("revision", std::string_view(revision))
        .member("database", id)
        .member("fingerprint", signed_number(fingerprint));
  }

  void end() {
    operations_.back().document = document_.end_object().take();
    waiting_ += operations_.back().action.size() + operations_.back().document.size();
    constexpr std::size_t enough_bytes = 4 << 20, enough = 5000;
    if (waiting_ > enough_bytes || operations_.size() >= enough) flush();
  }

  void add_vectors(StoreIndex kind, std::int64_t id, std::span<const float> vectors,
                   std::uint64_t fingerprint) {
    for (std::size_t at = 0; at < vectors.size(); at += settings_.dimensions) {
      const std::size_t ordinal = at / settings_.dimensions;
      const auto vector = vectors.subspan(at, settings_.dimensions);
      JsonWriter &writer = begin(kind, id, fmt::format(".{}", ordinal), fingerprint);
      writer.member("ordinal", ordinal)
          .member("place", std::string_view(fmt::format("{}.{}", id, ordinal)))
          .member("bytes", std::string_view(to_base64(bytes_of(vector))))
          .key("vector")
          .begin_array();
      for (const float x : vector) writer.value(x);
      writer.end_array();
      end();
    }
  }

  /// Waits until the cluster has accepted this batch.
  void flush() {
    if (operations_.empty()) return;
    cluster_->http.bulk(operations_, piece_deadline());
    operations_.clear();
    waiting_ = 0;
  }

  std::vector<JsonValue> search(const std::string &index, const std::string &body,
                                std::optional<ClusterAnswer> &held) const {
    const store_detail::ClusterSearch one{index, body};
    return hits_of(cluster_->http.search({&one, 1}, piece_deadline(), held).front());
  }

  /// Finds the previous revisions of the databases in this change.
  void find_retired() {
    constexpr std::size_t at_once = 10'000;
    for (std::size_t first = 0; first < gone_.size(); first += at_once) {
      const auto some = std::span(gone_).subspan(first, std::min(at_once, gone_.size() - first));
      JsonWriter writer;
      writer.begin_object().member("size", at_once).key("_source").begin_array();
      writer.value("revision").end_array().key("query");
      begin_seen(writer, before_);
      store_detail::filter_numbers(writer, "database", some);
      end_seen(writer, before_);
      std::optional<ClusterAnswer> held;
      for (const JsonValue hit : search(cluster_->index(loaded_, StoreIndex::database),
                                        writer.end_object().take(), held)) {
        retired_.emplace(hit.at("_source").at("revision").as_string());
      }
    }
  }

  /// Deletes what `meta` hides, and then removes it from the list. Uncommitted changes stay hidden,
  /// since their writer may still be writing.
  void delete_invisible(const StoreMeta &meta) {
    std::vector<std::int64_t> hidden;
    for (const std::uint64_t change : meta.hidden) {
      if (change != number_) hidden.push_back(signed_number(change));
    }
    if (hidden.empty() && meta.retired.empty()) return;
    bool any = false;
    for (const StoreIndex kind : all_indexes) {
      if (store_detail::has_vectors(kind) && meta.settings.dimensions == 0) continue;
      const std::string index = cluster_->index(loaded_, kind);
      if (!hidden.empty()) expect_ok("POST", fmt::format("/{}/_refresh", index), "");
      for (bool more = true; more;) {
        constexpr std::size_t at_once = 5000;
        JsonWriter writer;
        writer.begin_object().member("size", at_once).member("_source", false);
        writer.key("docvalue_fields").begin_array().value("database").end_array().key("query");
        writer.begin_object().key("bool").begin_object().key("should").begin_array();
        if (!hidden.empty()) store_detail::filter_numbers(writer, "since", hidden);
        if (!meta.retired.empty()) store_detail::filter_words(writer, "revision", meta.retired);
        writer.end_array().end_object().end_object().end_object();
        std::optional<ClusterAnswer> held;
        std::vector<BulkOperation> deletions;
        for (const JsonValue hit : search(index, writer.take(), held)) {
          JsonWriter action;
          action.begin_object().key("delete").begin_object();
          const std::string routing =
              std::to_string(store_detail::field_of(hit, "database").as_integer());
          action.member("_index", std::string_view(index))
              .member("_id", hit.at("_id").as_string())
              .member("routing", std::string_view(routing));
          deletions.push_back({action.end_object().end_object().take(), {}});
        }
        if (deletions.empty()) break;
        cluster_->http.bulk(deletions, piece_deadline());
        more = deletions.size() == at_once;
        any = true;
        expect_ok("POST", fmt::format("/{}/_refresh", index), "");
      }
    }
    if (!any && meta.retired.empty()) return;
    StoreMeta cleaned = meta;
    cleaned.retired.clear();
    if (!cluster_->write_meta(cleaned, piece_deadline(), /*refresh=*/true)) return;
    before_ = std::move(cleaned);
  }

  /// Deletes indexes of loads that were replaced or never committed.
  void delete_other_loads() const {
    const ClusterAnswer answer = expect_ok(
        "GET",
        fmt::format("/{}-*-*/_settings?filter_path=*.settings.index.uuid", cluster_->url.space),
        "");
    const std::string own = fmt::format("{}-{}-", cluster_->url.space, loaded_);
    std::vector<std::string> others;
    answer.json.root().each_member([&](std::string_view name, JsonValue) {
      if (!name.starts_with(own)) others.emplace_back(name);
    });
    for (const std::string &name : others) expect_ok("DELETE", "/" + name, "");
  }

  std::shared_ptr<const OpenSearchStore::Cluster> cluster_;
  StoreMeta before_;  ///< With this change as the current one.
  StoreSettings settings_;
  std::uint64_t number_;
  std::uint64_t loaded_;
  bool replaces_;
  ClusterDeadline deadline_;
  std::vector<BulkOperation> operations_;
  JsonWriter document_;
  std::size_t waiting_ = 0;  // bytes
  std::vector<std::int64_t> gone_;
  std::set<std::string> retired_;
};

std::uint64_t microseconds_now() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

[[noreturn]] void fail_other_writer(const OpenSearchStore::Cluster &cluster) {
  throw Error(ErrorCode::mismatch, "another writer changed the store; update it again",
              {cluster.http.address()});
}

}  // namespace

std::unique_ptr<StoreWriter> OpenSearchStore::change(const StoreVersion &at,
                                                     const StoreSettings &settings) {
  const store_detail::ClusterDeadline deadline =
      store_detail::cluster_deadline(cluster_->options.seconds);
  std::optional<StoreMeta> meta = cluster_->read_meta(deadline);
  if (!meta || meta->version == 0 || at != StoreVersion{meta->version}) {
    fail_other_writer(*cluster_);
  }
  store_detail::expect_layout(meta->layout, cluster_->http.address());
  if (meta->settings != settings) {
    throw Error(ErrorCode::invalid_argument, "the settings of a change must be those of the store");
  }
  // A writer that has not committed for so many changes is considered dead.
  constexpr std::size_t max_hidden = 1000;
  const std::uint64_t number = meta->next++;
  const bool follows_a_failure = meta->writer != 0;
  meta->writer = number;
  meta->hidden.push_back(number);
  if (meta->hidden.size() > max_hidden) meta->hidden.erase(meta->hidden.begin());
  if (!cluster_->write_meta(*meta, deadline, /*refresh=*/false)) fail_other_writer(*cluster_);
  return std::make_unique<OpenSearchWriter>(cluster_, std::move(*meta), number, settings, false,
                                            follows_a_failure);
}

std::unique_ptr<StoreWriter> OpenSearchStore::replace(const StoreSettings &settings) {
  const store_detail::ClusterDeadline deadline =
      store_detail::cluster_deadline(cluster_->options.seconds);
  std::optional<StoreMeta> meta = cluster_->read_meta(deadline);
  if (!meta) {
    store_detail::make_index(
        *cluster_, cluster_->meta_index(),
        fmt::format(R"({{"settings":{{"number_of_shards":1,"auto_expand_replicas":"0-{}"}},)"
                    R"("mappings":{{"dynamic":false}}}})",
                    std::max<std::size_t>(cluster_->options.replicas, 2)),
        deadline);
    meta.emplace();
  }
  // This release cannot read what another one wrote: the store counts as empty until it is
  // reloaded.
  if (meta->layout != store_layout) {
    meta->layout = store_layout;
    meta->version = 0;
  }
  // Greater than any number that a store of this name had before.
  const std::uint64_t number = std::max(meta->next, microseconds_now());
  meta->next = number + 1;
  meta->writer = number;
  if (!cluster_->write_meta(*meta, deadline, /*refresh=*/false)) fail_other_writer(*cluster_);
  return std::make_unique<OpenSearchWriter>(cluster_, std::move(*meta), number, settings, true,
                                            false);
}

}  // namespace sluice::inline v0
