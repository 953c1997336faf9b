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
  std::ranges::sort(entries_, [](const Entry &a, const Entry &b) {
    if (a.synset != b.synset) return a.synset < b.synset;
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  });
  const std::size_t buckets = entries_.empty() ? 0 : (entries_.back().synset >> bucket_bits) + 1;
  first_entries_.reserve(buckets + 1);
  for (std::size_t e = 0, bucket = 0; bucket <= buckets; ++bucket) {
    while (e < entries_.size() && (entries_[e].synset >> bucket_bits) < bucket) ++e;
    first_entries_.push_back(static_cast<std::uint32_t>(e));
  }
}

std::vector<StemMatch> SynonymChannel::matches(std::string_view text, float min_strength) const {
  std::vector<StemMatch> matches;
  for (const Meaning &meaning : synonyms_.meanings(text)) {
    const std::size_t bucket = meaning.synset >> bucket_bits;
    if (bucket + 1 >= first_entries_.size()) continue;
    const std::size_t end = first_entries_[bucket + 1];
    std::size_t e = first_entries_[bucket];
    while (e < end && entries_[e].synset < meaning.synset) ++e;
    for (; e < end && entries_[e].synset == meaning.synset; ++e) {
      const float strength = meaning.weight * entries_[e].weight;
      if (!(strength >= min_strength && strength > 0)) break;  // nor do those that follow
      matches.push_back({entries_[e].stem, strength});
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
