#ifndef SLUICE_SRC_STORE_OPENSEARCH_CLUSTER_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_CLUSTER_HPP

/// Requests to an OpenSearch cluster: tries the next node if one does not answer, never returns a
/// partial answer, and keeps a deadline.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/json.hpp"
#include "sluice/net/http.hpp"
#include "sluice/store/catalog_store.hpp"

namespace sluice::inline v0::store_detail {

using ClusterDeadline = std::chrono::steady_clock::time_point;

ClusterDeadline cluster_deadline(double seconds);

struct ClusterAnswer {
  int status = 0;
  JsonDocument json;
};

struct ClusterSearch {
  std::string index;
  std::string body;  ///< One JSON object, on one line.
};

/// One operation of a bulk request: `action` and, if it needs one, `document`; each is a line of
/// JSON.
struct BulkOperation {
  std::string action;
  std::string document;
};

/// Thread-safe.
class OpenSearchCluster {
 public:
  OpenSearchCluster(std::vector<std::string> nodes, double seconds);

  const std::vector<std::string> &nodes() const noexcept { return nodes_; }
  /// The node of the last request, as errors show it.
  std::string address() const;

  /// Returns an answer whose status is not a sign of an unhealthy cluster; the caller handles 404
  /// and 409. Throws Error(io), Error(limit_exceeded), Error(malformed) if the answer is not JSON,
  /// and Error(unsupported) if the user is refused.
  ClusterAnswer ask(const std::string &method, const std::string &path, const std::string &body,
                    ClusterDeadline deadline) const;
  /// Requests one node, without retries.
  ClusterAnswer ask_node(std::size_t node, const std::string &path, double seconds) const;

  /// Runs the searches, in order, in one request. All answers are complete. Also throws
  /// Error(not_found) if an index does not exist.
  std::vector<JsonValue> search(std::span<const ClusterSearch> searches, ClusterDeadline deadline,
                                std::optional<ClusterAnswer> &held) const;

  /// Runs operations until all are acknowledged; those that a busy cluster refused are sent again,
  /// so operations must be idempotent. Throws an error otherwise. Deleting a document that does not
  /// exist is not an error.
  void bulk(std::span<const BulkOperation> operations, ClusterDeadline deadline) const;

 private:
  struct Trouble;
  HttpRequest request(std::size_t node, const std::string &method, const std::string &path,
                      const std::string &body) const;
  ClusterAnswer parsed(HttpResponse response, std::size_t node) const;
  std::string said(JsonValue error) const;

  std::vector<std::string> nodes_;
  double seconds_;
  std::string authorization_;
  std::string password_;
  HttpClient client_;
  mutable std::atomic<std::size_t> current_{0};
};

}  // namespace sluice::inline v0::store_detail

#endif
