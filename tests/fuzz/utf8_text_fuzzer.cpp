// Arbitrary bytes as a question, a name or a description: the output is valid text, and is cut only
// between characters.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "prompt/tokens.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/sql/dialect.hpp"
#include "sluice/sql/quote.hpp"
#include "sluice/text/analyzer.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"

namespace {

using namespace sluice;

void require(bool truth) {
  if (!truth) std::abort();
}

bool is_one_word(std::string_view text) {
  std::size_t words = 0;
  std::size_t bytes = 0;
  each_word(text, [&](std::string_view word) {
    ++words;
    bytes = word.size();
  });
  return words == 1 && bytes == text.size();
}

void check_repair(std::string_view text, std::size_t cut) {
  const std::string repaired = repair_utf8(text);
  require(is_utf8(repaired));
  require(is_utf8(text) == (repaired == text));
  require(one_line(one_line(text)) == one_line(text));
  const std::string_view clipped = clip_utf8(repaired, cut);
  require(clipped.size() <= cut && is_utf8(clipped) &&
          clipped.size() + 4 > std::min(cut, repaired.size()));

  JsonWriter writer;
  writer.value(text);
  require(JsonDocument::parse(writer.text()).root().as_string() == repaired);
  require(std::string_view(Error(ErrorCode::malformed, std::string(text)).what()) ==
          one_line(text));
}

void check_words(std::string_view text) {
  const std::string folded = fold(text);
  require(is_utf8(folded) && fold(folded) == folded);
  const char *end = text.data();
  each_word(text, [&](std::string_view word) {
    require(word.data() >= end && !word.empty() && is_utf8(word));
    end = word.data() + word.size();
  });
  require(end <= text.data() + text.size());

  for (const std::string &word : split_identifier(text)) {
    require(is_one_word(word));
    const std::vector<std::string> parts = split_glued(word);
    std::string spelled;
    for (const std::string &part : parts) spelled += part;
    require(parts.empty() || spelled == word);
  }
  for (const std::string &word : implied_words(text)) require(is_one_word(word));
  for (const std::string &term : Analyzer({.stem = false})(text)) require(is_one_word(term));
  for (const std::string &term : Analyzer()(text)) require(!term.empty());
  stem(text);
}

void check_sizes(std::string_view text) {
  require(estimate_tokens(text) <= text.size());
  for (std::size_t dialect = 0; dialect < sql::dialect_count; ++dialect) {
    const auto in = static_cast<sql::Dialect>(dialect);
    require(sql::quoted_identifier(text, in).size() >= text.size());
    require(sql::quoted_string(text, in).size() >= text.size() + 2);
  }
  const HashedEmbedder embedder(32);
  std::vector<float> vector(32);
  embedder.embed(std::span(&text, 1), vector);
  double square = 0;
  for (const float value : vector)
    square += static_cast<double>(value) * static_cast<double>(value);
  require(square == 0 || std::abs(square - 1) < 1e-3);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char *>(data + 1), size - 1);
  check_repair(text, data[0]);
  check_words(text);
  check_sizes(text);
  return 0;
}
