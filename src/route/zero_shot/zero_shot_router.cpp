#include "sluice/route/zero_shot_router.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "route/zero_shot/meaning_signals.hpp"
#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {
namespace {

/// The distinct words of a question that each table has, as bits.
class WordCover {
 public:
  static constexpr std::size_t max_words = 64;

  WordCover(const Bm25 &databases, const std::vector<std::string> &terms, const Mask *mask)
      : hierarchy_(databases.index().hierarchy()),
        in_database_(hierarchy_.count(Level::database), 0),
        in_table_(hierarchy_.count(Level::table), 0) {
    std::vector<std::string> words;
    for (const std::string &term : terms) {
      if (words.size() < max_words && std::ranges::find(words, term) == words.end()) {
        words.push_back(term);
      }
    }
    databases.index().fetch(words);
    for (std::size_t w = 0; w < words.size(); ++w) {
      weight_[w] = databases.idf(words[w]);
      total_ += weight_[w];
      for (const Posting &posting : databases.index().postings(words[w])) {
        mark(posting, std::uint64_t{1} << w, mask);
      }
    }
  }

  std::uint64_t table(TableId id) const { return in_table_[id.index()]; }
  std::uint64_t database(DatabaseId id) const { return in_database_[id.index()]; }

  /// The share of the words of `bits` in the question's rarity.
  float share(std::uint64_t bits) const {
    float sum = 0;
    for (; bits != 0; bits &= bits - 1) {
      sum += weight_[static_cast<std::size_t>(std::countr_zero(bits))];
    }
    return total_ > 0 ? sum / total_ : 0;
  }

 private:
  void mark(const Posting &posting, std::uint64_t bit, const Mask *mask) {
    if (!is_of_name(posting.field)) return;
    switch (posting.level) {
      case Level::database:
        if (visible(mask, DatabaseId(posting.object))) in_database_[posting.object] |= bit;
        break;
      case Level::table:
        if (visible(mask, TableId(posting.object))) in_table_[posting.object] |= bit;
        break;
      case Level::column: {
        const ColumnId column(posting.object);
        if (visible(mask, column)) in_table_[hierarchy_.table_of(column).index()] |= bit;
        break;
      }
    }
  }

  const Hierarchy &hierarchy_;
  std::vector<std::uint64_t> in_database_;
  std::vector<std::uint64_t> in_table_;
  std::array<float, max_words> weight_{};
  float total_ = 0;
};

/// The best coverage by one table or two joined ones, including the database's own words.
float best_pair(const WordCover &cover, const JoinGraphs &graphs, DatabaseId database,
                const Mask *mask) {
  const std::uint64_t own = cover.database(database);
  float best = cover.share(own);
  std::shared_ptr<const SchemaGraph> graph;
  for (const TableId table : graphs.catalog().tables(database)) {
    const std::uint64_t bits = cover.table(table);
    if (bits == 0) continue;
    best = std::max(best, cover.share(own | bits));
    if (!graph) graph = graphs.graph(database, mask);
    for (const Join &join : graph->joins(table)) {
      const std::uint64_t both = bits | cover.table(join.to);
      if (both != bits) best = std::max(best, cover.share(own | both));
    }
  }
  return best;
}

/// Of the visible databases.
Spread spread_of(std::span<const float> signal, const Bm25 &databases) {
  SpreadOf spread;
  for (std::size_t d = 0; d < signal.size(); ++d) {
    if (databases.visible(d)) spread.add(signal[d]);
  }
  return spread.spread();
}

/// Adds `weight` standard deviations above the average to `sums`.
void add_standardized(std::span<const float> signal, float weight, const Spread &spread,
                      std::vector<float> &sums) {
  if (!(spread.variance > 1e-12)) return;  // the signal is the same for all databases
  for (std::size_t d = 0; d < signal.size(); ++d) {
    sums[d] += weight * static_cast<float>((signal[d] - spread.mean) / std::sqrt(spread.variance));
  }
}

/// The best databases so far, which are compared with the question even if no graph finds them.
std::vector<DatabaseId> likely_databases(std::span<const float> sums, const Bm25 &databases) {
  constexpr std::size_t most = 64;
  TopK<DatabaseId> best(most);
  for (std::size_t d = 0; d < sums.size(); ++d) {
    if (databases.visible(d)) best.offer(DatabaseId(d), sums[d]);
  }
  std::vector<DatabaseId> likely;
  for (const auto &of : best.take()) likely.push_back(of.id);
  return likely;
}

}  // namespace

