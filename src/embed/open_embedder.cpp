#include "sluice/embed/open_embedder.hpp"

#include <cstdlib>
#include <filesystem>

#include "sluice/core/error.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/remote_embedder.hpp"
#include "sluice/embed/static_embedder.hpp"

namespace sluice::inline v0 {
namespace {

bool is_set(const char *variable) {
  const char *value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

RemoteEmbedder open_remote(const std::string &name) {
  const std::size_t mark = name.find('#');
  if (mark == name.npos || mark + 1 == name.size()) {
    throw Error(ErrorCode::invalid_argument,
                "the URL of an embeddings endpoint must name the model: https://host/v1#model");
  }
  constexpr const char *key = "SLUICE_EMBEDDINGS_KEY", *cache = "SLUICE_EMBEDDINGS_CACHE";
  RemoteEmbedderOptions options;
  options.url = name.substr(0, mark);
  options.model = name.substr(mark + 1);
  if (is_set(key)) options.key_variable = key;
  if (is_set(cache)) options.cache = std::getenv(cache);
  return RemoteEmbedder(options);
}

}  // namespace

std::optional<AnyEmbedder> default_embedder() {
  if (!StaticEmbedder::is_shipped()) return std::nullopt;
  return StaticEmbedder::shipped();
}

AnyEmbedder open_embedder(const std::string &name) {
  if (name == "static") return StaticEmbedder::shipped();
  if (name == "hashed") return HashedEmbedder();
  if (name.starts_with("http://") || name.starts_with("https://")) return open_remote(name);
  if (std::filesystem::is_directory(name)) return Encoder::load(name);
  if (!std::filesystem::exists(name)) {
    throw Error(
        ErrorCode::not_found,
        "is not an embedder: expected static, hashed, a folder with an encoder, a file of weights or "
        "https://host/v1#model",
        {name});
  }
  try {
    return StaticEmbedder::open(name);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::mismatch) throw;
  }
  return Encoder::open(name);
}

}  // namespace sluice::inline v0
