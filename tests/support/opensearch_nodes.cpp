#include "opensearch_nodes.hpp"

#include <fcntl.h>
#include <httplib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace sluice::test {
namespace {

namespace fs = std::filesystem;

fs::path find_java() {
  std::error_code error;
  std::istringstream parts(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string part; std::getline(parts, part, ':');) {
    if (fs::exists(fs::path(part) / "java", error)) return fs::path(part) / "java";
  }
  return {};
}

fs::path find_jars() {
  std::error_code error;
  const char *named = std::getenv("SLUICE_OPENSEARCH_JARS");
  const fs::path folder =
      named != nullptr ? fs::path(named) : source_directory() / "build/opensearch";
  return fs::exists(folder / "opensearch-2.19.1.jar", error) ? folder : fs::path();
}

std::string name_of(std::size_t node) { return "node" + std::to_string(node); }

/// Returns the answer of one node to a request; empty if there is none.
std::string asked(int port, const std::string &path) {
  httplib::Client client("127.0.0.1", port);
  client.set_connection_timeout(5);
  client.set_read_timeout(5);
  const httplib::Result result = client.Get(path);
  return result && result->status == 200 ? result->body : "";
}

template <class Done>
void wait_for(const char *what, Done done) {
  for (int i = 0; i < 1200; ++i) {
    if (done()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  throw std::runtime_error(what);
}

}  // namespace

std::unique_ptr<OpenSearchNodes> OpenSearchNodes::start(std::size_t count) {
  std::unique_ptr<OpenSearchNodes> nodes(new OpenSearchNodes());
  nodes->jars_ = find_jars();
  if (nodes->jars_.empty() || find_java().empty()) return nullptr;
  for (std::size_t i = 0; i < count; ++i) nodes->nodes_.push_back({free_port(), free_port(), 0});
  for (std::size_t i = 0; i < count; ++i) nodes->launch(i);
  nodes->wait_until_whole(count);
  return nodes;
}

OpenSearchNodes::~OpenSearchNodes() {
  for (std::size_t node = 0; node < nodes_.size(); ++node) kill(node);
}

std::string OpenSearchNodes::url(std::string_view space) const {
  std::string url = "opensearch+http://";
  for (const Node &node : nodes_)
    url += (&node == nodes_.data() ? "127.0.0.1:" : ",127.0.0.1:") + std::to_string(node.http);
  return url + "/" + std::string(space);
}

void OpenSearchNodes::kill(std::size_t node) {
  if (nodes_[node].child == 0) return;
  ::kill(nodes_[node].child, SIGKILL);
  ::waitpid(nodes_[node].child, nullptr, 0);
  nodes_[node].child = 0;
}

void OpenSearchNodes::launch(std::size_t node) {
  std::string seeds, managers;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    seeds += (i > 0 ? "," : "") + std::to_string(nodes_[i].transport);
    managers += (i > 0 ? "," : "") + name_of(i);
  }
  std::vector<std::string> arguments{
      find_java().string(),
      "-Xms384m",
      "-Xmx384m",
      "-XX:+UseSerialGC",
      "-XX:MaxDirectMemorySize=256m",
      "-Dopensearch.set.netty.runtime.available.processors=false",
      "-cp",
      (jars_ / "*").string(),
      (source_directory() / "tests/support/OpenSearchNode.java").string(),
      folder_.path().string(),
      name_of(node),
      std::to_string(nodes_[node].http),
      std::to_string(nodes_[node].transport),
      seeds,
      managers};
  std::vector<char *> argv;
  for (std::string &argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const std::string log = (folder_.path() / (name_of(node) + ".log")).string();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process for a node");
  if (child == 0) {
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const bool ready = ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO) >= 0 &&
                       ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(out, STDERR_FILENO) >= 0;
    // The nodes end with the test, even if it crashes.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (ready && ::getppid() == parent) ::execv(argv.front(), argv.data());
    ::_exit(126);
  }
  nodes_[node].child = child;
}

std::size_t OpenSearchNodes::manager() const {
  for (const Node &node : nodes_) {
    if (node.child == 0) continue;
    const std::string name = asked(node.http, "/_cat/cluster_manager?h=node");
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (name.starts_with(name_of(i))) return i;
    }
  }
  throw std::runtime_error("no manager is elected");
}

void OpenSearchNodes::wait_until_whole(std::size_t nodes) const {
  wait_for("the nodes do not become a whole cluster", [&] {
    for (const Node &node : nodes_) {
      if (node.child == 0) continue;
      const std::string health = asked(node.http, "/_cluster/health");
      if (health.empty()) return false;
      const std::string count = "\"number_of_nodes\":" + std::to_string(nodes) + ",";
      return health.find(count) != std::string::npos &&
             health.find("\"status\":\"green\"") != std::string::npos;
    }
    return false;
  });
}

}  // namespace sluice::test
