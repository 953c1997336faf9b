#include "embed/synonym_channel.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace sluice::inline v0 {

void SynonymChannel::add(std::size_t place, std::string_view stem) {
  for (const Meaning &meaning : synonyms_.meanings_of_stem(stem))
    entries_.push_back({meaning.synset, static_cast<std::uint32_t>(place), meaning.weight});
}

void SynonymChannel::sort_from(std::size_t first) {
  const auto is_before = [](const Entry &a, const Entry &b) {
    if (a.synset != b.synset) return a.synset < b.synset;
    return a.weight != b.weight ? a.weight > b.weight : a.stem < b.stem;
  };
  const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(middle, entries_.end(), is_before);
  std::inplace_merge(entries_.begin(), middle, entries_.end(), is_before);
}

void SynonymChannel::number_entries() {
  first_entries_.clear();
  const std::size_t buckets = entries_.empty() ? 0 : (entries_.back().synset >> bucket_bits) + 1;
  first_entries_.reserve(buckets + 1);
  for (std::size_t e = 0, bucket = 0; bucket <= buckets; ++bucket) {
    while (e < entries_.size() && (entries_[e].synset >> bucket_bits) < bucket) ++e;
    first_entries_.push_back(static_cast<std::uint32_t>(e));
  }
}

SynonymChannel::SynonymChannel(Synonyms synonyms, std::span<const std::string> stems)
    : synonyms_(std::move(synonyms)), stems_(stems.size()) {
  for (std::size_t s = 0; s < stems.size(); ++s) add(s, stems[s]);
  sort_from(0);
  number_entries();
}

SynonymChannel::SynonymChannel(const SynonymChannel &before, std::size_t stems,
                               const Changed &changed)
    : synonyms_(before.synonyms_), stems_(stems) {
  std::vector<bool> is_changed(stems, false);
  for (const auto &[place, stem] : changed) is_changed[place] = true;
  entries_.reserve(before.entries_.size() + changed.size());
  for (const Entry &entry : before.entries_) {
    if (!is_changed[entry.stem]) entries_.push_back(entry);
  }
  const std::size_t kept = entries_.size();
  for (const auto &[place, stem] : changed) {
    if (!stem.empty()) add(place, stem);
  }
  sort_from(kept);
  number_entries();
}

std::vector<StemMatch> SynonymChannel::matches(std::span<const std::string_view> texts,
                                               float min_strength) const {
  // Buckets are far apart in memory, so each is prefetched while others are searched.
  std::vector<Meaning> meanings;
  constexpr std::size_t usual = 64;
  meanings.reserve(usual);
  for (const std::string_view text : texts) {
    synonyms_.each_meaning(text, [&](const Meaning &meaning) {
      const std::size_t bucket = meaning.synset >> bucket_bits;
      if (bucket + 1 >= first_entries_.size()) return;
      __builtin_prefetch(&first_entries_[bucket]);
      meanings.push_back(meaning);
    });
  }
  for (const Meaning &meaning : meanings)
    __builtin_prefetch(entries_.data() + first_entries_[meaning.synset >> bucket_bits]);

  std::vector<float> strengths(stems_, 0.0F);
  std::vector<std::uint64_t> met((stems_ + 63) / 64, 0);  // one bit per stem
  for (const Meaning &meaning : meanings) {
    const std::size_t bucket = meaning.synset >> bucket_bits;
    const std::size_t end = first_entries_[bucket + 1];
    std::size_t e = first_entries_[bucket];
    while (e < end && entries_[e].synset < meaning.synset) ++e;
    for (; e < end && entries_[e].synset == meaning.synset; ++e) {
      const float strength = meaning.weight * entries_[e].weight;
      if (!(strength >= min_strength && strength > 0)) break;  // all following entries are weaker
      const std::uint32_t stem = entries_[e].stem;
      strengths[stem] = std::max(strengths[stem], strength);
      met[stem / 64] |= std::uint64_t{1} << stem % 64;
    }
  }
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

}  // namespace sluice::inline v0
