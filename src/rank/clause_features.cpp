#include "clause_features.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace sluice::inline v0::rank_detail {
namespace {

/// Unigrams, bigrams and trigrams. The last word is a mark for the end.
void add_grams(FeatureSink &set, std::uint64_t kind, std::span<const std::uint64_t> words) {
  for (std::size_t w = 0; w + 1 < words.size(); ++w) {
    set(kind, 1, words[w]);
    set(kind, 2, words[w], words[w + 1]);
    if (w + 2 < words.size()) set(kind, 3, words[w], words[w + 1], words[w + 2]);
  }
}

/// The number of distinct positions; sorts `positions` and removes duplicates.
std::size_t distinct(std::vector<std::uint32_t> &positions) {
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions.size();
}

int whole_part(float sum) noexcept { return static_cast<int>(std::min(sum + 0.5F, 100.0F)); }

class ClauseFeatures {
 public:
  explicit ClauseFeatures(const SplitView &view) : view_(view) {}

  void add(FeatureSink &set) const {
    set(1);
    add_grams(set, 2, view_.words);
    for (const LabelWord &word : view_.question.words) set(2, 4, word.stem);
    for (std::size_t n = 1; n <= 3; ++n) {
      std::uint64_t start = 3;
      for (std::size_t w = 1; w <= n && w < view_.words.size(); ++w)
        start = mixed(start, view_.words[w]);
      set(4, n, start);
    }
    set(5, std::min(view_.literals[0], 3));
    set(6, std::min(view_.literals[1], 3));
    set(7, std::min(view_.literals[0], 3), std::min(view_.literals[1], 3));
    set(8, std::min<std::ptrdiff_t>(view_.likely, 5), view_.is_part);
    const auto tables =
        std::ranges::count_if(view_.evidence.tables, [](float p) { return p >= 0.5F; });
    set(9, std::min<std::ptrdiff_t>(tables, 4));
    set(10, std::min<std::ptrdiff_t>(tables, 4), std::min<std::ptrdiff_t>(view_.likely, 5));
    set(11, std::min<std::size_t>(view_.evidence.values.size(), 3), std::min(view_.literals[0], 3));
    set(12, std::min<std::size_t>(view_.words.size() / 4, 8));
    likely_tables(set);
    likely_columns(set);
    likely_values(set);
    typed_grams(set);
  }

 private:
  bool is_key(std::size_t column) const {
    const LabelSchema::Element &of = view_.column(column);
    return of.is_primary || of.is_foreign;
  }
  std::uint32_t table_of(std::size_t column) const { return view_.column(column).table; }
  int type_of(std::size_t column) const { return static_cast<int>(view_.column(column).type); }

  /// How many tables the query reads, and whether a foreign key joins them.
  void likely_tables(FeatureSink &set) const {
    const std::span<const float> tables = view_.evidence.tables;
    const std::vector<std::uint32_t> best = best_of(tables);
    const auto bin = [&](std::size_t place) { return bin_of(tables[best[place]]); };
    const auto joined = [&](std::size_t a, std::size_t b) {
      return view_.schema.graph().joined(TableId(best[a]), TableId(best[b]));
    };
    for (std::size_t place = 0; place < std::min<std::size_t>(best.size(), 4); ++place)
      set(13, place, bin(place));
    set(14, whole_part(2 * std::accumulate(tables.begin(), tables.end(), 0.0F)));
    if (best.size() < 2) return;
    set(15, bin(0), bin(1));
    set(16, joined(0, 1), bin(1));
    if (best.size() < 3) return;
    set(17, bin(1), bin(2));
    set(18, int{joined(0, 1)} + int{joined(0, 2)} + int{joined(1, 2)}, bin(1), bin(2));
  }

  /// How many columns of which types in how many tables. Keys are for joins, other columns for
  /// results.
  void likely_columns(FeatureSink &set) const {
    std::vector<std::uint32_t> asked;
    std::ptrdiff_t keys = 0;
    for (const std::uint32_t column : best_of(view_.columns)) {
      if (!is_key(column)) {
        asked.push_back(column);
      } else if (view_.columns[column] >= 0.5F) {
        ++keys;
      }
    }
    set(19, std::min<std::ptrdiff_t>(keys, 4));
    set(20, whole_part(std::accumulate(view_.columns.begin(), view_.columns.end(), 0.0F)));
    for (std::size_t place = 0; place < std::min<std::size_t>(asked.size(), 5); ++place) {
      const int bin = bin_of(view_.columns[asked[place]]);
      set(21, place, bin);
      set(22, place, type_of(asked[place]), bin >= 4);
    }
    for (const float least : {0.2F, 0.5F, 0.8F}) {
      const auto share = static_cast<int>(10 * least);
      std::vector<std::uint32_t> tables;
      std::array<int, 3> types{};
      std::size_t count = 0;
      for (; count < asked.size() && view_.columns[asked[count]] >= least; ++count) {
        tables.push_back(table_of(asked[count]));
        ++types[static_cast<std::size_t>(type_of(asked[count]))];
      }
      const std::size_t of_columns = distinct(tables);
      for (std::uint32_t t = 0; t < view_.evidence.tables.size(); ++t) {
        if (view_.evidence.tables[t] >= least) tables.push_back(t);
      }
      set(23, share, std::min<std::size_t>(count, 6));
      set(24, share, std::min<std::size_t>(of_columns, 4));
      set(25, share, std::min<std::size_t>(count, 5), std::min<std::size_t>(of_columns, 3));
      set(26, share, std::min(types[0], 4), std::min(types[1], 4), std::min(types[2], 4));
      set(27, share, std::min<std::size_t>(distinct(tables), 4));
    }
  }

