#ifndef SLUICE_SRC_EMBED_SYNONYMS_HPP
#define SLUICE_SRC_EMBED_SYNONYMS_HPP

/// Finds words with similar meaning, such as the schema word that a synonym refers to, in a graph
/// of WordNet's synsets.
/// Source: Miller 1995 (WordNet). The graph is built by make_synonyms, see wordnet.hpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

namespace embed_detail {
struct SynonymGraph;
}

/// One possible meaning of a word: the number of a synset, and how strongly the word expresses it,
/// in (0, 1]. Numbers are valid for one graph only.
struct Meaning {
  std::uint32_t synset = 0;
  float weight = 0;

  friend bool operator==(const Meaning &, const Meaning &) = default;
};

struct RelatedWord {
  std::string word;  ///< In lower case; the words of a phrase are separated by one space.
  float strength = 0;

  friend bool operator==(const RelatedWord &, const RelatedWord &) = default;
};

struct RelatedOptions {
  float min_strength = 0.3F;  ///< Above 0. Below .1, a general word has thousands of related words.
  std::size_t limit = 50;
};

/// Words are looked up by their Snowball stems, so that "singers" finds "singer", and so that stems
/// from `sluice::Analyzer` can be looked up directly. Contains nouns, verbs and adjectives,
/// including phrases ("zip code").
///
/// The meanings of a word are its synsets, weighted 1 / (1 + .35 × rank) by how common each sense
/// is (at most six senses); the synsets that these derive from or are a kind of (× .6), two levels
/// up (× .3); and similar ones (× .8). Immutable. Thread-safe. Copies share the graph.
class Synonyms {
 public:
  /// The graph that comes with the library: compiled in or, with SLUICE_EMBED_WEIGHTS=OFF, the file
  /// share/sluice/synonyms.graph. Throws Error(unsupported) if there is neither.
  static Synonyms shipped();
  static bool is_shipped();
  /// Opens a graph file and maps it into memory. Throws Error: not_found, io, malformed,
  /// unsupported, mismatch (another kind of file).
  static Synonyms open(const std::string &path);

  std::uint64_t fingerprint() const noexcept;
  /// The number of distinct stems of words and phrases in the graph.
  std::size_t size() const noexcept;
  /// The license of the data that the graph was built from, which must be included when the graph
  /// is redistributed. Valid as long as the graph.
  std::string_view notice() const noexcept;

  /// The possible meanings of a word or phrase as written, sorted by synset. Empty if it is not in
  /// the graph. Takes microseconds.
  std::vector<Meaning> meanings(std::string_view text) const;
  /// Calls `visit` with the same meanings, in no particular order, some of them several times.
  void each_meaning(std::string_view text, function_ref<void(const Meaning &)> visit) const;
  /// The same as `meanings`, for a stem as returned by `stem` or Analyzer (for a phrase: several,
  /// separated by spaces). Needed because stemming a stem again may change it.
  std::vector<Meaning> meanings_of_stem(std::string_view stem) const;

  /// Whether the graph contains such a stem. Takes at most a microsecond.
  bool holds_stem(std::string_view stem) const;

  /// How similar two words are by their meanings, in [0, 1]: the largest product of weights in a
  /// shared synset, or 0 if they share none. Both must be sorted by synset, as `meanings` returns
  /// them.
  static float strength(std::span<const Meaning> a, std::span<const Meaning> b) noexcept;
  /// The similarity of a word as written and a schema's stem. For many stems, use SynonymChannel.
  float strength(std::string_view text, std::string_view stem) const {
    return strength(meanings(text), meanings_of_stem(stem));
  }

  /// Words with other stems than those of `text`, strongest first, ties by spelling. Throws
  /// Error(invalid_argument) unless min_strength is above 0.
  std::vector<RelatedWord> related(std::string_view text, const RelatedOptions &options = {}) const;

 private:
  explicit Synonyms(std::shared_ptr<const embed_detail::SynonymGraph> graph)
      : graph_(std::move(graph)) {}

  std::shared_ptr<const embed_detail::SynonymGraph> graph_;
};

}  // namespace sluice::inline v0

#endif
