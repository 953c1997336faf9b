#include "known_phrases.hpp"

#include <algorithm>
#include <utility>

#include "sluice/embed/synonyms.hpp"
#include "sluice/text/stop_words.hpp"

namespace sluice::detail {

std::vector<KnownPhrase> known_phrases(std::span<const std::string> words,
                                       std::span<const std::string> stems) {
  constexpr std::size_t max_words = 3;
  std::vector<KnownPhrase> phrases;
  if (!Synonyms::is_shipped()) return phrases;
  const Synonyms synonyms = Synonyms::shipped();
  std::string key, text;
  for (std::size_t first = 0; first + 1 < stems.size(); ++first) {
    if (is_stop_word(words[first])) continue;
    key = stems[first];
    text = words[first];
    KnownPhrase longest;
    for (std::size_t end = first + 1; end < std::min(first + max_words, stems.size()); ++end) {
      key += ' ' + stems[end];
      text += ' ' + words[end];
      if (!is_stop_word(words[end]) && synonyms.holds_stem(key)) longest = {first, end + 1, text};
    }
    if (!longest.text.empty()) phrases.push_back(std::move(longest));
  }
  return phrases;
}

}  // namespace sluice::detail
