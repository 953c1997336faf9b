#ifndef SLUICE_SRC_EMBED_SYNONYM_CHANNEL_HPP
#define SLUICE_SRC_EMBED_SYNONYM_CHANNEL_HPP

/// Synonyms as a match channel: how strongly a word of a question matches each stem of a schema.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/synonyms.hpp"

namespace sluice::inline v0 {

/// A stem, by its position in the channel's list, and the strength of the match, in (0, 1].
struct StemMatch {
  std::uint32_t stem = 0;
  float strength = 0;

  friend bool operator==(const StemMatch &, const StemMatch &) = default;
};

/// An inverted index of the meanings of a schema's stems, so that a word is compared with all of
/// them at once. Immutable. Thread-safe. About 300 bytes per stem.
class SynonymChannel {
 public:
  /// `stems` are as Synonyms::meanings_of_stem expects them; fewer than 2^32.
  SynonymChannel(Synonyms synonyms, std::span<const std::string> stems);

  /// Copies `before` with some stems replaced or added: `changed` lists positions, each with its
  /// new stem, or "" for none. O(stems).
  using Changed = std::vector<std::pair<std::uint32_t, std::string>>;
  SynonymChannel(const SynonymChannel &before, std::size_t stems, const Changed &changed);

  /// The stems that share a meaning with a word or phrase as written, with their Synonyms::strength
  /// if that is at least `min_strength`; sorted by stem. Takes microseconds; O(stems / 64).
  std::vector<StemMatch> matches(std::string_view text, float min_strength = 0.12F) const {
    return matches({&text, 1}, min_strength);
  }
  /// Stems that match any of several texts, with the strength of the best match.
  std::vector<StemMatch> matches(std::span<const std::string_view> texts,
                                 float min_strength = 0.12F) const;

 private:
  struct Entry {
    std::uint32_t synset;
    std::uint32_t stem;
    float weight;
  };

  void add(std::size_t place, std::string_view stem);
  void sort_from(std::size_t first);
  void number_entries();

  Synonyms synonyms_;
  std::size_t stems_;
  static constexpr unsigned bucket_bits = 3;

  std::vector<Entry> entries_;                // by synset, then descending weight
  std::vector<std::uint32_t> first_entries_;  // by synset >> bucket_bits, with an end entry
};

}  // namespace sluice::inline v0

#endif
