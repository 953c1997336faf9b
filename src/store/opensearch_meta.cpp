#include "opensearch_meta.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "store_layout.hpp"

namespace sluice::inline v0::store_detail {
namespace {

std::uint64_t number_in(JsonValue object, std::string_view key) {
  return unsigned_of(object.at(key));
}

}  // namespace

std::string StoreMeta::to_json() const {
  JsonWriter json;
  json.begin_object()
      .member("layout", layout)
      .member("version", signed_number(version))
      .member("loaded", signed_number(loaded))
      .member("next", signed_number(next))
      .member("writer", signed_number(writer));
  json.key("hidden").begin_array();
  for (const std::uint64_t change : hidden) json.value(signed_number(change));
  json.end_array().key("retired").begin_array();
  for (const std::string &revision : retired) json.value(std::string_view(revision));
  json.end_array().key("analyses").begin_array();
  for (const AnalyzerOptions &analysis : settings.analyses) {
    json.value(unsigned{analysis_code(analysis)});
  }
  json.end_array()
      .member("embedder", signed_number(settings.embedder))
      .member("dimensions", settings.dimensions)
      .end_object();
  return json.take();
}

StoreMeta StoreMeta::from_hit(JsonValue hit) {
  StoreMeta meta;
  const JsonValue source = hit.at("_source");
  meta.layout = static_cast<std::uint32_t>(source.at("layout").as_integer());
  meta.sequence = hit.at("_seq_no").as_integer();
  meta.term = hit.at("_primary_term").as_integer();
  meta.version = number_in(source, "version");
  meta.next = number_in(source, "next");
  meta.loaded = number_in(source, "loaded");
  // In another layout, no other field is known to exist.
  if (meta.layout != store_layout) return meta;
  meta.writer = number_in(source, "writer");
  for (const JsonValue change : source.at("hidden")) {
    meta.hidden.push_back(static_cast<std::uint64_t>(change.as_integer()));
  }
  for (const JsonValue revision : source.at("retired")) {
    meta.retired.emplace_back(revision.as_string());
  }
  meta.settings.analyses.clear();
  for (const JsonValue code : source.at("analyses")) {
    constexpr std::int64_t most = 15;
    if (code.as_integer() < 0 || code.as_integer() > most) code.fail("is not a known analysis");
    meta.settings.analyses.push_back(analysis_of(static_cast<std::uint8_t>(code.as_integer())));
  }
  if (meta.settings.analyses.empty()) source.fail("a store without an analysis");
  meta.settings.embedder = number_in(source, "embedder");
  meta.settings.dimensions = number_in(source, "dimensions");
  return meta;
}

std::string revision_of(std::uint64_t since, std::int64_t database) {
  return fmt::format("{}.{}", since, database);
}

void filter_number(JsonWriter &writer, std::string_view field, std::int64_t value) {
  writer.begin_object().key("term").begin_object().member(field, value).end_object().end_object();
}

void filter_numbers(JsonWriter &writer, std::string_view field,
                    std::span<const std::int64_t> values) {
  writer.begin_object().key("terms").begin_object().key(field).begin_array();
  for (const std::int64_t value : values) writer.value(value);
  writer.end_array().end_object().end_object();
}

void filter_words(JsonWriter &writer, std::string_view field, std::span<const std::string> values) {
  writer.begin_object().key("terms").begin_object().key(field).begin_array();
  for (const std::string &value : values) writer.value(std::string_view(value));
  writer.end_array().end_object().end_object();
}

void begin_seen(JsonWriter &writer, const StoreMeta &meta) {
  writer.begin_object().key("bool").begin_object().key("filter").begin_array();
  writer.begin_object().key("range").begin_object().key("since").begin_object();
  writer.member("lte", signed_number(meta.version)).end_object().end_object().end_object();
}

void end_seen(JsonWriter &writer, const StoreMeta &meta) {
  writer.end_array();
  if (!meta.hidden.empty() || !meta.retired.empty()) {
    writer.key("must_not").begin_array();
    if (!meta.hidden.empty()) {
      const std::vector<std::int64_t> changes(meta.hidden.begin(), meta.hidden.end());
      filter_numbers(writer, "since", changes);
    }
    if (!meta.retired.empty()) filter_words(writer, "revision", meta.retired);
    writer.end_array();
  }
  writer.end_object().end_object();
}

JsonValue field_of(JsonValue hit, std::string_view name) {
  const JsonValue values = hit.at("fields").at(name);
  if (values.size() != 1) values.fail("must have exactly one value");
  return *values.begin();
}

std::uint64_t total_of(JsonValue answer) {
  const JsonValue total = answer.at("hits").at("total");
  if (total.at("relation").as_string() != "eq") total.fail("is not an exact count");
  return static_cast<std::uint64_t>(total.at("value").as_integer());
}

std::vector<JsonValue> hits_of(JsonValue answer) {
  std::vector<JsonValue> hits;
  const auto outer = answer.find("hits");
  const auto inner = outer ? outer->find("hits") : std::nullopt;
  if (!inner) return hits;
  hits.reserve(inner->size());
  for (const JsonValue hit : *inner) hits.push_back(hit);
  return hits;
}

}  // namespace sluice::inline v0::store_detail

