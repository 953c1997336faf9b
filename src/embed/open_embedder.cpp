#include "sluice/embed/open_embedder.hpp"

#include <filesystem>

#include "sluice/core/error.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/static_embedder.hpp"

namespace sluice {

std::optional<AnyEmbedder> default_embedder() {
  if (!StaticEmbedder::is_built_in()) return std::nullopt;
  return StaticEmbedder::builtin();
}

AnyEmbedder open_embedder(const std::string &name) {
  if (name == "static") return StaticEmbedder::builtin();
  if (name == "hashed") return HashedEmbedder();
  if (std::filesystem::is_directory(name)) return Encoder::load(name);
  if (!std::filesystem::exists(name)) {
    throw Error(
        ErrorCode::not_found,
        "is no embedder: expected static, hashed, a folder with an encoder or a file of weights",
        {name});
  }
  try {
    return StaticEmbedder::open(name);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::mismatch) throw;
  }
  return Encoder::open(name);
}

}  // namespace sluice
