#include "sluice/embed/hashed_embedder.hpp"

#include <algorithm>
#include <string>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "text/identifier.hpp"
#include "unit_vector.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t shortest = 3;
constexpr std::size_t longest = 5;
constexpr std::size_t max_hashed_bytes = 64;  // longer words are data and would dominate the vector

class Accumulator {
 public:
  explicit Accumulator(std::span<float> vector) : vector_(vector) {
    std::ranges::fill(vector_, 0.0F);
  }

  void add_word(std::string_view word) {
    const std::string bounded = '<' + std::string(word.substr(0, max_hashed_bytes)) + '>';
    add(bounded, 2);
    for (std::size_t size = shortest; size <= longest; ++size) {
      for (std::size_t at = 0; at + size <= bounded.size(); ++at) {
        add(std::string_view(bounded).substr(at, size), 1);
      }
    }
  }

 private:
  void add(std::string_view feature, float weight) {
    const std::uint64_t hash = hash64(feature);
    // The sign makes collisions cancel on average; it must be independent of the bits that select
    // the dimension.
    vector_[static_cast<std::size_t>((hash >> 1) % vector_.size())] +=
        (hash & 1) != 0 ? weight : -weight;
  }

  std::span<float> vector_;
};

}  // namespace

HashedEmbedder::HashedEmbedder(std::size_t dimensions) : dimensions_(dimensions) {
  if (dimensions == 0) {
    throw Error(ErrorCode::invalid_argument, "an embedder needs at least 1 dimension");
  }
}

std::uint64_t HashedEmbedder::fingerprint() const noexcept {
  return Fingerprint().add("hashed n-grams 1").add(dimensions_).value();
}

void HashedEmbedder::embed(std::span<const std::string_view> texts,
                           std::span<float> vectors) const {
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const std::span<float> vector = vectors.subspan(t * dimensions_, dimensions_);
    Accumulator sum(vector);
    for (const std::string &word : split_identifier(texts[t])) sum.add_word(word);
    embed_detail::make_unit(vector);
  }
}

}  // namespace sluice::inline v0
