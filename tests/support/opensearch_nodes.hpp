#ifndef SLUICE_TESTS_SUPPORT_OPENSEARCH_NODES_HPP
#define SLUICE_TESTS_SUPPORT_OPENSEARCH_NODES_HPP

/// A local OpenSearch cluster, which ends with the test.

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"

namespace sluice::test {

class OpenSearchNodes {
 public:
  /// Returns nullptr without Java or the jars (cmake/opensearch_jars.sh). Waits until all nodes are
  /// one cluster. Throws std::runtime_error if they do not form one.
  static std::unique_ptr<OpenSearchNodes> start(std::size_t count);
  ~OpenSearchNodes();
  OpenSearchNodes(const OpenSearchNodes &) = delete;
  OpenSearchNodes &operator=(const OpenSearchNodes &) = delete;

  /// "opensearch+http://127.0.0.1:port,…/space"
  std::string url(std::string_view space) const;
  /// Kills a node with SIGKILL.
  void kill(std::size_t node);
  void launch(std::size_t node);
  /// Returns the elected manager.
  std::size_t manager() const;
  /// Waits until `nodes` nodes are one cluster, and every copy of every shard is allocated.
  void wait_until_whole(std::size_t nodes) const;

 private:
  OpenSearchNodes() = default;
  struct Node {
    int http = 0, transport = 0;
    pid_t child = 0;
  };

  TemporaryDirectory folder_;
  std::filesystem::path jars_;
  std::vector<Node> nodes_;
};

}  // namespace sluice::test

#endif
