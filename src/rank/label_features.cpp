#include "label_features.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "sluice/core/error.hpp"

namespace sluice::detail {
namespace {

constexpr std::uint64_t no_word = 0x51;  // before the first and behind the last

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t z = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// Sets hashed features of one thing.
class Sink {
 public:
  Sink(LabelFeatures &features, std::size_t buckets) : features_(features), mask_(buckets - 1) {}
  template <class... Part>
  void operator()(std::uint64_t kind, Part... parts) {
    std::uint64_t hash = kind;
    ((hash = mixed(hash, static_cast<std::uint64_t>(parts))), ...);
    features_.push_back(static_cast<std::uint32_t>(mixed(hash, 7) & mask_));
  }

 private:
  LabelFeatures &features_;
  std::uint64_t mask_;
};

int bin_of(float probability) noexcept {
  constexpr std::array borders{0.01F, 0.03F, 0.08F, 0.2F, 0.4F, 0.6F, 0.8F, 0.93F};
  return static_cast<int>(std::ranges::upper_bound(borders, probability) - borders.begin());
}

/// Places among those of a span by falling probability, then position.
std::vector<std::uint32_t> ranks_of(std::span<const float> probabilities) {
  std::vector<std::uint32_t> order(probabilities.size()), ranks(order.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order,
                           [&](auto a, auto b) { return probabilities[a] > probabilities[b]; });
  for (std::uint32_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
  return ranks;
}

struct Mention {
  int share = 0;         // of the name's words: 0 none, 1 some, 2 half or more, 3 all
  std::size_t word = 0;  // where the last of them stands first
  bool stands = false;
};

Mention mention_of(const LabelSchema::Element &of, const LabelQuestion &question) {
  Mention mention;
  std::size_t found = 0;
  for (const std::uint64_t stem : of.stems) {
    for (std::size_t w = 0; w < question.words.size(); ++w) {
      if (question.words[w].stem != stem) continue;
      ++found;
      mention.word = w;
      mention.stands = true;
      break;
    }
  }
  if (found > 0)
    mention.share = found == of.stems.size() ? 3 : 2 * found >= of.stems.size() ? 2 : 1;
  return mention;
}

class Extractor {
 public:
  Extractor(const LabelSchema &schema, const LabelEvidence &evidence, const LabelQuestion &question,
            SchemaSplit split)
      : schema_(schema), evidence_(evidence), question_(question), split_(split) {
    words_.push_back(no_word);
    for (const LabelWord &word : question.words) {
      // Neighbours that are masked alike are one name or value.
      if (words_.back() == word.masked && word.masked != word.stem) continue;
      words_.push_back(word.masked);
    }
    words_.push_back(no_word);
    for (const LabelLiteral &literal : question.literals) ++literals_[literal.is_number ? 1 : 0];
    columns_ = evidence.columns.subspan(split.begin, split.end - split.begin);
    likely_ = std::ranges::count_if(columns_, [](float p) { return p >= 0.5F; });
    is_part_ = columns_.size() != evidence.columns.size();
    named_.assign(columns_.size(), 0);
    for (const LabelValue &value : evidence.values) {
      if (value.column < split.begin || value.column >= split.end) continue;
      std::uint8_t &named = named_[value.column - split.begin];
      named = std::max<std::uint8_t>(named, value.is_whole ? 2 : 1);
    }
  }

  void clause_features(LabelFeatures &features) const {
    Sink set(features, LabelModel::clause_features);
    set(1);
    grams(set, 2);
    for (std::size_t n = 1; n <= 3; ++n) {
      std::uint64_t start = 3;
      for (std::size_t w = 1; w <= n && w < words_.size(); ++w) start = mixed(start, words_[w]);
      set(4, n, start);
    }
    set(5, std::min(literals_[0], 3));
    set(6, std::min(literals_[1], 3));
    set(7, std::min(literals_[0], 3), std::min(literals_[1], 3));
    set(8, std::min<std::ptrdiff_t>(likely_, 5), is_part_);
    const auto tables = std::ranges::count_if(evidence_.tables, [](float p) { return p >= 0.5F; });
    set(9, std::min<std::ptrdiff_t>(tables, 4));
    set(10, std::min<std::ptrdiff_t>(tables, 4), std::min<std::ptrdiff_t>(likely_, 5));
    set(11, std::min<std::size_t>(evidence_.values.size(), 3), std::min(literals_[0], 3));
    set(12, std::min<std::size_t>(words_.size() / 4, 8));
  }

  void table_features(std::vector<LabelFeatures> &all) const {
    const std::vector<std::uint32_t> ranks = ranks_of(evidence_.tables);
    for (std::size_t t = 0; t < ranks.size(); ++t) {
      Sink set(all.emplace_back(), LabelModel::table_features);
      float best = 0;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (schema_.columns()[split_.begin + c].table == t) best = std::max(best, columns_[c]);
      }
      const int bin = bin_of(evidence_.tables[t]);
      const std::size_t rank = std::min<std::size_t>(ranks[t], 3);
      const Mention mention = mention_of(schema_.tables()[t], question_);
      set(1, bin);
      set(2, rank, bin);
      set(3, bin_of(best), is_part_);
      set(4, bin_of(best), bin);
      set(5, mention.share, bin);
      set(6, mention.share, rank);
      if (rank == 3) continue;
      for (std::size_t w = 0; w + 1 < words_.size(); ++w) set(7, words_[w], words_[w + 1], rank);
    }
  }

  void column_features(std::vector<LabelFeatures> &all) const {
    const std::vector<std::uint32_t> ranks = ranks_of(columns_);
    const std::vector<std::uint32_t> table_ranks = ranks_of(evidence_.tables);
    std::vector<Mention> mentions;
    std::vector<std::size_t> places;  // of mentioned likely columns
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      mentions.push_back(mention_of(schema_.columns()[split_.begin + c], question_));
      if (mentions.back().share >= 2 && columns_[c] >= 0.3F) places.push_back(mentions.back().word);
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const LabelSchema::Element &of = schema_.columns()[split_.begin + c];
      Sink set(all.emplace_back(), LabelModel::column_features);
      const int bin = bin_of(columns_[c]);
      const std::size_t rank = std::min<std::size_t>(ranks[c], 5);
      const auto type = static_cast<int>(of.type);
      const int key = of.is_primary ? 1 : of.is_foreign ? 2 : 0;
      const std::size_t table_rank = std::min<std::size_t>(table_ranks[of.table], 2);
      const Mention &mention = mentions[c];
      const int named = named_[c];
      set(1);
      set(2, bin);
      set(3, rank, is_part_);
      set(4, type, bin);
      set(5, key, bin);
      set(6, rank, type);
      set(7, rank, bin);
      set(8, table_rank, bin);
      set(9, table_rank, key, bin);
      set(10, named, bin);
      set(11, named, type, std::min(literals_[0], 2));
      set(12, mention.share, bin);
      set(13, mention.share, named);
      set(14, std::min<std::ptrdiff_t>(likely_, 5), rank);
      set(15, of.is_repeated, bin, table_rank);
      const std::uint64_t head = of.stems.empty() ? 0 : of.stems.back();
      set(16, head, bin >= 4);
      if (bin <= 1 && rank == 5 && named == 0 && key == 0) continue;
      const std::size_t near = std::min<std::size_t>(rank, 3);
      for (std::size_t w = 0; w + 1 < words_.size(); ++w) {
        set(17, words_[w], near, type);
        set(18, words_[w], key, bin >= 4, named);
        set(19, words_[w], words_[w + 1], bin >= 4, near < 2, type);
      }
      set(20, words_[1], words_.size() > 3 ? words_[2] : no_word, bin, near);
      if (mention.share < 2) continue;
      const auto place = std::ranges::lower_bound(places, mention.word) - places.begin();
      const auto behind = static_cast<std::ptrdiff_t>(places.size()) - place;
      set(21, std::min<std::ptrdiff_t>(place, 4), std::min<std::ptrdiff_t>(behind, 4), bin);
      const std::uint64_t before = word_at(mention.word, -1), before2 = word_at(mention.word, -2);
      const std::uint64_t after = word_at(mention.word, 1), after2 = word_at(mention.word, 2);
      set(22, before, bin >= 4);
      set(23, before, before2, bin >= 4);
      set(24, after, bin >= 4);
      set(25, after, after2, bin >= 4);
      set(26, before, after, type);
      set(27, word_at(mention.word, -3), before2, before);
      set(28, before2, bin >= 4);
      set(29, before, std::min<std::ptrdiff_t>(place, 2), words_[1]);
    }
  }

