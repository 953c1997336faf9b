#include "schema_names.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/embed/static_embedder.hpp"
#include "sluice/embed/wordpiece.hpp"
#include "text/vocabulary.hpp"

namespace sluice::detail {
namespace {

/// Shorter ones are found in every other word.
constexpr std::size_t shortest = 4;

const WordPiece *built_in_words() {
  static const std::optional<StaticEmbedder> table =
      StaticEmbedder::is_built_in() ? std::optional(StaticEmbedder::builtin()) : std::nullopt;
  return table ? &table->tokenizer() : nullptr;
}

}  // namespace

std::vector<std::string> parts_of(const std::string &word) {
  const WordPiece *const words = built_in_words();
  return split_glued(word, [words](std::string_view part) {
    if (words == nullptr || part.size() < shortest) return 0U;
    const std::uint32_t id = words->find(part);  // its vocabulary is in the order of frequency
    return id == WordPiece::none ? 0U : id;
  });
}

bool is_word(std::string_view folded_word) {
  const WordPiece *const words = built_in_words();
  return is_known_word(folded_word) ||
         (words != nullptr && words->find(folded_word) != WordPiece::none);
}

}  // namespace sluice::detail
