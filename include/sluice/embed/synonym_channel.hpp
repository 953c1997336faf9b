#ifndef SLUICE_EMBED_SYNONYM_CHANNEL_HPP
#define SLUICE_EMBED_SYNONYM_CHANNEL_HPP

/// Synonyms as a match channel: how strongly a question's word matches each stem of a schema.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/embed/synonyms.hpp"

namespace sluice {

/// A stem by its place in the channel's list, and the strength of the match, above 0 to 1.
struct StemMatch {
  std::uint32_t stem = 0;
  float strength = 0;

  friend bool operator==(const StemMatch &, const StemMatch &) = default;
};

/// The meanings of a schema's stems, turned round, so that a word is compared with all of them at
/// once. Immutable; any threads at once. About 300 bytes a stem.
class SynonymChannel {
 public:
  /// `stems` as Synonyms::meanings_of_stem takes them; fewer than 2^32.
  SynonymChannel(Synonyms synonyms, std::span<const std::string> stems);

  /// The same where some stems are others, or further ones: `changed` are places in the list, each
  /// with the stem there now, "" for none. O(stems).
  using Changed = std::vector<std::pair<std::uint32_t, std::string>>;
  SynonymChannel(const SynonymChannel &before, std::size_t stems, const Changed &changed);

  /// The stems that share a meaning with a word or phrase as somebody wrote it, with
  /// Synonyms::strength where that is at least `min_strength`; by stem. Microseconds, and
  /// O(stems / 64).
  std::vector<StemMatch> matches(std::string_view text, float min_strength = 0.12F) const {
    return matches({&text, 1}, min_strength);
  }
  /// With any of several texts, by the strongest.
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

  std::vector<Entry> entries_;                // by synset, then falling weight
  std::vector<std::uint32_t> first_entries_;  // by synset >> bucket_bits, and one more
};

}  // namespace sluice

#endif
