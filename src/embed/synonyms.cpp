#include "embed/synonyms.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/library_value.hpp"
#include "core/shipped_file.hpp"
#include "embed/weights/synonym_weights.hpp"
#include "sluice/core/error.hpp"
#include "stem_key.hpp"
#include "synonym_graph.hpp"

namespace sluice::inline v0 {
namespace {

using embed_detail::StemSense;
using embed_detail::SynonymGraph;
using embed_detail::SynsetEdge;
using embed_detail::SynsetRelation;

detail::LibraryValue<SynonymGraph> &shipped_graph() {
  static detail::NeverDestroyed<detail::LibraryValue<SynonymGraph>> graph;
  return *graph;
}
const detail::ReleaseWithLibrary release_graph(shipped_graph);
constexpr std::string_view graph_name = "synonyms.graph";

constexpr float one_up = 0.6F;
constexpr float two_up = 0.3F;
constexpr float by_derivation = 0.6F;
constexpr float by_similarity = 0.8F;

float weight_of(const StemSense &sense) { return 1 / (1 + 0.35F * static_cast<float>(sense.rank)); }

float weight_of(SynsetRelation relation) {
  switch (relation) {
    case SynsetRelation::up: return one_up;
    case SynsetRelation::derived: return by_derivation;
    case SynsetRelation::similar: return by_similarity;
  }
  return 0;
}

/// Keeps the largest weight of each synset.
void merge(std::vector<Meaning> &meanings) {
  std::ranges::sort(meanings, [](const Meaning &a, const Meaning &b) {
    return a.synset != b.synset ? a.synset < b.synset : a.weight > b.weight;
  });
  const auto end =
      std::unique(meanings.begin(), meanings.end(),
                  [](const Meaning &a, const Meaning &b) { return a.synset == b.synset; });
  meanings.erase(end, meanings.end());
}

/// May visit a meaning several times.
template <class Visit>
void each_meaning_in(const SynonymGraph &graph, std::uint32_t stem, Visit visit) {
  const auto senses = graph.senses_of(stem);
  // Synsets are far apart in memory, so each is prefetched while others are visited.
  for (const StemSense &sense : senses) graph.fetch(sense.synset);
  for (const StemSense &sense : senses) {
    for (const SynsetEdge &edge : graph.edges_of(sense.synset)) graph.fetch(edge.target);
  }
  for (const StemSense &sense : senses) {
    const float weight = weight_of(sense);
    visit(Meaning{sense.synset, weight});
    for (const SynsetEdge &edge : graph.edges_of(sense.synset)) {
      visit(Meaning{edge.target, weight * weight_of(edge.relation)});
      if (edge.relation != SynsetRelation::up) continue;
      for (const SynsetEdge &further : graph.edges_of(edge.target)) {
        if (further.relation == SynsetRelation::up) visit(Meaning{further.target, weight * two_up});
      }
    }
  }
}

std::vector<Meaning> meanings_in(const SynonymGraph &graph, std::uint32_t stem) {
  std::vector<Meaning> meanings;
  each_meaning_in(graph, stem, [&](const Meaning &meaning) { meanings.push_back(meaning); });
  merge(meanings);
  return meanings;
}

/// Finds the stems whose meanings share a synset with given ones.
class Relatives {
 public:
  Relatives(const SynonymGraph &graph, float min_strength)
      : graph_(graph), inverse_(graph.inverse()), min_(min_strength) {}

  /// Visits all stems that have `meaning` among their meanings.
  void visit(const Meaning &meaning) {
    add_senses(meaning.synset, meaning.weight);
    each_source(meaning.synset, [&](std::uint32_t source, SynsetRelation relation) {
      add_senses(source, meaning.weight * weight_of(relation));
      if (relation != SynsetRelation::up || meaning.weight * two_up < min_) return;
      each_source(source, [&](std::uint32_t further, SynsetRelation above) {
        if (above == SynsetRelation::up) add_senses(further, meaning.weight * two_up);
      });
    });
  }

  /// Sorted by stem, each once with its best strength.
  std::vector<Meaning> take() {
    merge(found_);
    return std::move(found_);
  }

 private:
  template <class Visit>
  void each_source(std::uint32_t synset, Visit visit) {
    const auto &starts = inverse_.source_starts;
    for (std::uint32_t i = starts[synset]; i < starts[synset + 1]; ++i) {
      const std::uint32_t source = inverse_.sources[i];
      for (const SynsetEdge &edge : graph_.edges_of(source)) {
        if (edge.target == synset) visit(source, edge.relation);
      }
    }
  }

