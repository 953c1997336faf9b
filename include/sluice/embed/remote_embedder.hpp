#ifndef SLUICE_EMBED_REMOTE_EMBEDDER_HPP
#define SLUICE_EMBED_REMOTE_EMBEDDER_HPP

/// A model behind an OpenAI-compatible /v1/embeddings endpoint.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/core/cancellation.hpp"
#include "sluice/net/http.hpp"

namespace sluice {

struct RemoteEmbedderOptions {
  std::string url;    ///< Up to where "/embeddings" follows: "https://api.openai.com/v1".
  std::string model;  ///< Sent to the server.
  /// The environment variable that holds the key; empty: none is sent. Read once, at the start.
  std::string key_variable;
  /// Of the model's vectors; 0: as the cache has them, else as the server gives them when asked
  /// once.
  std::size_t dimensions = 0;
  std::size_t batch = 64;  ///< Texts a request.
  /// A file to keep vectors in, by model and text, made if need be; empty: none. Several processes
  /// may share one.
  std::string cache;
  HttpOptions http;
  CancellationToken token;
};

/// Models Embedder. Texts of blanks alone are all zero and not sent; a text twice in a call is sent
/// once. The fingerprint tells models by name and dimensions, not by URL. Any threads at once, each
/// with requests of its own; copies share all. The key is in no error and no file.
class RemoteEmbedder {
 public:
  /// Throws Error: invalid_argument (no model, a batch of 0, a URL with a query), not_found (the
  /// variable of the key is not set), what HttpClient and the cache's file throw, and, where the
  /// server has to be asked for the dimensions, what `embed` throws.
  explicit RemoteEmbedder(const RemoteEmbedderOptions &options);

  std::size_t dimensions() const noexcept;
  std::uint64_t fingerprint() const noexcept;
  /// Throws Error: what HttpClient::post throws, io (the server refused; its words are shown if
  /// they do not repeat the key), malformed (no such answer), mismatch (vectors of another size).
  /// What was answered before stays in the cache.
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

 private:
  struct Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace sluice

#endif
