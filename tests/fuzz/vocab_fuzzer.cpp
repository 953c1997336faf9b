// A vocabulary, one piece per line; it tokenizes its own text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "checked_vocabulary.hpp"
#include "sluice/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace sluice;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  try {
    fuzz::check_vocabulary(WordPiece::from_vocab(text, "fuzzed"), text);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) std::abort();
  }
  return 0;
}
