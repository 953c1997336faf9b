#include "sluice/store/opensearch_store.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/base64.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "store/opensearch_meta.hpp"

namespace sluice {
namespace {

using detail::ClusterSearch;
using detail::field_of;
using detail::hits_of;
using detail::StoreIndex;
using detail::StoreMeta;
using detail::total_of;

std::uint64_t number(JsonValue value) { return static_cast<std::uint64_t>(value.as_integer()); }

/// What the servers keep of a term.
std::string hash_of(std::string_view term) { return fmt::format("{:016x}", hash64(term)); }

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

void add_vector(JsonWriter &writer, std::string_view key, std::span<const float> vector) {
  writer.key(key).begin_array();
  for (const float x : vector) writer.value(x);
  writer.end_array();
}

/// Bytes of floats, the least first.
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

std::string place_of(const StoreObject &object) {
  return fmt::format("{}.{}", object.database, object.ordinal);
}

/// Objects with their vectors, by place, each once.
FoundVectors found_in(const std::vector<JsonValue> &answers, const StoreMeta &meta,
                      const std::string &source) {
  std::map<StoreObject, JsonValue> hits;
  for (const JsonValue answer : answers) {
    for (const JsonValue hit : hits_of(answer)) {
      const StoreObject object{field_of(hit, "database").as_integer(),
                               static_cast<std::uint32_t>(number(field_of(hit, "ordinal")))};
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

/// A search for the vectors nearest to one.
std::string nearest_to(std::span<const float> vector, const VectorQuery &query, SearchMode mode,
                       const StoreMeta &meta) {
  // The servers' sums of products differ from ours in their last digits, and their scores are
  // rounded once more: what that moves over the border is fetched as well.
  constexpr std::size_t margin = 64;
  constexpr std::size_t greatest_k = 10'000;
  JsonWriter writer;
  writer.begin_object();
  list_fields(writer, {"database", "ordinal", "fingerprint", "bytes"});
  const auto add_seen = [&] {
    begin_seen(writer, meta);
    if (query.databases) detail::filter_numbers(writer, "database", *query.databases);
    end_seen(writer, meta);
  };
  if (mode == SearchMode::exact) {
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
    // So many neighbours are kept in view: more finds more.
    constexpr std::size_t effort = 400;
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

/// Scores of databases, each question's scaled so that its greatest one weighs as told.
class RouteScores {
 public:
  void add(const std::map<std::int64_t, double> &scores, float weight) {
    double greatest = 0;
    for (const auto &[id, score] : scores) greatest = std::max(greatest, score);
    if (greatest <= 0) return;
    for (const auto &[id, score] : scores) {
      scores_[id] += weight * static_cast<float>(std::max(0.0, score) / greatest);
    }
  }
  std::vector<RoutedDatabase> best(std::size_t most,
                                   const std::map<std::int64_t, std::uint64_t> &prints) const {
    std::vector<RoutedDatabase> all;
    for (const auto &[id, score] : scores_) all.push_back({id, prints.at(id), score});
    std::ranges::stable_sort(all, std::ranges::greater{}, &RoutedDatabase::score);
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  std::map<std::int64_t, float> scores_;
};

std::map<std::int64_t, double> best_of(const std::map<std::int64_t, double> &scores,
                                       std::size_t most) {
  std::vector<std::pair<double, std::int64_t>> order;
  for (const auto &[id, score] : scores) order.emplace_back(-score, id);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), most));
  std::map<std::int64_t, double> best;
  for (const auto &[score, id] : order) best[id] = -score;
  return best;
}

}  // namespace

OpenSearchStore::OpenSearchStore(StoreUrl url, const StoreOptions &options)
    : cluster_(std::make_shared<Cluster>(std::move(url), options)) {}
OpenSearchStore::~OpenSearchStore() = default;

const StoreUrl &OpenSearchStore::url() const noexcept { return cluster_->url; }

std::optional<StoreState> OpenSearchStore::state() const {
  const auto meta = cluster_->read_meta(detail::cluster_deadline(cluster_->options.seconds));
  if (!meta || meta->version == 0) return std::nullopt;
  if (meta->layout != store_layout) {
    throw Error(ErrorCode::unsupported,
                fmt::format("holds a store of layout {}, this release reads {}; load it again",
                            meta->layout, store_layout),
                {cluster_->http.address()});
  }
  return StoreState{{meta->version}, meta->settings};
}

StoreChanges OpenSearchStore::changes(const StoreVersion &since, bool with_lengths) const {
  constexpr std::size_t page = 1000;
  if (since.size() > 1) {
    throw Error(ErrorCode::mismatch, "the version of a store on another number of servers");
  }
  StoreChanges changes;
  for (std::optional<std::int64_t> after;;) {
    const Cluster::Answers found = cluster_->read(
        [&](const StoreMeta &meta) {
          // One that was loaded anew is new altogether.
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
            writer.member("gt", detail::signed_number(since.front()));
            writer.end_object().end_object().end_object();
          }
          end_seen(writer, meta);
          writer.end_object();
          return Cluster::Searches{{cluster_->index(meta, StoreIndex::database), writer.take()}};
        },
        detail::cluster_deadline(cluster_->options.seconds));
    const StoreMeta &meta = found.meta;
    if (after && changes.version != StoreVersion{meta.version}) {  // changed between two pages
      changes = {};
      after.reset();
      continue;
    }
    changes.version = {meta.version};
    changes.whole = since.empty() || meta.loaded > since.front();
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
      entry.fingerprint = number(kept.at("fingerprint"));
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
  const std::vector<std::string> hashes = hashes_of(terms);
  // Two terms of one hash have the same postings here, of which each takes its own.
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
          detail::filter_number(writer, "analysis", analysis_code(analysis));
          detail::filter_words(writer, "term", hashes);
          end_seen(writer, meta);
          writer.end_object();
          return Cluster::Searches{{cluster_->index(meta, StoreIndex::posting), writer.take()}};
        },
        detail::cluster_deadline(cluster_->options.seconds));
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
        if (block.term != terms[place->second]) continue;  // another one of the same hash
        blocks.push_back({place->second, database, block.postings});
      }
    }
    listed += hits.size();
    const std::uint64_t total = total_of(found.answers.front());
    if (listed == total) return version;
    if (hits.empty() || listed > total) {
      throw Error(ErrorCode::malformed, "a search lists other hits than it counts", {source});
    }
  }
}

