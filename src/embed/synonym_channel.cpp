#include "sluice/embed/synonym_channel.hpp"

#include <algorithm>
#include <utility>

namespace sluice {

SynonymChannel::SynonymChannel(Synonyms synonyms, std::span<const std::string> stems)
    : synonyms_(std::move(synonyms)) {
  for (std::size_t s = 0; s < stems.size(); ++s) {
    for (const Meaning &meaning : synonyms_.meanings_of_stem(stems[s])) {
      entries_.push_back({meaning.synset, static_cast<std::uint32_t>(s), meaning.weight});
    }
  }
  std::ranges::stable_sort(entries_, {}, &Entry::synset);
}

std::vector<StemMatch> SynonymChannel::matches(std::string_view text, float min_strength) const {
  std::vector<StemMatch> matches;
  for (const Meaning &meaning : synonyms_.meanings(text)) {
    const auto first = std::ranges::lower_bound(entries_, meaning.synset, {}, &Entry::synset);
    for (auto entry = first; entry != entries_.end() && entry->synset == meaning.synset; ++entry) {
      const float strength = meaning.weight * entry->weight;
      if (strength >= min_strength && strength > 0) matches.push_back({entry->stem, strength});
    }
  }
  std::ranges::sort(matches, [](const StemMatch &a, const StemMatch &b) {
    return a.stem != b.stem ? a.stem < b.stem : a.strength > b.strength;
  });
  const auto end =
      std::unique(matches.begin(), matches.end(),
                  [](const StemMatch &a, const StemMatch &b) { return a.stem == b.stem; });
  matches.erase(end, matches.end());
  return matches;
}

}  // namespace sluice
