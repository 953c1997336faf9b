#include "store/opensearch_store.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base64.hpp"
#include "opensearch_requests.hpp"
#include "sluice/core/error.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0 {
namespace {

using store_detail::append_vector;
using store_detail::field_of;
using store_detail::graph_effort;
using store_detail::hits_of;
using store_detail::index_of;
using store_detail::list_fields;
using store_detail::nearest_to;
using store_detail::sort_by;
using store_detail::StoreIndex;
using store_detail::StoreMeta;
using store_detail::total_of;

std::string place_of(const StoreObject &object) {
  return fmt::format("{}.{}", object.database, object.ordinal);
}

/// Objects with their vectors, sorted by position, without duplicates.
FoundVectors found_in(const std::vector<JsonValue> &answers, const StoreMeta &meta,
                      const std::string &source) {
  std::map<StoreObject, JsonValue> hits;
  for (const JsonValue answer : answers) {
    for (const JsonValue hit : hits_of(answer)) {
      const StoreObject object{
          field_of(hit, "database").as_integer(),
          static_cast<std::uint32_t>(store_detail::unsigned_of(field_of(hit, "ordinal")))};
      hits.emplace(object, hit);
    }
  }
  FoundVectors found;
  found.version = {meta.version};
  for (const auto &[object, hit] : hits) {
    found.objects.push_back(object);
    append_vector(field_of(hit, "bytes"), meta.settings.dimensions, source, found.vectors);
  }
  return found;
}

}  // namespace

OpenSearchStore::OpenSearchStore(StoreUrl url, const StoreOptions &options)
    : cluster_(std::make_shared<Cluster>(std::move(url), options)) {}
OpenSearchStore::~OpenSearchStore() = default;

const StoreUrl &OpenSearchStore::url() const noexcept { return cluster_->url; }

std::optional<StoreState> OpenSearchStore::state() const {
  const auto meta = cluster_->read_meta(store_detail::cluster_deadline(cluster_->options.seconds));
  if (!meta || meta->version == 0) return std::nullopt;
  store_detail::expect_layout(meta->layout, cluster_->http.address());
  return StoreState{{meta->version}, meta->settings};
}

StoreChanges OpenSearchStore::changes(const StoreVersion &since, bool with_lengths) const {
  constexpr std::size_t page = 1000;
  if (since.size() > 1) {
    throw Error(ErrorCode::mismatch, "this version is of a store with another number of servers");
  }
  StoreChanges changes;
  for (std::optional<std::int64_t> after;;) {
    const Cluster::Answers found = cluster_->read(
        [&](const StoreMeta &meta) {
          // A reloaded store is entirely new.
          const bool whole = since.empty() || meta.loaded > since.front();
          JsonWriter writer;
          writer.begin_object().member("size", page).member("track_total_hits", true);
          writer.key("_source").begin_array();
          for (const char *field : {"fingerprint", "name", "shape", "dropped"}) writer.value(field);
          if (with_lengths) writer.value("lengths");
          writer.end_array();
          sort_by(writer, {"database"});
          if (after) writer.key("search_after").begin_array().value(*after).end_array();
          writer.key("query");
          begin_seen(writer, meta);
          if (whole) {
            writer.begin_object().key("term").begin_object().member("dropped", false);
            writer.end_object().end_object();
          } else {
            writer.begin_object().key("range").begin_object().key("since").begin_object();
            writer.member("gt", store_detail::signed_number(since.front()));
            writer.end_object().end_object().end_object();
          }
          end_seen(writer, meta);
          writer.end_object();
          return Cluster::Searches{{cluster_->index(meta, StoreIndex::database), writer.take()}};
        },
        store_detail::cluster_deadline(cluster_->options.seconds));
    const StoreMeta &meta = found.meta;
    if (after &&
        changes.version != StoreVersion{meta.version}) {  // the store changed between two pages
      changes = {};
      after.reset();
      continue;
    }
    changes.version = {meta.version};
    changes.is_full = since.empty() || meta.loaded > since.front();
    const std::string source = cluster_->http.address();
    const std::vector<JsonValue> hits = hits_of(found.answers.front());
    for (const JsonValue hit : hits) {
      const std::int64_t id = (*hit.at("sort").begin()).as_integer();
      after = id;
      const JsonValue kept = hit.at("_source");
      if (kept.at("dropped").as_bool()) {
        changes.dropped.push_back(id);
        continue;
      }
      StoreEntry &entry = changes.put.emplace_back();
      entry.id = id;
      entry.fingerprint = store_detail::unsigned_of(kept.at("fingerprint"));
      entry.name = from_base64(kept.at("name").as_string(), source);
      entry.columns_of_tables =
          unpack_shape(from_base64(kept.at("shape").as_string(), source), source);
      if (with_lengths) {
        entry.lengths =
            unpack_lengths(from_base64(kept.at("lengths").as_string(), source),
                           entry.columns_of_tables, meta.settings.analyses.size(), source);
      }
    }
    if (hits.size() < page) return changes;
  }
}