  /// The columns whose values the question names.
  void likely_values(FeatureSink &set) const {
    std::ptrdiff_t named = 0, whole = 0, asked = 0;
    bool in_best = false;
    std::vector<std::uint32_t> tables;
    std::ptrdiff_t likely = 0;
    const std::vector<std::uint32_t> best = best_of(view_.evidence.tables);
    for (std::uint32_t c = 0; c < view_.columns.size(); ++c) {
      if (view_.named[c] == 0) {
        if (view_.columns[c] >= 0.5F && !is_key(c)) ++asked;
        continue;
      }
      ++named;
      if (view_.named[c] == 2) ++whole;
      in_best = in_best || (!best.empty() && table_of(c) == best[0]);
      if (view_.columns[c] < 0.3F) continue;
      ++likely;
      tables.push_back(table_of(c));
    }
    set(28, std::min<std::ptrdiff_t>(whole, 3), std::min<std::ptrdiff_t>(named, 3));
    set(29, in_best, named > 0);
    set(30, std::min<std::ptrdiff_t>(likely, 3), std::min<std::size_t>(distinct(tables), 3));
    set(31, std::min<std::ptrdiff_t>(asked, 5), std::min<std::ptrdiff_t>(likely, 3));
  }

  /// What a masked word may name: 1: a table; 2: a key; 3 to 5: another column, by its type; 6 to
  /// 9: a table or such a column; 0: nothing likely.
  std::uint64_t kind_of(const LabelWord &word) const {
    const auto has = [&](const LabelSchema::Element &of) {
      return std::ranges::find(of.stems, word.stem) != of.stems.end();
    };
    std::uint64_t column = 0;
    float best = 0.15F;
    for (std::uint32_t c = 0; c < view_.columns.size(); ++c) {
      if (view_.columns[c] < best || !has(view_.column(c))) continue;
      if (column != 0 && view_.columns[c] == best) continue;
      best = view_.columns[c];
      column = is_key(c) ? 1 : 2 + static_cast<std::uint64_t>(type_of(c));
    }
    bool is_table = false;
    for (std::uint32_t t = 0; t < view_.evidence.tables.size(); ++t)
      is_table = is_table || (view_.evidence.tables[t] >= 0.3F && has(view_.schema.tables()[t]));
    if (column == 0) return is_table ? 1 : 0;
    return column + (is_table ? 5 : 1);
  }

  /// N-grams of words in which names are replaced by the kind of what they name.
  void typed_grams(FeatureSink &set) const {
    std::vector<std::uint64_t> words{no_word}, kinds;
    for (const LabelWord &word : view_.question.words) {
      const std::uint64_t kind = word.masked == word.stem ? 0 : kind_of(word);
      const std::uint64_t replaced = kind != 0 ? kind : word.masked;
      if (words.back() == replaced && word.masked != word.stem) continue;
      words.push_back(replaced);
      if (kind != 0) kinds.push_back(kind);
    }
    words.push_back(no_word);
    add_grams(set, 32, words);
    std::uint64_t all = 33;
    for (std::size_t k = 0; k < std::min<std::size_t>(kinds.size(), 8); ++k)
      all = mixed(all, kinds[k]);
    set(33, all);
    for (std::size_t k = 0; k + 1 < kinds.size(); ++k) set(34, kinds[k], kinds[k + 1]);
    for (std::uint64_t kind = 1; kind <= 9; ++kind) {
      const auto count = std::ranges::count(kinds, kind);
      if (count > 0) set(35, kind, std::min<std::ptrdiff_t>(count, 3));
    }
  }

  const SplitView &view_;
};

}  // namespace

LabelFeatures clause_features(const SplitView &view) {
  LabelFeatures features;
  FeatureSink set(features, LabelModel::clause_features);
  ClauseFeatures(view).add(set);
  return features;
}

}  // namespace sluice::inline v0::rank_detail
