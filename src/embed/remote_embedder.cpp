#include "sluice/embed/remote_embedder.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "embed/embeddings_protocol.hpp"
#include "net/api_endpoint.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "vector_cache.hpp"

namespace sluice::inline v0 {

struct RemoteEmbedder::Connection {
  explicit Connection(const RemoteEmbedderOptions &with)
      : options(with),
        endpoint(with.url, "/embeddings", net_detail::key_from(with.key_variable), with.http) {
    if (options.model.empty() || options.batch == 0) {
      throw Error(ErrorCode::invalid_argument,
                  "an embeddings endpoint needs a model, and at least 1 text per request");
    }
    if (!options.cache.empty()) cache.emplace(options.cache, options.model);
    dimensions = options.dimensions;
    if (dimensions == 0 && cache) dimensions = cache->dimensions().value_or(0);
    if (dimensions == 0) {
      constexpr std::string_view any = "name";
      const EmbeddingVectors answer = ask({&any, 1});
      dimensions = answer.dimensions;
      if (cache) cache->store({&any, 1}, answer.numbers);
    }
    fingerprint = Fingerprint().add("embeddings 1").add(options.model).add(dimensions).value();
  }

  /// Sends one request.
  EmbeddingVectors ask(std::span<const std::string_view> texts) const;
  /// Requests vectors for any number of distinct texts that are not in the cache; row-major.
  std::vector<float> fetch(std::span<const std::string_view> texts);

  RemoteEmbedderOptions options;
  net_detail::ApiEndpoint endpoint;
  std::optional<embed_detail::VectorCache> cache;
  std::size_t dimensions = 0;
  std::uint64_t fingerprint = 0;
};

EmbeddingVectors RemoteEmbedder::Connection::ask(std::span<const std::string_view> texts) const {
  const std::string answer = endpoint.post(embeddings_request(options.model, texts), options.token);
  EmbeddingVectors vectors = parse_embeddings(answer, endpoint.url(), texts.size());
  if (dimensions != 0 && vectors.dimensions != dimensions) {
    throw Error(ErrorCode::mismatch,
                "answered with vectors of " + std::to_string(vectors.dimensions) +
                    " numbers, expected " + std::to_string(dimensions),
                {endpoint.url()});
  }
  return vectors;
}

std::vector<float> RemoteEmbedder::Connection::fetch(std::span<const std::string_view> texts) {
  std::vector<float> vectors;
  vectors.reserve(texts.size() * dimensions);
  while (!texts.empty()) {
    const auto batch = texts.first(std::min(options.batch, texts.size()));
    texts = texts.subspan(batch.size());
    const EmbeddingVectors answer = ask(batch);
    if (cache) cache->store(batch, answer.numbers);
    vectors.insert(vectors.end(), answer.numbers.begin(), answer.numbers.end());
  }
  return vectors;
}

RemoteEmbedder::RemoteEmbedder(const RemoteEmbedderOptions &options)
    : connection_(std::make_shared<Connection>(options)) {}

std::size_t RemoteEmbedder::dimensions() const noexcept { return connection_->dimensions; }
std::uint64_t RemoteEmbedder::fingerprint() const noexcept { return connection_->fingerprint; }

void RemoteEmbedder::embed(std::span<const std::string_view> texts,
                           std::span<float> vectors) const {
  const std::size_t width = dimensions();
  if (vectors.size() != texts.size() * width) {
    throw Error(ErrorCode::invalid_argument, "the vectors need texts × dimensions numbers");
  }
  std::vector<std::string_view> missing;
  std::unordered_map<std::string_view, std::size_t> place_of;  // position in `missing`
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const std::span<float> row = vectors.subspan(t * width, width);
    if (trimmed(texts[t]).empty()) {
      std::ranges::fill(row, 0.0F);
    } else if (!connection_->cache || !connection_->cache->find(texts[t], row)) {
      if (place_of.emplace(texts[t], missing.size()).second) missing.push_back(texts[t]);
    }
  }
  if (missing.empty()) return;
  const std::vector<float> fetched = connection_->fetch(missing);
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const auto place = place_of.find(texts[t]);
    if (place == place_of.end()) continue;
    const auto row = std::span(fetched).subspan(place->second * width, width);
    std::ranges::copy(row, vectors.begin() + static_cast<std::ptrdiff_t>(t * width));
  }
}

}  // namespace sluice::inline v0