StoreVersion OpenSearchStore::postings(const AnalyzerOptions &analysis,
                                       std::span<const std::string> terms,
                                       std::vector<FoundBlock> &blocks) const {
  constexpr std::size_t page = 20'000;
  const std::vector<std::string> hashes = store_detail::hashes_of(terms);
  // Terms with the same hash get the same postings here; each takes its own.
  std::multimap<std::string, std::size_t> places;
  for (std::size_t i = 0; i < hashes.size(); ++i) places.emplace(hashes[i], i);
  const std::size_t before = blocks.size();
  StoreVersion version;
  std::uint64_t listed = 0;
  for (std::optional<std::pair<std::string, std::int64_t>> after;;) {
    const Cluster::Answers found = cluster_->read(
        [&](const StoreMeta &meta) {
          JsonWriter writer;
          writer.begin_object().member("size", page).member("track_total_hits", true);
          list_fields(writer, {"term", "database", "block"});
          sort_by(writer, {"term", "database"});
          if (after) {
            writer.key("search_after").begin_array();
            writer.value(std::string_view(after->first)).value(after->second).end_array();
          }
          writer.key("query");
          begin_seen(writer, meta);
          store_detail::filter_number(writer, "analysis", analysis_code(analysis));
          store_detail::filter_words(writer, "term", hashes);
          end_seen(writer, meta);
          writer.end_object();
          return Cluster::Searches{{cluster_->index(meta, StoreIndex::posting), writer.take()}};
        },
        store_detail::cluster_deadline(cluster_->options.seconds));
    if (after && version != StoreVersion{found.meta.version}) {
      blocks.resize(before);
      listed = 0;
      after.reset();
      continue;
    }
    version = {found.meta.version};
    const std::string source = cluster_->http.address();
    const std::vector<JsonValue> hits = hits_of(found.answers.front());
    for (const JsonValue hit : hits) {
      const std::string hash(field_of(hit, "term").as_string());
      const std::int64_t database = field_of(hit, "database").as_integer();
      after = {hash, database};
      const std::string bytes = from_base64(field_of(hit, "block").as_string(), source);
      UnpackedBlock block = unpack_block(bytes, source);
      const auto [first, last] = places.equal_range(hash);
      for (auto place = first; place != last; ++place) {
        if (block.term != terms[place->second]) continue;  // another term with the same hash
        blocks.push_back({place->second, database, block.postings});
      }
    }
    listed += hits.size();
    const std::uint64_t total = total_of(found.answers.front());
    if (listed == total) return version;
    if (hits.empty() || listed > total) {
      throw Error(ErrorCode::malformed,
                  "a search returned a different number of hits than it reported", {source});
    }
  }
}

FoundVectors OpenSearchStore::nearest(const VectorQuery &query) const {
  if (query.dimensions == 0 || query.vectors.size() % query.dimensions != 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} numbers are not vectors of {} dimensions", query.vectors.size(),
                            query.dimensions));
  }
  // Few databases are compared exactly.
  constexpr std::size_t few = 1000;
  const bool is_few = query.databases && query.databases->size() <= few;
  const std::size_t effort =
      graph_effort(is_few ? SearchMode::exact : query.mode, cluster_->options);
  const Cluster::Answers found = cluster_->read(
      [&](const StoreMeta &meta) {
        if (meta.settings.dimensions != query.dimensions) {
          throw Error(ErrorCode::invalid_argument,
                      fmt::format("the store's vectors have {} dimensions, not {}",
                                  meta.settings.dimensions, query.dimensions));
        }
        Cluster::Searches searches;
        for (std::size_t at = 0; at < query.vectors.size(); at += query.dimensions) {
          searches.push_back(
              {cluster_->index(meta, index_of(query.level)),
               nearest_to(query.vectors.subspan(at, query.dimensions), query, effort, meta)});
        }
        return searches;
      },
      store_detail::cluster_deadline(cluster_->options.seconds));
  return found_in(found.answers, found.meta, cluster_->http.address());
}

FoundVectors OpenSearchStore::vectors(Level level, std::span<const StoreObject> objects) const {
  constexpr std::size_t at_once = 10'000;
  const Cluster::Answers found = cluster_->read(
      [&](const StoreMeta &meta) {
        Cluster::Searches searches;
        for (std::size_t first = 0; first < objects.size(); first += at_once) {
          std::vector<std::string> places;
          for (const StoreObject &object :
               objects.subspan(first, std::min(at_once, objects.size() - first))) {
            places.push_back(place_of(object));
          }
          JsonWriter writer;
          writer.begin_object().member("size", at_once);
          list_fields(writer, {"database", "ordinal", "bytes"});
          writer.key("query");
          begin_seen(writer, meta);
          store_detail::filter_words(writer, "place", places);
          end_seen(writer, meta);
          writer.end_object();
          searches.push_back({cluster_->index(meta, index_of(level)), writer.take()});
        }
        return searches;
      },
      store_detail::cluster_deadline(cluster_->options.seconds));
  return found_in(found.answers, found.meta, cluster_->http.address());
}

std::vector<StoredDefinition> OpenSearchStore::definitions(
    std::span<const std::int64_t> ids) const {
  std::vector<StoredDefinition> definitions;
  if (ids.empty()) return definitions;
  const Cluster::Answers found = cluster_->read(
      [&](const StoreMeta &meta) {
        JsonWriter writer;
        writer.begin_object().member("size", ids.size());
        writer.key("_source").begin_array();
        writer.value("database").value("fingerprint").value("definition").end_array();
        sort_by(writer, {"database"});
        writer.key("query");
        begin_seen(writer, meta);
        writer.begin_object().key("term").begin_object().member("dropped", false);
        writer.end_object().end_object();
        store_detail::filter_numbers(writer, "database", ids);
        end_seen(writer, meta);
        writer.end_object();
        return Cluster::Searches{{cluster_->index(meta, StoreIndex::database), writer.take()}};
      },
      store_detail::cluster_deadline(cluster_->options.seconds));
  const std::string source = cluster_->http.address();
  for (const JsonValue hit : hits_of(found.answers.front())) {
    const JsonValue kept = hit.at("_source");
    definitions.push_back({kept.at("database").as_integer(),
                           store_detail::unsigned_of(kept.at("fingerprint")),
                           from_base64(kept.at("definition").as_string(), source)});
  }
  return definitions;
}

}  // namespace sluice::inline v0
