#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "embed/synonyms.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/train/ranker_training.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

struct Draw {
  std::string word;
  double chance;
};

bool is_plain_word(std::string_view word) {
  return word.size() > 2 && std::ranges::all_of(word, is_ascii_lower);
}

/// Whole words of the static table, and their nearest neighbors.
class NearWords {
 public:
  NearWords() : table_(StaticEmbedder::shipped()), vectors_({}, table_.dimensions()) {
    const WordPiece &pieces = table_.tokenizer();
    for (std::uint32_t id = 0; id < pieces.size() && words_.size() < max_words; ++id) {
      const std::string word(pieces.piece(id));
      if (is_plain_word(word) && !is_stop_word(word)) words_.push_back(word);
    }
    const std::vector<std::string_view> texts(words_.begin(), words_.end());
    std::vector<float> vectors(texts.size() * table_.dimensions());
    table_.embed(texts, vectors);
    vectors_ = QuantizedIndex(vectors, table_.dimensions());
  }

  /// Returns at most five words with another stem and another beginning.
  std::vector<Draw> near(const std::string &word, const std::string &stem) const {
    constexpr std::size_t looked_at = 16, most = 5, beginning = 4;
    constexpr float least = 0.4F;
    std::vector<float> vector(table_.dimensions());
    table_.embed(std::array{std::string_view(word)}, vector);
    std::vector<Draw> found;
    for (const auto &row : vectors_.search(vector, looked_at)) {
      const std::string &other = words_[row.id.index()];
      if (row.score < least || found.size() == most) break;
      if (other.substr(0, beginning) == word.substr(0, beginning)) continue;
      if (sluice::stem(other) == stem) continue;
      found.push_back({other, row.score});
    }
    return found;
  }

 private:
  static constexpr std::size_t max_words = 16'000;  // rarer ones do not help

  StaticEmbedder table_;
  std::vector<std::string> words_;
  QuantizedIndex vectors_;
};

/// The possible replacements of a word; the probabilities of each source sum to 1.
class Replacements {
 public:
  Replacements() {
    if (Synonyms::is_shipped()) synonyms_ = Synonyms::shipped();
    if (StaticEmbedder::is_shipped()) near_.emplace();
  }

  const std::vector<Draw> &of(const std::string &word) {
    const auto [at, is_new] = known_.try_emplace(word);
    if (!is_new) return at->second;
    const std::string stemmed = stem(word);
    std::vector<Draw> alike;
    if (synonyms_) {
      for (const RelatedWord &related :
           synonyms_->related(word, {.min_strength = 0.3F, .limit = 12})) {
        if (related.word.size() > 2) alike.push_back({related.word, related.strength});
      }
    }
    add_scaled(std::move(alike), at->second);
    if (near_) add_scaled(near_->near(word, stemmed), at->second);
    return at->second;
  }

 private:
  static void add_scaled(std::vector<Draw> draws, std::vector<Draw> &to) {
    double sum = 0;
    for (const Draw &draw : draws) sum += draw.chance;
    for (Draw &draw : draws) to.push_back({std::move(draw.word), draw.chance / sum});
  }

  std::optional<Synonyms> synonyms_;
  std::optional<NearWords> near_;
  std::map<std::string, std::vector<Draw>> known_;
};

const std::string &drawn(const std::vector<Draw> &draws, Random &random) {
  double sum = 0;
  for (const Draw &draw : draws) sum += draw.chance;
  double left = random.unit() * sum;
  for (const Draw &draw : draws) {
    left -= draw.chance;
    if (left < 0) return draw.word;
  }
  return draws.back().word;
}

template <class Named>
void add_stems(const Named &named, std::set<std::string> &stems) {
  for (const std::string_view name : {named.name, named.title}) {
    for (const std::string &word : split_identifier(name)) stems.insert(stem(word));
  }
}

std::string replaced(const std::string &question, const std::set<std::string> &names,
                     Replacements &replacements, double rate, Random &random) {
  std::string text;
  const char *copied = question.data();
  each_word(question, [&](std::string_view part) {
    const std::string word = fold(part);
    if (!is_plain_word(word) || is_stop_word(word) || !names.contains(stem(word))) return;
    if (random.unit() > rate) return;
    const std::vector<Draw> &draws = replacements.of(word);
    if (draws.empty()) return;
    std::string other = drawn(draws, random);
    if (word.ends_with('s') && !other.ends_with('s')) other += 's';
    text.append(copied, part.data());
    text += other;
    copied = part.data() + part.size();
  });
  text.append(copied, question.data() + question.size());
  return text;
}

}  // namespace

std::vector<RankerExample> with_replaced_words(const Catalog &catalog,
                                               std::span<const RankerExample> examples,
                                               const WordReplacement &options) {
  Replacements replacements;
  Random random(options.seed);
  std::vector<RankerExample> all(examples.begin(), examples.end());
  for (RankerExample &example : all) {
    std::set<std::string> names;
    for (const TableId table : example.tables) add_stems(catalog.table(table), names);
    for (const ColumnId column : example.columns) add_stems(catalog.column(column), names);
    example.question = replaced(example.question, names, replacements, options.rate, random);
  }
  return all;
}

}  // namespace sluice::inline v0
