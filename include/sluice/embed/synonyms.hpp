#ifndef SLUICE_EMBED_SYNONYMS_HPP
#define SLUICE_EMBED_SYNONYMS_HPP

/// What words mean alike: a graph of WordNet's synsets, for finding the schema word behind a
/// synonym. Source: Miller 1995 (WordNet); the graph is made by make_synonyms, see wordnet.hpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice {

namespace detail {
struct SynonymGraph;
}

/// One thing that a word may mean: a synset's number, and how strongly the word stands for it,
/// above 0 and at most 1. Numbers hold for one graph only.
struct Meaning {
  std::uint32_t synset = 0;
  float weight = 0;

  friend bool operator==(const Meaning &, const Meaning &) = default;
};

struct RelatedWord {
  std::string word;  ///< In lower case, words of a phrase with a blank between.
  float strength = 0;

  friend bool operator==(const RelatedWord &, const RelatedWord &) = default;
};

struct RelatedOptions {
  float min_strength = 0.3F;  ///< Above 0; below .1 a general word has thousands.
  std::size_t limit = 50;
};

/// Words are found by their Snowball stems, so that "singers" finds "singer", and stems that the
/// text room made find their words. Nouns, verbs and adjectives, phrases ("zip code") too.
///
/// A word stands for its synsets, the more common sense first (1 / (1 + .35 × rank), six senses);
/// for what these derive from or are a kind of (× .6), two steps up (× .3), and similar ones
/// (× .8). Immutable; any threads at once; copies share the graph.
class Synonyms {
 public:
  /// The graph that comes with the library: compiled in or, with SLUICE_EMBED_WEIGHTS=OFF, the file
  /// share/sluice/synonyms.graph. Throws Error(unsupported) if there is neither.
  static Synonyms shipped();
  static bool is_shipped();
  /// A graph's file, mapped into memory. Throws Error: not_found, io, malformed, unsupported,
  /// mismatch (another kind of file).
  static Synonyms open(const std::string &path);

  std::uint64_t fingerprint() const noexcept;
  /// How many different stems of words and phrases the graph has.
  std::size_t size() const noexcept;
  /// The license of what the graph was made from, for whoever passes it on. Lives as long as the
  /// graph.
  std::string_view notice() const noexcept;

  /// What a word or phrase, as somebody wrote it, may mean; by synset. Empty if it is not in the
  /// graph. Microseconds.
  std::vector<Meaning> meanings(std::string_view text) const;
  /// Visits the same meanings in no order, some of them several times.
  void each_meaning(std::string_view text, function_ref<void(const Meaning &)> visit) const;
  /// The same as `meanings` for a stem, as `stem` or Analyzer makes it (several with blanks between
  /// for a phrase): a stem's stem may be another one.
  std::vector<Meaning> meanings_of_stem(std::string_view stem) const;

  /// Whether a stem of that kind is in the graph. A microsecond at most.
  bool holds_stem(std::string_view stem) const;

  /// How alike two words are by their meanings: the best product of weights in a synset that they
  /// share, 0 to 1; 0 if they share none. Both by synset, as `meanings` gives them.
  static float strength(std::span<const Meaning> a, std::span<const Meaning> b) noexcept;
  /// Of a word as written and a schema's stem. For many stems, see SynonymChannel.
  float strength(std::string_view text, std::string_view stem) const {
    return strength(meanings(text), meanings_of_stem(stem));
  }

  /// Words of another stem than those of `text`, the strongest first, then by spelling. Throws
  /// Error(invalid_argument) unless min_strength is above 0.
  std::vector<RelatedWord> related(std::string_view text, const RelatedOptions &options = {}) const;

 private:
  explicit Synonyms(std::shared_ptr<const detail::SynonymGraph> graph) : graph_(std::move(graph)) {}

  std::shared_ptr<const detail::SynonymGraph> graph_;
};

}  // namespace sluice

#endif
