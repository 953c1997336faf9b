#ifndef SLUICE_EMBED_OPEN_EMBEDDER_HPP
#define SLUICE_EMBED_OPEN_EMBEDDER_HPP

/// Opens an embedder by name.

#include <optional>
#include <string>

#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0 {

/// `name` is one of:
/// - "static": the built-in table;
/// - "hashed": HashedEmbedder;
/// - a folder: the encoder in it, in 32-bit floats;
/// - a file: a static table or an int8 encoder, distinguished by content;
/// - "https://host/v1#model" (or http): a RemoteEmbedder, with the key from the environment
///   variable SLUICE_EMBEDDINGS_KEY and the cache file that SLUICE_EMBEDDINGS_CACHE names, if these
///   are set.
///
/// Throws Error: not_found (listing the valid names), invalid_argument (a URL without a model), and
/// what the model throws.
AnyEmbedder open_embedder(const std::string &name);

/// The default embedder: the static table if the build includes it.
std::optional<AnyEmbedder> default_embedder();

}  // namespace sluice::inline v0

#endif
