#include <chrono>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "opensearch_requests.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

using store_detail::StoreIndex;
using store_detail::StoreMeta;
using store_detail::total_of;

StoreHealth OpenSearchStore::health() const {
  StoreHealth health;
  const double seconds = cluster_->options.seconds;
  const auto count_all = [](const StoreMeta &meta) {
    JsonWriter writer;
    writer.begin_object().member("size", 0).member("track_total_hits", true).key("query");
    begin_seen(writer, meta);
    end_seen(writer, meta);
    return writer.end_object().take();
  };
  // Each server reports the health of the cluster; its content is read once for all of them.
  StoreServer held;
  try {
    if (const auto meta = cluster_->read_meta(store_detail::cluster_deadline(seconds)))
      held.layout = meta->layout;
    const Cluster::Answers found = cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches{{cluster_->index(meta, StoreIndex::database),
                                      store_detail::count_databases(meta, {"tables", "columns"})},
                                     {cluster_->index(meta, StoreIndex::posting), count_all(meta)}};
          if (meta.settings.dimensions == 0) return searches;
          for (const StoreIndex vectors : {StoreIndex::table, StoreIndex::column}) {
            searches.push_back({cluster_->index(meta, vectors), count_all(meta)});
          }
          return searches;
        },
        store_detail::cluster_deadline(seconds));
    held.version = found.meta.version;
    held.databases = total_of(found.answers[0]);
    const JsonValue sums = found.answers[0].at("aggregations");
    held.tables = static_cast<std::uint64_t>(sums.at("tables").at("value").as_number());
    held.columns = static_cast<std::uint64_t>(sums.at("columns").at("value").as_number());
    held.postings = total_of(found.answers[1]);
    for (std::size_t i = 2; i < found.answers.size(); ++i) {
      held.vectors += total_of(found.answers[i]);
    }
    const store_detail::ClusterAnswer size =
        cluster_->http.ask("GET",
                           fmt::format("/{}-{}-*/_stats/store?filter_path=_all.total.store",
                                       cluster_->url.space, found.meta.loaded),
                           "", store_detail::cluster_deadline(seconds));
    held.bytes = store_detail::unsigned_of(
        size.json.root().at("_all").at("total").at("store").at("size_in_bytes"));
  } catch (const Error &error) {
    held.error = error.code() == ErrorCode::not_found ? "holds no store" : error.message();
  }
  for (std::size_t node = 0; node < cluster_->http.nodes().size(); ++node) {
    StoreServer server = held;
    server.address = shown_server(cluster_->http.nodes()[node]);
    const auto start = std::chrono::steady_clock::now();
    try {
      const store_detail::ClusterAnswer told = cluster_->http.ask_node(node, "/", seconds);
      server.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const store_detail::ClusterAnswer cluster =
          cluster_->http.ask_node(node, "/_cluster/health?timeout=5s", seconds);
      const JsonValue said = cluster.json.root();
      const std::string_view status = said.at("status").as_string();
      server.software = fmt::format("OpenSearch {}, {}, {} nodes",
                                    told.json.root().at("version").at("number").as_string(), status,
                                    said.at("number_of_nodes").as_integer());
      if (server.error.empty() && status == "red") {
        server.error = server.software + ": a part of the indexes is missing";
      }
    } catch (const Error &error) {
      server.error = error.message();
    }
    health.servers.push_back(std::move(server));
  }
  return health;
}

}  // namespace sluice::inline v0
