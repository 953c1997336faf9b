#ifndef SLUICE_TESTS_SUPPORT_HTTP_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_HTTP_SERVER_HPP

/// A local HTTP server whose answers a test defines.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice::test {

/// A received request.
struct Asked {
  std::string path;
  std::string body;
  std::string authorization;
  std::string content_type;
  std::string method;
};

struct Answer {
  int status = 200;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  double seconds = 0;       ///< Delay before the answer is sent; ends early with the server.
  std::size_t missing = 0;  ///< Bytes that are announced but not sent before the connection closes.
};

class HttpServer {
 public:
  /// Answers requests to any path, one at a time; `number` counts the requests before this one.
  explicit HttpServer(std::function<Answer(const Asked &asked, std::size_t number)> answer);
  ~HttpServer();
  HttpServer(const HttpServer &) = delete;
  HttpServer &operator=(const HttpServer &) = delete;

  /// "http://127.0.0.1:port".
  std::string url() const;
  std::vector<Asked> asked() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::test

#endif
