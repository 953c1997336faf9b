#include "route/zero_shot/word_channel.hpp"

#include <algorithm>
#include <array>

#include "sluice/index/quantized_index.hpp"

namespace sluice::inline v0 {

VectorChannel::VectorChannel(std::shared_ptr<const SchemaWords> words, AnyEmbedder model,
                             QuantizedRows vectors, float floor)
    : words_(std::move(words)),
      model_(std::move(model)),
      floor_(floor),
      vectors_(std::move(vectors)) {}

std::vector<WordMatch> VectorChannel::matches(std::string_view word, std::string_view stem) const {
  std::vector<float> vector(model_.dimensions());
  model_.embed(std::array{word}, vector);
  std::vector<WordMatch> found;
  const auto add = [&](std::size_t first, std::span<const float> cosines) {
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      const SchemaWordId id(first + i);
      const float strength = std::min(1.0F, (cosines[i] - floor_) / (1 - floor_));
      if (words_->stem(id) == stem) {
        found.push_back({id, 1.0F});
      } else if (strength > 0) {
        found.push_back({id, strength});
      }
    }
  };
  QuantizedIndex(vectors_).scan(vector, add);
  return found;
}

namespace {

std::vector<std::string> stems_of(const SchemaWords &words) {
  std::vector<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) stems.emplace_back(words.stem(SchemaWordId(i)));
  std::ranges::sort(stems);
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

}  // namespace

SynonymWords::SynonymWords(std::shared_ptr<const SchemaWords> words, Synonyms synonyms)
    : words_(std::move(words)), stems_(stems_of(*words_)), channel_(std::move(synonyms), stems_) {}

std::vector<WordMatch> SynonymWords::matches(std::string_view word, std::string_view stem) const {
  std::vector<WordMatch> found;
  const auto add = [&](std::string_view matched, float strength) {
    for (const SchemaWordId id : words_->with_stem(matched)) found.push_back({id, strength});
  };
  add(stem, 1.0F);
  for (const StemMatch &match : channel_.matches(word)) {
    if (stems_[match.stem] != stem) add(stems_[match.stem], match.strength);
  }
  return found;
}

}  // namespace sluice::inline v0
