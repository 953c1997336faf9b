// A tokenizer.json; it tokenizes its own text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "checked_vocabulary.hpp"
#include "sluice/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace sluice;
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  try {
    fuzz::check_vocabulary(WordPiece::from_tokenizer_json(json, "fuzzed"), json);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed && error.code() != ErrorCode::unsupported) {
      std::abort();
    }
  }
  return 0;
}
