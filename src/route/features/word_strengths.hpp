#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_STRENGTHS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_STRENGTHS_HPP

/// How surely each word of a question stands in each database.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// By word, then channel, three kinds: the strongest match with the name of a table, with any name
/// of a table or column, and with the database's own name; of values, whether the word is of a
/// whole one, of any, and of one that the question marks. Databases stand at places that
/// RankerFeatures alone knows.
class WordStrengths {
 public:
  static constexpr std::size_t kinds = 3;

  WordStrengths() = default;
  WordStrengths(std::size_t words, std::size_t channels, std::size_t places)
      : channels_(channels), places_(places), strengths_(words * channels * kinds * places, 0) {}

  /// By kind, then place.
  std::span<float> of(std::size_t word, std::size_t channel) noexcept {
    const std::size_t count = kinds * places_;
    return std::span(strengths_).subspan((word * channels_ + channel) * count, count);
  }
  /// By channel and kind, `places` apart, of the database at that place.
  const float *at(std::size_t word, std::size_t place) const noexcept {
    return strengths_.data() + word * channels_ * kinds * places_ + place;
  }
  std::size_t channels() const noexcept { return channels_; }
  std::size_t places() const noexcept { return places_; }
  std::size_t of_each() const noexcept { return channels_ * kinds; }

 private:
  std::size_t channels_ = 0, places_ = 0;
  std::vector<float> strengths_;
};

}  // namespace sluice::inline v0

#endif
