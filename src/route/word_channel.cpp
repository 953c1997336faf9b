#include "sluice/route/word_channel.hpp"

#include <algorithm>
#include <array>

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
    const float *other = vectors_.data() + i * dimensions;
    float cosine = 0;
    for (std::size_t d = 0; d < dimensions; ++d) cosine += vector[d] * other[d];
    const float strength = std::min(1.0F, (cosine - floor_) / (1 - floor_));
    if (words_->stem(SchemaWordId(i)) == stem) {
      found.push_back({SchemaWordId(i), 1.0F});
    } else if (strength > 0) {
      found.push_back({SchemaWordId(i), strength});
    }
  }
  return found;
}

}  // namespace sluice
