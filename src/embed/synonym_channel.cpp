#include "sluice/embed/synonym_channel.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace sluice {

SynonymChannel::SynonymChannel(Synonyms synonyms, std::span<const std::string> stems)
    : synonyms_(std::move(synonyms)), stems_(stems.size()) {
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
  std::vector<float> strengths(stems_, 0.0F);
  std::vector<std::uint64_t> met((stems_ + 63) / 64, 0);  // a bit a stem
  synonyms_.each_meaning(text, [&](const Meaning &meaning) {
    const std::size_t bucket = meaning.synset >> bucket_bits;
    if (bucket + 1 >= first_entries_.size()) return;
    const std::size_t end = first_entries_[bucket + 1];
    std::size_t e = first_entries_[bucket];
    while (e < end && entries_[e].synset < meaning.synset) ++e;
    for (; e < end && entries_[e].synset == meaning.synset; ++e) {
      const float strength = meaning.weight * entries_[e].weight;
      if (!(strength >= min_strength && strength > 0)) break;  // nor do those that follow
      const std::uint32_t stem = entries_[e].stem;
      strengths[stem] = std::max(strengths[stem], strength);
      met[stem / 64] |= std::uint64_t{1} << stem % 64;
    }
  });
  std::size_t number = 0;
  for (const std::uint64_t bits : met) number += static_cast<std::size_t>(std::popcount(bits));
  std::vector<StemMatch> matches;
  matches.reserve(number);
  for (std::size_t w = 0; w < met.size(); ++w) {
    for (std::uint64_t bits = met[w]; bits != 0; bits &= bits - 1) {
      const std::size_t stem = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      matches.push_back({static_cast<std::uint32_t>(stem), strengths[stem]});
    }
  }
  return matches;
}

}  // namespace sluice