ZeroShotRouter::ZeroShotRouter(std::shared_ptr<const LexicalIndex> index,
                               std::shared_ptr<const JoinGraphs> graphs, Options options,
                               std::shared_ptr<const MeaningSignals> meaning)
    : index_(std::move(index)),
      graphs_(std::move(graphs)),
      options_(options),
      meaning_(std::move(meaning)),
      question_analyzer_(index_->question_analyzer()),
      databases_(index_, options_.databases),
      tables_(index_, options_.tables) {}

Routes ZeroShotRouter::route(const Question &question, const Mask *mask,
                             const CancellationToken *token) const {
  check_cancelled(token);
  if (mask == nullptr) return route(question, mask, token, databases_, tables_);
  const Visibility seen = mask->visibility();
  return route(question, mask, token, Bm25(index_, options_.databases, seen),
               Bm25(index_, options_.tables, seen));
}

Routes ZeroShotRouter::route(const Question &question, const Mask *mask,
                             const CancellationToken *token, const Bm25 &databases,
                             const Bm25 &tables) const {
  const Catalog &catalog = graphs_->catalog();
  const std::vector<std::string> terms = question.terms(question_analyzer_.options());
  const WordCover cover(databases, terms, mask);

  Routes routes;
  routes.table_scores = tables.scores(terms);
  std::vector<float> best_table(catalog.database_count(), 0.0F);
  std::vector<float> pair_coverage(catalog.database_count(), 0.0F);
  for (const DatabaseId database : catalog.databases()) {
    if (!databases.visible(database.index())) continue;
    if (database.index() % 256 == 0) check_cancelled(token);
    for (const TableId table : catalog.tables(database)) {
      float &best = best_table[database.index()];
      best = std::max(best, routes.table_scores[table.index()]);
    }
    pair_coverage[database.index()] = best_pair(cover, *graphs_, database, mask);
  }

  std::vector<float> sums(catalog.database_count(), 0.0F);
  const WordWeights &words = meaning_ ? options_.words_with_meaning : options_.words_alone;
  const auto add = [&](std::span<const float> signal, float weight) {
    add_standardized(signal, weight, spread_of(signal, databases), sums);
  };
  add(databases.scores(terms), words.database_bm25);
  add(best_table, words.table_bm25);
  add(pair_coverage, words.pair_coverage);
  check_cancelled(token);
  if (meaning_ != nullptr) {
    const MeaningSignals::Signals signals = meaning_->of(question, mask, token);
    const MeaningWeights &meaning = options_.meaning;
    add(signals.soft_pair, meaning.soft_pair);
    add(signals.synonym_pair, meaning.synonym_pair);
    check_cancelled(token);
    const SentenceSignals::Signals sentences =
        meaning_->sentences().of(question.wording(), mask, likely_databases(sums, databases));
    const auto add_sentences = [&](std::span<const float> signal, float weight,
                                   const std::optional<Spread> &spread) {
      add_standardized(signal, weight, spread ? *spread : spread_of(signal, databases), sums);
    };
    add_sentences(sentences.two_tables, meaning.two_tables, sentences.two_tables_spread);
    add_sentences(sentences.five_columns, meaning.five_columns, sentences.five_columns_spread);
    for (std::size_t table = 0; table < routes.table_scores.size(); ++table) {
      routes.table_scores[table] += 10 * options_.table_cosine * sentences.tables[table];
    }
  }
  for (const DatabaseId database : catalog.databases()) {
    if (!databases.visible(database.index())) continue;
    routes.databases.push_back({database, sums[database.index()]});
    for (const TableId table : catalog.tables(database)) {
      if (!visible(mask, table)) continue;
      routes.table_scores[table.index()] += options_.database_prior * sums[database.index()];
    }
  }
  std::ranges::sort(routes.databases, BestFirst{});
  return routes;
}

}  // namespace sluice::inline v0
