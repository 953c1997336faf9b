#include "known_phrases.hpp"

#include <algorithm>
#include <utility>

#include "embed/synonyms.hpp"

namespace sluice::inline v0::route_detail {

std::vector<KnownPhrase> known_phrases(std::span<const QuestionPart> words) {
  constexpr std::size_t max_words = 3;
  std::vector<KnownPhrase> phrases;
  if (!Synonyms::is_shipped()) return phrases;
  const Synonyms synonyms = Synonyms::shipped();
  std::string key, text;
  for (std::size_t first = 0; first + 1 < words.size(); ++first) {
    if (words[first].is_stop_word) continue;
    key = words[first].stem;
    text = words[first].text;
    KnownPhrase longest;
    for (std::size_t end = first + 1; end < std::min(first + max_words, words.size()); ++end) {
      key += ' ' + words[end].stem;
      text += ' ' + words[end].text;
      if (!words[end].is_stop_word && synonyms.holds_stem(key)) longest = {first, end + 1, text};
    }
    if (!longest.text.empty()) phrases.push_back(std::move(longest));
  }
  return phrases;
}

}  // namespace sluice::inline v0::route_detail
