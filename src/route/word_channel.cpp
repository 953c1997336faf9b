#include "sluice/route/word_channel.hpp"

#include <algorithm>
#include <array>

#include "sluice/core/dot.hpp"

namespace sluice {

VectorChannel::VectorChannel(std::shared_ptr<const SchemaWords> words, AnyEmbedder model,
                             float floor)
    : words_(std::move(words)), model_(std::move(model)), floor_(floor) {
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < words_->size(); ++i) texts.push_back(words_->word(SchemaWordId(i)));
  vectors_.resize(texts.size() * model_.dimensions());
  model_.embed(texts, vectors_);
}

std::vector<WordMatch> VectorChannel::matches(std::string_view word, std::string_view stem) const {
  const std::size_t dimensions = model_.dimensions();
  std::vector<float> vector(dimensions);
  model_.embed(std::array{word}, vector);
  std::vector<WordMatch> found;
  for (std::size_t i = 0; i < words_->size(); ++i) {
    const float cosine = dot(vector.data(), vectors_.data() + i * dimensions, dimensions);
    const float strength = std::min(1.0F, (cosine - floor_) / (1 - floor_));
    if (words_->stem(SchemaWordId(i)) == stem) {
      found.push_back({SchemaWordId(i), 1.0F});
    } else if (strength > 0) {
      found.push_back({SchemaWordId(i), strength});
    }
  }
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

}  // namespace sluice