FoundVectors OpenSearchStore::nearest(const VectorQuery &query) const {
  if (query.dimensions == 0 || query.vectors.size() % query.dimensions != 0) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} numbers are no vectors of {}",
                                                         query.vectors.size(), query.dimensions));
  }
  // Few databases are compared whole.
  constexpr std::size_t few = 1000;
  SearchMode mode = query.mode;
  if (query.databases && query.databases->size() <= few) mode = SearchMode::exact;
  const Cluster::Answers found = cluster_->read(
      [&](const StoreMeta &meta) {
        if (meta.settings.dimensions != query.dimensions) {
          throw Error(ErrorCode::invalid_argument,
                      fmt::format("the store's vectors are of {} numbers, not of {}",
                                  meta.settings.dimensions, query.dimensions));
        }
        Cluster::Searches searches;
        for (std::size_t at = 0; at < query.vectors.size(); at += query.dimensions) {
          searches.push_back(
              {cluster_->index(meta, index_of(query.level)),
               nearest_to(query.vectors.subspan(at, query.dimensions), query, mode, meta)});
        }
        return searches;
      },
      detail::cluster_deadline(cluster_->options.seconds));
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
          detail::filter_words(writer, "place", places);
          end_seen(writer, meta);
          writer.end_object();
          searches.push_back({cluster_->index(meta, index_of(level)), writer.take()});
        }
        return searches;
      },
      detail::cluster_deadline(cluster_->options.seconds));
  return found_in(found.answers, found.meta, cluster_->http.address());
}

