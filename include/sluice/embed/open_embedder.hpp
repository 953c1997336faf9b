#ifndef SLUICE_EMBED_OPEN_EMBEDDER_HPP
#define SLUICE_EMBED_OPEN_EMBEDDER_HPP

/// An embedder by the name that a person types.

#include <optional>
#include <string>

#include "sluice/embed/any_embedder.hpp"

namespace sluice {

/// "static": the table inside. "hashed": HashedEmbedder. A folder: the encoder in it, in 32-bit
/// floats. A file: a static table or an int8 encoder, told apart by content.
/// "https://host/v1#model" (or http): a RemoteEmbedder with the key in the environment's
/// SLUICE_EMBEDDINGS_KEY and its cache in the file that SLUICE_EMBEDDINGS_CACHE names, where these
/// are set. Throws Error: not_found (saying which names there are), invalid_argument (a URL without
/// a model), and what the model throws.
AnyEmbedder open_embedder(const std::string &name);

/// What is used where nobody chooses: the static table, where the build has it.
std::optional<AnyEmbedder> default_embedder();

}  // namespace sluice

#endif