 private:
  void grams(Sink &set, std::uint64_t kind) const {
    for (std::size_t w = 0; w + 1 < words_.size(); ++w) {
      set(kind, 1, words_[w]);
      set(kind, 2, words_[w], words_[w + 1]);
      if (w + 2 < words_.size()) set(kind, 3, words_[w], words_[w + 1], words_[w + 2]);
    }
    for (std::size_t w = 0; w < question_.words.size(); ++w) set(kind, 4, question_.words[w].stem);
  }

  std::uint64_t word_at(std::size_t word, int step) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(word) + step;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(question_.words.size())) return no_word;
    return question_.words[static_cast<std::size_t>(at)].masked;
  }

  const LabelSchema &schema_;
  const LabelEvidence &evidence_;
  const LabelQuestion &question_;
  SchemaSplit split_;
  std::span<const float> columns_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> named_;
  std::array<int, 2> literals_{};
  std::ptrdiff_t likely_ = 0;
  bool is_part_ = false;
};

}  // namespace

SplitFeatures split_features(const LabelSchema &schema, const LabelEvidence &evidence,
                             const LabelQuestion &question, SchemaSplit split) {
  if (evidence.tables.size() != schema.tables().size() ||
      evidence.columns.size() != schema.columns().size()) {
    throw Error(ErrorCode::mismatch, "needs a probability for each table and column",
                {std::string(schema.database().name())});
  }
  SplitFeatures features;
  const Extractor extractor(schema, evidence, question, split);
  extractor.clause_features(features.of_clauses);
  extractor.table_features(features.of_tables);
  extractor.column_features(features.of_columns);
  return features;
}

}  // namespace sluice::detail