Routed OpenSearchStore::route(const RouteQuery &query) const {
  // What many words say together, a hundred of them say as well; of a word that very many
  // databases have, those where it says most.
  constexpr std::size_t most_terms = 100;
  constexpr std::size_t of_term = 1000;
  const detail::ClusterDeadline deadline = detail::cluster_deadline(cluster_->options.seconds);
  const std::vector<std::string> terms =
      hashes_of(query.terms.first(std::min(query.terms.size(), most_terms)));
  const std::size_t listed = query.databases * 4;
  const auto words_of = [&](const StoreMeta &meta, std::span<const std::string> some,
                            std::span<const std::int64_t> databases, std::size_t size) {
    JsonWriter writer;
    writer.begin_object().member("size", size).member("track_total_hits", true);
    list_fields(writer, {"term", "database", "fingerprint", "impact"});
    sort_by(writer, {"impact", "database"});
    writer.key("query");
    begin_seen(writer, meta);
    detail::filter_number(writer, "analysis", analysis_code(meta.settings.analyses.front()));
    detail::filter_words(writer, "term", some);
    if (!databases.empty()) detail::filter_numbers(writer, "database", databases);
    end_seen(writer, meta);
    writer.end_object();
    return ClusterSearch{cluster_->index(meta, StoreIndex::posting), writer.take()};
  };
  const auto ask = [&] {
    return cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches;
          searches.push_back({cluster_->index(meta, StoreIndex::database), [&] {
                                JsonWriter writer;
                                writer.begin_object().member("size", 0);
                                writer.member("track_total_hits", true).key("query");
                                begin_seen(writer, meta);
                                writer.begin_object().key("term").begin_object();
                                writer.member("dropped", false).end_object().end_object();
                                end_seen(writer, meta);
                                return writer.end_object().take();
                              }()});
          for (const std::string &term : terms) {
            searches.push_back(words_of(meta, {&term, 1}, {}, of_term));
          }
          if (!query.vector.empty() && meta.settings.dimensions == query.vector.size()) {
            const VectorQuery vector{.level = Level::table,
                                     .vectors = query.vector,
                                     .dimensions = query.vector.size(),
                                     .nearest = listed};
            searches.push_back({cluster_->index(meta, StoreIndex::table),
                                nearest_to(query.vector, vector, query.mode, meta)});
          }
          return searches;
        },
        deadline);
  };
  const Cluster::Answers found = ask();
  Routed routed;
  routed.version = {found.meta.version};
  std::map<std::int64_t, std::uint64_t> prints;
  const auto databases = static_cast<double>(total_of(found.answers.front()));
  const auto add_words = [&](JsonValue answer, double weight,
                             std::map<std::int64_t, double> &scores) {
    for (const JsonValue hit : hits_of(answer)) {
      const std::int64_t id = field_of(hit, "database").as_integer();
      scores[id] += weight * field_of(hit, "impact").as_number();
      prints[id] = number(field_of(hit, "fingerprint"));
    }
  };
  std::map<std::int64_t, double> by_words;
  std::vector<double> weights;
  std::vector<std::string> cut;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto frequency = static_cast<double>(total_of(found.answers[i + 1]));
    weights.push_back(std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5)));
    if (frequency > of_term) cut.push_back(terms[i]);
    add_words(found.answers[i + 1], weights.back(), by_words);
  }
  by_words = best_of(by_words, cut.empty() ? listed : 4 * listed);
  if (!cut.empty() && !by_words.empty()) {
    // What the words that were cut short say of those that are still in question.
    std::vector<std::int64_t> ids;
    for (const auto &[id, score] : by_words) ids.push_back(id);
    const Cluster::Answers rest = cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches;
          for (const std::string &term : terms) {
            searches.push_back(words_of(meta, {&term, 1}, ids, ids.size()));
          }
          return searches;
        },
        deadline);
    if (rest.meta.version != found.meta.version) return route(query);
    by_words.clear();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      add_words(rest.answers[i], weights[i], by_words);
    }
    by_words = best_of(by_words, listed);
  }
  RouteScores scores;
  scores.add(by_words, 1);
  if (found.answers.size() > terms.size() + 1) {
    const std::size_t dimensions = query.vector.size();
    std::map<std::int64_t, double> by_vector;
    const std::string source = cluster_->http.address();
    std::vector<float> vector;
    for (const JsonValue hit : hits_of(found.answers.back())) {
      const std::int64_t id = field_of(hit, "database").as_integer();
      vector.clear();
      append_vector(field_of(hit, "bytes"), dimensions, source, vector);
      double product = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        product += double{vector[i]} * double{query.vector[i]};
      }
      const auto [at, is_new] = by_vector.emplace(id, product);
      if (!is_new) at->second = std::max(at->second, product);
      prints[id] = number(field_of(hit, "fingerprint"));
    }
    scores.add(by_vector, query.vector_weight);
  }
  routed.databases = scores.best(query.databases, prints);
  return routed;
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
        detail::filter_numbers(writer, "database", ids);
        end_seen(writer, meta);
        writer.end_object();
        return Cluster::Searches{{cluster_->index(meta, StoreIndex::database), writer.take()}};
      },
      detail::cluster_deadline(cluster_->options.seconds));
  const std::string source = cluster_->http.address();
  for (const JsonValue hit : hits_of(found.answers.front())) {
    const JsonValue kept = hit.at("_source");
    definitions.push_back({kept.at("database").as_integer(), number(kept.at("fingerprint")),
                           from_base64(kept.at("definition").as_string(), source)});
  }
  return definitions;
}

