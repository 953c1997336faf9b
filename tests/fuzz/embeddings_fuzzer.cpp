// Answers of an embeddings endpoint give vectors of one size, of unit length or zero, or an Error.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "embed/embeddings_protocol.hpp"
#include "sluice/core/error.hpp"

namespace {

using namespace sluice;

void check(std::string_view json, std::size_t texts) {
  EmbeddingVectors vectors;
  try {
    vectors = parse_embeddings(json, "fuzzed", texts);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) std::abort();
    return;
  }
  if (vectors.dimensions == 0 || vectors.numbers.size() != texts * vectors.dimensions) std::abort();
  for (std::size_t t = 0; t < texts; ++t) {
    double squares = 0;
    for (std::size_t i = 0; i < vectors.dimensions; ++i) {
      const double x = vectors.numbers[t * vectors.dimensions + i];
      squares += x * x;
    }
    if (squares != 0 && !(std::abs(squares - 1) < 1e-3)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  check(json, 1);
  check(json, 2);
  return 0;
}
