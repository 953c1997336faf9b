#include "opensearch_requests.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/base64.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0::store_detail {
namespace {

/// The key of a term on the servers.
std::string hash_of(std::string_view term) { return fmt::format("{:016x}", hash64(term)); }

void add_vector(JsonWriter &writer, std::string_view key, std::span<const float> vector) {
  writer.key(key).begin_array();
  for (const float x : vector) writer.value(x);
  writer.end_array();
}

}  // namespace

std::vector<std::string> hashes_of(std::span<const std::string> terms) {
  std::vector<std::string> hashes;
  for (const std::string &term : terms) hashes.push_back(hash_of(term));
  return hashes;
}

void list_fields(JsonWriter &writer, std::initializer_list<std::string_view> fields) {
  writer.member("_source", false).key("docvalue_fields").begin_array();
  for (const std::string_view field : fields) writer.value(field);
  writer.end_array();
}

void sort_by(JsonWriter &writer, std::initializer_list<std::string_view> fields) {
  writer.key("sort").begin_array();
  for (const std::string_view field : fields) {
    writer.begin_object()
        .member(field, field == "_score" || field == "impact" ? "desc" : "asc")
        .end_object();
  }
  writer.end_array();
}

/// Bytes of floats, least significant first.
void append_vector(JsonValue text, std::size_t dimensions, const std::string &source,
                   std::vector<float> &vectors) {
  const std::string bytes = from_base64(text.as_string(), source);
  if (bytes.size() != dimensions * sizeof(float)) {
    throw Error(ErrorCode::malformed, "holds a vector of another length; load the store again",
                {source});
  }
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(float)) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sizeof(float); ++i) {
      bits |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    }
    vectors.push_back(std::bit_cast<float>(bits));
  }
}

StoreIndex index_of(Level level) {
  return level == Level::table ? StoreIndex::table : StoreIndex::column;
}

std::size_t graph_effort(SearchMode mode, const StoreOptions &options) {
  return mode == SearchMode::exact ? 0 : std::clamp<std::size_t>(options.graph_effort, 1, 1000);
}

std::string nearest_to(std::span<const float> vector, const VectorQuery &query, std::size_t effort,
                       const StoreMeta &meta) {
  // The servers' dot products differ from ours in the last digits, and their scores are rounded
  // again. The margin covers results that this moves across the cut-off.
  constexpr std::size_t margin = 64;
  constexpr std::size_t greatest_k = 10'000;
  JsonWriter writer;
  writer.begin_object();
  list_fields(writer, {"database", "ordinal", "fingerprint", "bytes"});
  const auto add_seen = [&] {
    begin_seen(writer, meta);
    if (query.databases) filter_numbers(writer, "database", *query.databases);
    end_seen(writer, meta);
  };
  if (effort == 0) {
    writer.member("size", query.nearest + margin);
    sort_by(writer, {"_score", "database", "ordinal"});
    writer.key("query").begin_object().key("script_score").begin_object().key("query");
    add_seen();
    writer.key("script").begin_object().member("lang", "knn").member("source", "knn_score");
    writer.key("params").begin_object().member("field", "vector");
    add_vector(writer, "query_value", vector);
    writer.member("space_type", "innerproduct").end_object().end_object();
    writer.end_object().end_object();
  } else {
    const std::size_t size = std::min(query.nearest + margin, greatest_k);
    const std::size_t k = std::max(size, effort);
    writer.member("size", size).key("query").begin_object().key("knn").begin_object();
    writer.key("vector").begin_object();
    add_vector(writer, "vector", vector);
    writer.member("k", k).key("filter");
    add_seen();
    writer.end_object().end_object().end_object();
  }
  writer.end_object();
  return writer.take();
}

std::string count_databases(const StoreMeta &meta, std::initializer_list<std::string_view> sums) {
  JsonWriter writer;
  writer.begin_object().member("size", 0).member("track_total_hits", true).key("query");
  begin_seen(writer, meta);
  writer.begin_object().key("term").begin_object().member("dropped", false);
  writer.end_object().end_object();
  end_seen(writer, meta);
  if (sums.size() != 0) {
    writer.key("aggregations").begin_object();
    for (const std::string_view field : sums) {
      writer.key(field).begin_object().key("sum").begin_object().member("field", field);
      writer.end_object().end_object();
    }
    writer.end_object();
  }
  return writer.end_object().take();
}

}  // namespace sluice::inline v0::store_detail