namespace sluice::inline v0 {

using store_detail::ClusterAnswer;
using store_detail::StoreMeta;

OpenSearchStore::Cluster::Cluster(StoreUrl of, const StoreOptions &with)
    : url(std::move(of)), options(with), http(url.servers, with.seconds) {}

std::string OpenSearchStore::Cluster::index(std::uint64_t loaded,
                                            store_detail::StoreIndex kind) const {
  constexpr std::array<std::string_view, 4> names{"database", "posting", "table", "column"};
  return fmt::format("{}-{}-{}", url.space, loaded, names[static_cast<std::size_t>(kind)]);
}

std::optional<StoreMeta> OpenSearchStore::Cluster::read_meta(
    store_detail::ClusterDeadline deadline) const {
  const ClusterAnswer answer =
      http.ask("GET", fmt::format("/{}/_doc/store", meta_index()), "", deadline);
  constexpr int ok = 200, not_found = 404;
  if (answer.status == not_found) return std::nullopt;
  if (answer.status != ok) {
    throw Error(ErrorCode::io, fmt::format("answered {}", answer.status), {http.address()});
  }
  return StoreMeta::from_hit(answer.json.root());
}

bool OpenSearchStore::Cluster::write_meta(StoreMeta &meta, store_detail::ClusterDeadline deadline,
                                          bool refresh) const {
  const std::string body = meta.to_json();
  const bool is_first = meta.term == 0;
  const std::string path =
      is_first ? fmt::format("/{}/_create/store?refresh={}", meta_index(), refresh)
               : fmt::format("/{}/_doc/store?refresh={}&if_seq_no={}&if_primary_term={}",
                             meta_index(), refresh, meta.sequence, meta.term);
  const ClusterAnswer answer = http.ask("PUT", path, body, deadline);
  constexpr int ok = 200, created = 201, conflict = 409;
  if (answer.status == ok || answer.status == created) {
    meta.sequence = answer.json.root().at("_seq_no").as_integer();
    meta.term = answer.json.root().at("_primary_term").as_integer();
    return true;
  }
  if (answer.status != conflict) {
    throw Error(ErrorCode::io, fmt::format("refused the store's state with {}", answer.status),
                {http.address()});
  }
  // It may be ours, from an attempt whose answer was lost.
  const std::optional<StoreMeta> there = read_meta(deadline);
  if (!there || there->to_json() != body) return false;
  meta.sequence = there->sequence;
  meta.term = there->term;
  // Perhaps only its refresh was lost.
  http.ask("POST", fmt::format("/{}/_refresh", meta_index()), "", deadline);
  return true;
}

OpenSearchStore::Cluster::Answers OpenSearchStore::Cluster::read(
    const std::function<Searches(const StoreMeta &)> &searches,
    store_detail::ClusterDeadline deadline) const {
  const auto check = [&](const StoreMeta &meta) {
    store_detail::expect_layout(meta.layout, http.address());
    if (meta.version == 0) throw Error(ErrorCode::not_found, "nothing was loaded into the store");
  };
  std::optional<StoreMeta> meta;
  {
    const std::lock_guard lock(mutex_);
    meta = known_;
  }
  // A writer that changes the store all the time must not block a reader forever.
  constexpr int tries = 8;
  for (int tried = 0; tried < tries; ++tried) {
    if (!meta) meta = read_meta(deadline);
    if (!meta) throw Error(ErrorCode::not_found, "nothing was loaded into the store");
    check(*meta);
    Searches all = searches(*meta);
    all.push_back(
        {meta_index(), R"({"size":2,"seq_no_primary_term":true,"query":{"match_all":{}}})"});
    Answers found;
    try {
      found.answers = http.search(all, deadline, found.held);
    } catch (const Error &error) {
      // Another writer may have reloaded the store since we read it.
      if (error.code() != ErrorCode::not_found) throw;
      meta.reset();
      continue;
    }
    const std::vector<JsonValue> metas = store_detail::hits_of(found.answers.back());
    found.answers.pop_back();
    if (metas.size() != 1) {
      throw Error(ErrorCode::not_found, "nothing was loaded into the store");
    }
    found.meta = StoreMeta::from_hit(metas.front());
    const bool is_same = found.meta.version == meta->version;
    meta = found.meta;
    {
      const std::lock_guard lock(mutex_);
      known_ = meta;
    }
    if (is_same) return found;
  }
  throw Error(ErrorCode::mismatch, "the store changes faster than it can be read");
}

}  // namespace sluice::inline v0
