#ifndef SLUICE_EMBED_EMBEDDINGS_PROTOCOL_HPP
#define SLUICE_EMBED_EMBEDDINGS_PROTOCOL_HPP

/// The JSON that OpenAI-compatible /v1/embeddings endpoints take and give, for those who send it
/// themselves; RemoteEmbedder does all of it.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

/// {"model": …, "input": […], "encoding_format": "float"}. Stray bytes in texts become U+FFFD.
std::string embeddings_request(std::string_view model, std::span<const std::string_view> texts);

/// One vector a text, row-major, of unit length or all zero.
struct EmbeddingVectors {
  std::size_t dimensions = 0;
  std::vector<float> numbers;
};

/// Reads an answer to a request of `texts` texts (one at least), whatever order it is in. `source`
/// names it in errors. Throws Error(malformed): no JSON, another number of vectors, one twice,
/// vectors of different sizes, of none or of more than 65,536 numbers, a number that is not finite
/// in 32 bits.
EmbeddingVectors parse_embeddings(std::string_view json, const std::string &source,
                                  std::size_t texts);

}  // namespace sluice

#endif
