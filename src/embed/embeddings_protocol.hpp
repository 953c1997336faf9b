#ifndef SLUICE_SRC_EMBED_EMBEDDINGS_PROTOCOL_HPP
#define SLUICE_SRC_EMBED_EMBEDDINGS_PROTOCOL_HPP

/// The JSON requests and responses of OpenAI-compatible /v1/embeddings endpoints, for programs with
/// their own HTTP client. RemoteEmbedder does all of it.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// {"model": …, "input": […], "encoding_format": "float"}. Invalid UTF-8 in texts becomes U+FFFD.
std::string embeddings_request(std::string_view model, std::span<const std::string_view> texts);

/// One vector per text, row-major, of unit length or all zero.
struct EmbeddingVectors {
  std::size_t dimensions = 0;
  std::vector<float> numbers;
};

/// Parses the response to a request for `texts` texts (at least one); its entries may be in any
/// order. `source` names the response in errors. Throws Error(malformed) if it is not valid JSON,
/// has the wrong number of vectors or a duplicate, or if vectors differ in size, are empty, have
/// more than 65,536 numbers or a number that is not a finite 32-bit float.
EmbeddingVectors parse_embeddings(std::string_view json, const std::string &source,
                                  std::size_t texts);

}  // namespace sluice::inline v0

#endif
