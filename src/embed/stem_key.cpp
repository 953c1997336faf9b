#include "stem_key.hpp"

#include "text/stem.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0::embed_detail {

std::string stem_key(std::string_view text) {
  // No word of a language is longer; longer sequences are data.
  constexpr std::size_t longest_stemmed = 64;
  std::string key;
  each_word(text, [&](std::string_view word) {
    if (!key.empty()) key += ' ';
    const std::string folded = fold(word);
    key += folded.size() <= longest_stemmed ? stem(folded) : folded;
  });
  return key;
}

}  // namespace sluice::inline v0::embed_detail
