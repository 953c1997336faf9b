#include "opensearch_indexes.hpp"

#include <string_view>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::store_detail {
namespace {

/// The fields of all documents.
constexpr std::string_view common_fields =
    R"("since":{"type":"long"},"revision":{"type":"keyword"},"database":{"type":"long"},)"
    R"("fingerprint":{"type":"long","index":false})";

std::string fields_of(StoreIndex kind, std::size_t dimensions) {
  switch (kind) {
    case StoreIndex::database:
      return fmt::format(
          R"({},"dropped":{{"type":"boolean"}},"tables":{{"type":"long"}},"columns":{{"type":"long"}})",
          common_fields);
    case StoreIndex::posting:
      return fmt::format(
          R"({},"analysis":{{"type":"long"}},"term":{{"type":"keyword"}},"impact":{{"type":"float"}},)"
          R"("block":{{"type":"binary","doc_values":true}})",
          common_fields);
    default:
      return fmt::format(
          R"({},"ordinal":{{"type":"long"}},"place":{{"type":"keyword"}},)"
          R"("bytes":{{"type":"binary","doc_values":true}},"vector":{{"type":"knn_vector",)"
          R"("dimension":{},"method":{{"name":"hnsw","engine":"lucene","space_type":"innerproduct"}}}})",
          common_fields, dimensions);
  }
}

/// Fields that are read from doc values, and so are not also stored in the document's source.
std::string_view kept_once(StoreIndex kind) {
  switch (kind) {
    case StoreIndex::database: return "";
    case StoreIndex::posting: return R"("block")";
    default: return R"("bytes","vector")";
  }
}

}  // namespace

std::string index_template(const OpenSearchStore::Cluster &cluster) {
  const std::string copies =
      cluster.options.replicas == 0
          ? R"("number_of_replicas":0)"
          : fmt::format(R"("auto_expand_replicas":"0-{}")", cluster.options.replicas);
  return fmt::format(R"({{"index_patterns":["{}-*-*"],"template":{{"settings":{{)"
                     R"("number_of_shards":{},{},"refresh_interval":-1,)"
                     R"("max_result_window":1000000,"max_terms_count":1000000}}}}}})",
                     cluster.url.space, cluster.options.shards, copies);
}

std::string index_body(StoreIndex kind, std::size_t dimensions) {
  return fmt::format(R"({{"settings":{{{}}},"mappings":{{"dynamic":false,)"
                     R"("_source":{{"excludes":[{}]}},"properties":{{{}}}}}}})",
                     has_vectors(kind) ? R"("index.knn":true)" : "", kept_once(kind),
                     fields_of(kind, dimensions));
}

void make_index(const OpenSearchStore::Cluster &cluster, const std::string &name,
                const std::string &body, ClusterDeadline deadline) {
  const ClusterAnswer answer = cluster.http.ask("PUT", "/" + name, body, deadline);
  if (answer.status < 300) return;
  const auto error = answer.json.root().find("error");
  const auto type = error ? error->find("type") : std::nullopt;
  const auto reason = error ? error->find("reason") : std::nullopt;
  const std::string_view kind = type ? type->as_string() : "";
  if (kind == "resource_already_exists_exception") return;
  const std::string_view why = reason ? reason->as_string() : kind;
  throw Error(kind == "mapper_parsing_exception" ? ErrorCode::unsupported : ErrorCode::io,
              fmt::format("refused to create an index: {}", why), {cluster.http.address()});
}

}  // namespace sluice::inline v0::store_detail
