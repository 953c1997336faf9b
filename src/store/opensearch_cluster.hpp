#ifndef SLUICE_SRC_STORE_OPENSEARCH_CLUSTER_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_CLUSTER_HPP

/// Asking a cluster of OpenSearch: the next node where one does not answer, all of an answer or
/// none of it, and never longer than until a deadline.

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

namespace sluice::detail {

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

/// One operation of a bulk: `action` and, where it takes one, `document`, a line of JSON each.
struct BulkOperation {
  std::string action;
  std::string document;
};

/// Any threads at once.
class OpenSearchCluster {
 public:
  OpenSearchCluster(std::vector<std::string> nodes, double seconds);

  const std::vector<std::string> &nodes() const noexcept { return nodes_; }
  /// The node that was asked last, as errors show it.
  std::string address() const;

  /// An answer of a status that is no sign of a cluster in trouble; 404 and 409 are the caller's.
  /// Throws Error: io, limit_exceeded, malformed (no JSON), unsupported (the user is refused).
  ClusterAnswer ask(const std::string &method, const std::string &path, const std::string &body,
                    ClusterDeadline deadline) const;
  /// The same of one node, once.
  ClusterAnswer ask_node(std::size_t node, const std::string &path, double seconds) const;

  /// One request; the searches run one after the other, in their order. Each one's answer is whole.
  /// Throws Error beside those above: not_found (an index that is not there).
  std::vector<JsonValue> search(std::span<const ClusterSearch> searches, ClusterDeadline deadline,
                                std::optional<ClusterAnswer> &held) const;

  /// All are acknowledged, or an error is thrown: those that a busy cluster refused are sent again.
  /// Operations have to bear being done twice. A deletion of what is not there is none of them.
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

}  // namespace sluice::detail

#endif
