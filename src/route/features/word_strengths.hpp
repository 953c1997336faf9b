#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_STRENGTHS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_STRENGTHS_HPP

/// How strongly each word of a question matches each database.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Three numbers per word, channel and database: the strongest match with the name of a table, with
/// any name of a table or column, and with the database's own name. In the channel of values:
/// whether the word is part of a whole value, of any value, and of a value that the question marks.
/// Databases are in an order that only RankerFeatures knows.
class WordStrengths {
 public:
  static constexpr std::size_t kinds = 3;

  WordStrengths() = default;
  WordStrengths(std::size_t words, std::size_t channels, std::size_t places)
      : channels_(channels), places_(places), strengths_(words * channels * kinds * places, 0) {}

  /// The strengths of a word in a channel, by kind, then place.
  std::span<float> of(std::size_t word, std::size_t channel) noexcept {
    const std::size_t count = kinds * places_;
    return std::span(strengths_).subspan((word * channels_ + channel) * count, count);
  }
  /// The strengths of a word in the database at that place, by channel and kind, `places()` apart.
  const float *at(std::size_t word, std::size_t place) const noexcept {
    return strengths_.data() + word * channels_ * kinds * places_ + place;
  }
  std::size_t channels() const noexcept { return channels_; }
  std::size_t places() const noexcept { return places_; }
  std::size_t per_word() const noexcept { return channels_ * kinds; }

 private:
  std::size_t channels_ = 0, places_ = 0;
  std::vector<float> strengths_;
};

}  // namespace sluice::inline v0

#endif