  void add_senses(std::uint32_t synset, float strength) {
    if (strength < min_) return;
    const auto &starts = inverse_.stem_starts;
    for (std::uint32_t i = starts[synset]; i < starts[synset + 1]; ++i) {
      const std::uint32_t stem = inverse_.stems[i];
      for (const StemSense &sense : graph_.senses_of(stem)) {
        const float product = strength * weight_of(sense);
        if (sense.synset == synset && product >= min_) found_.push_back({stem, product});
      }
    }
  }

  const SynonymGraph &graph_;
  const SynonymGraph::Inverse &inverse_;
  float min_;
  std::vector<Meaning> found_;  // by stem, not by synset
};

}  // namespace

Synonyms Synonyms::shipped() {
  return Synonyms(shipped_graph().get([] {
    if (const std::string_view bytes = embed_detail::synonym_weights(); !bytes.empty())
      return SynonymGraph::from_memory(bytes, "the synonyms that come with the library");
    const std::string path = detail::shipped_file(graph_name);
    if (path.empty())
      throw Error(ErrorCode::unsupported,
                  "no synonyms are compiled in, nor is share/sluice/synonyms.graph installed");
    return SynonymGraph::open(path);
  }));
}

bool Synonyms::is_shipped() {
  return !embed_detail::synonym_weights().empty() || !detail::shipped_file(graph_name).empty();
}

Synonyms Synonyms::open(const std::string &path) { return Synonyms(SynonymGraph::open(path)); }

std::uint64_t Synonyms::fingerprint() const noexcept { return graph_->file.fingerprint(); }
std::size_t Synonyms::size() const noexcept { return graph_->stems(); }

std::string_view Synonyms::notice() const noexcept { return graph_->notice; }

std::vector<Meaning> Synonyms::meanings(std::string_view text) const {
  return meanings_of_stem(embed_detail::stem_key(text));
}

void Synonyms::each_meaning(std::string_view text,
                            function_ref<void(const Meaning &)> visit) const {
  const std::optional<std::uint32_t> found = graph_->find(embed_detail::stem_key(text));
  if (found) each_meaning_in(*graph_, *found, visit);
}

std::vector<Meaning> Synonyms::meanings_of_stem(std::string_view stem) const {
  const std::optional<std::uint32_t> found = graph_->find(stem);
  return found ? meanings_in(*graph_, *found) : std::vector<Meaning>();
}

bool Synonyms::holds_stem(std::string_view stem) const { return graph_->find(stem).has_value(); }

float Synonyms::strength(std::span<const Meaning> a, std::span<const Meaning> b) noexcept {
  float best = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->synset == y->synset) {
      best = std::max(best, x->weight * y->weight);
      ++x, ++y;
    } else if (x->synset < y->synset) {
      ++x;
    } else {
      ++y;
    }
  }
  return best;
}

std::vector<RelatedWord> Synonyms::related(std::string_view text,
                                           const RelatedOptions &options) const {
  if (!(options.min_strength > 0)) {
    throw Error(ErrorCode::invalid_argument, "min_strength must be above 0");
  }
  const std::optional<std::uint32_t> own = graph_->find(embed_detail::stem_key(text));
  if (!own) return {};
  Relatives relatives(*graph_, options.min_strength);
  for (const Meaning &meaning : meanings_in(*graph_, *own)) relatives.visit(meaning);
  std::vector<Meaning> stems = relatives.take();
  std::erase_if(stems, [&](const Meaning &stem) { return stem.synset == *own; });
  std::ranges::stable_sort(stems, std::ranges::greater(), &Meaning::weight);

  std::vector<RelatedWord> words;
  for (const Meaning &stem : stems) {
    // All words of the same strength are expanded before the cut, so that ties are cut by spelling.
    if (words.size() >= options.limit && stem.weight < words.back().strength) break;
    graph_->each_word_of(stem.synset, [&](std::string_view word) {
      words.push_back({std::string(word), stem.weight});
    });
  }
  std::ranges::stable_sort(words, [](const RelatedWord &a, const RelatedWord &b) {
    return a.strength != b.strength ? a.strength > b.strength : a.word < b.word;
  });
  if (words.size() > options.limit) words.resize(options.limit);
  return words;
}

}  // namespace sluice::inline v0
