#include "label_features.hpp"

#include <algorithm>

#include "clause_features.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::rank_detail {
namespace {

/// Ranks by descending probability, then position.
std::vector<std::uint32_t> ranks_of(std::span<const float> probabilities) {
  const std::vector<std::uint32_t> order = best_of(probabilities);
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
  return ranks;
}

struct Mention {
  int share =
      0;  // of the name's words that the question has: 0 none, 1 some, 2 half or more, 3 all
  std::size_t word = 0;  // first occurrence of the last of them
  bool is_found = false;
};

Mention mention_of(const LabelSchema::Element &of, const LabelQuestion &question) {
  Mention mention;
  std::size_t found = 0;
  for (const std::uint64_t stem : of.stems) {
    for (std::size_t w = 0; w < question.words.size(); ++w) {
      if (question.words[w].stem != stem) continue;
      ++found;
      mention.word = w;
      mention.is_found = true;
      break;
    }
  }
  if (found > 0)
    mention.share = found == of.stems.size() ? 3 : 2 * found >= of.stems.size() ? 2 : 1;
  return mention;
}

class Extractor {
 public:
  explicit Extractor(const SplitView &view) : view_(view) {}

  void table_features(std::vector<LabelFeatures> &all) const {
    const std::vector<std::uint32_t> ranks = ranks_of(view_.evidence.tables);
    for (std::size_t t = 0; t < ranks.size(); ++t) {
      FeatureSink set(all.emplace_back(), LabelModel::table_features);
      float best = 0;
      for (std::size_t c = 0; c < view_.columns.size(); ++c) {
        if (view_.column(c).table == t) best = std::max(best, view_.columns[c]);
      }
      const int bin = bin_of(view_.evidence.tables[t]);
      const std::size_t rank = std::min<std::size_t>(ranks[t], 3);
      const Mention mention = mention_of(view_.schema.tables()[t], view_.question);
      set(1, bin);
      set(2, rank, bin);
      set(3, bin_of(best), view_.is_part);
      set(4, bin_of(best), bin);
      set(5, mention.share, bin);
      set(6, mention.share, rank);
      if (rank == 3) continue;
      for (std::size_t w = 0; w + 1 < view_.words.size(); ++w)
        set(7, view_.words[w], view_.words[w + 1], rank);
    }
  }

  void column_features(std::vector<LabelFeatures> &all) const {
    const std::vector<std::uint32_t> ranks = ranks_of(view_.columns);
    const std::vector<std::uint32_t> table_ranks = ranks_of(view_.evidence.tables);
    std::vector<Mention> mentions;
    std::vector<std::size_t> places;  // positions of mentioned likely columns
    for (std::size_t c = 0; c < view_.columns.size(); ++c) {
      mentions.push_back(mention_of(view_.column(c), view_.question));
      if (mentions.back().share >= 2 && view_.columns[c] >= 0.3F)
        places.push_back(mentions.back().word);
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (std::size_t c = 0; c < view_.columns.size(); ++c) {
      const LabelSchema::Element &of = view_.column(c);
      FeatureSink set(all.emplace_back(), LabelModel::column_features);
      const int bin = bin_of(view_.columns[c]);
      const std::size_t rank = std::min<std::size_t>(ranks[c], 5);
      const auto type = static_cast<int>(of.type);
      const int key = of.is_primary ? 1 : of.is_foreign ? 2 : 0;
      const std::size_t table_rank = std::min<std::size_t>(table_ranks[of.table], 2);
      const Mention &mention = mentions[c];
      const int named = view_.named[c];
      set(1);
      set(2, bin);
      set(3, rank, view_.is_part);
      set(4, type, bin);
      set(5, key, bin);
      set(6, rank, type);
      set(7, rank, bin);
      set(8, table_rank, bin);
      set(9, table_rank, key, bin);
      set(10, named, bin);
      set(11, named, type, std::min(view_.literals[0], 2));
      set(12, mention.share, bin);
      set(13, mention.share, named);
      set(14, std::min<std::ptrdiff_t>(view_.likely, 5), rank);
      set(15, of.is_repeated, bin, table_rank);
      const std::uint64_t head = of.stems.empty() ? 0 : of.stems.back();
      set(16, head, bin >= 4);
      if (bin <= 1 && rank == 5 && named == 0 && key == 0) continue;
      const std::size_t near = std::min<std::size_t>(rank, 3);
      for (std::size_t w = 0; w + 1 < view_.words.size(); ++w) {
        set(17, view_.words[w], near, type);
        set(18, view_.words[w], key, bin >= 4, named);
        set(19, view_.words[w], view_.words[w + 1], bin >= 4, near < 2, type);
      }
      set(20, view_.words[1], view_.words.size() > 3 ? view_.words[2] : no_word, bin, near);
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
      set(29, before, std::min<std::ptrdiff_t>(place, 2), view_.words[1]);
    }
  }

 private:
  std::uint64_t word_at(std::size_t word, int step) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(word) + step;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(view_.question.words.size())) return no_word;
    return view_.question.words[static_cast<std::size_t>(at)].masked;
  }

  const SplitView &view_;
};

}  // namespace

SplitFeatures split_features(const LabelSchema &schema, const LabelEvidence &evidence,
                             const LabelQuestion &question, SchemaSplit split) {
  if (evidence.tables.size() != schema.tables().size() ||
      evidence.columns.size() != schema.columns().size()) {
    throw Error(ErrorCode::mismatch, "needs one probability per table and column",
                {std::string(schema.database().name())});
  }
  SplitFeatures features;
  const SplitView view(schema, evidence, question, split);
  features.of_clauses = clause_features(view);
  const Extractor extractor(view);
  extractor.table_features(features.of_tables);
  extractor.column_features(features.of_columns);
  return features;
}

}  // namespace sluice::inline v0::rank_detail
