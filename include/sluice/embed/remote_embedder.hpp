#ifndef SLUICE_EMBED_REMOTE_EMBEDDER_HPP
#define SLUICE_EMBED_REMOTE_EMBEDDER_HPP

/// An embedding model served by an OpenAI-compatible /v1/embeddings endpoint.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/core/cancellation.hpp"
#include "sluice/net/http.hpp"

namespace sluice::inline v0 {

struct RemoteEmbedderOptions {
  std::string url;    ///< Without the final "/embeddings": "https://api.openai.com/v1".
  std::string model;  ///< Name of the model, sent to the server.
  /// The environment variable that holds the key; empty: no key is sent. Read once, by the
  /// constructor.
  std::string key_variable;
  /// Of the model's vectors. 0: taken from the cache, or else from one request to the server.
  std::size_t dimensions = 0;
  std::size_t batch = 64;  ///< Maximum number of texts per request.
  /// Path of a file that stores vectors by model and text, created if missing; empty: no cache.
  /// Several processes may share one file.
  std::string cache;
  HttpOptions http;
  CancellationToken token;
};

/// Models Embedder. Blank texts get zero vectors and are not sent; a text that occurs twice in a
/// call is sent once. The fingerprint depends on the model name and the dimensions, not on the URL.
/// Thread-safe; each thread sends its own requests, and copies share everything. The key never
/// appears in an error or a file.
class RemoteEmbedder {
 public:
  /// Throws Error: invalid_argument (no model, a batch of 0, a URL with a query), not_found (the
  /// environment variable of the key is not set), what HttpClient and opening the cache file throw,
  /// and, if it has to request the dimensions from the server, what `embed` throws.
  explicit RemoteEmbedder(const RemoteEmbedderOptions &options);

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  /// Throws Error: what HttpClient::post throws, io (the server refused; the message quotes its
  /// response unless that repeats the key), malformed (not a valid response), mismatch (vectors of
  /// another size). Vectors received before the error stay in the cache.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  struct Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace sluice::inline v0

#endif