StoreHealth OpenSearchStore::health() const {
  StoreHealth health;
  const double seconds = cluster_->options.seconds;
  const auto count_of = [](const StoreMeta &meta, bool with_sums) {
    JsonWriter writer;
    writer.begin_object().member("size", 0).member("track_total_hits", true).key("query");
    begin_seen(writer, meta);
    if (with_sums) {
      writer.begin_object().key("term").begin_object().member("dropped", false);
      writer.end_object().end_object();
    }
    end_seen(writer, meta);
    if (with_sums) {
      writer.key("aggregations").begin_object();
      for (const char *field : {"tables", "columns"}) {
        writer.key(field).begin_object().key("sum").begin_object().member("field", field);
        writer.end_object().end_object();
      }
      writer.end_object();
    }
    return writer.end_object().take();
  };
  // Each server says how the cluster is; what it holds, all say together.
  StoreServer held;
  try {
    const Cluster::Answers found = cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches{
              {cluster_->index(meta, StoreIndex::database), count_of(meta, true)},
              {cluster_->index(meta, StoreIndex::posting), count_of(meta, false)}};
          if (meta.settings.dimensions == 0) return searches;
          for (const StoreIndex vectors : {StoreIndex::table, StoreIndex::column}) {
            searches.push_back({cluster_->index(meta, vectors), count_of(meta, false)});
          }
          return searches;
        },
        detail::cluster_deadline(seconds));
    held.layout = found.meta.layout;
    held.version = found.meta.version;
    held.databases = total_of(found.answers[0]);
    const JsonValue sums = found.answers[0].at("aggregations");
    held.tables = static_cast<std::uint64_t>(sums.at("tables").at("value").as_number());
    held.columns = static_cast<std::uint64_t>(sums.at("columns").at("value").as_number());
    held.postings = total_of(found.answers[1]);
    for (std::size_t i = 2; i < found.answers.size(); ++i) {
      held.vectors += total_of(found.answers[i]);
    }
    const detail::ClusterAnswer size =
        cluster_->http.ask("GET",
                           fmt::format("/{}-{}-*/_stats/store?filter_path=_all.total.store",
                                       cluster_->url.space, found.meta.loaded),
                           "", detail::cluster_deadline(seconds));
    held.bytes = number(size.json.root().at("_all").at("total").at("store").at("size_in_bytes"));
  } catch (const Error &error) {
    held.error = error.code() == ErrorCode::not_found ? "holds no store" : error.message();
  }
  for (std::size_t node = 0; node < cluster_->http.nodes().size(); ++node) {
    StoreServer server = held;
    server.address = shown_server(cluster_->http.nodes()[node]);
    const auto start = std::chrono::steady_clock::now();
    try {
      const detail::ClusterAnswer told = cluster_->http.ask_node(node, "/", seconds);
      server.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const detail::ClusterAnswer cluster =
          cluster_->http.ask_node(node, "/_cluster/health?timeout=5s", seconds);
      const JsonValue said = cluster.json.root();
      const std::string_view status = said.at("status").as_string();
      server.software = fmt::format("OpenSearch {}, {}, {} nodes",
                                    told.json.root().at("version").at("number").as_string(), status,
                                    said.at("number_of_nodes").as_integer());
      if (server.error.empty() && status == "red") {
        server.error = server.software + ": a part of the indexes is not there";
      }
    } catch (const Error &error) {
      server.error = error.message();
    }
    health.servers.push_back(std::move(server));
  }
  return health;
}

}  // namespace sluice
