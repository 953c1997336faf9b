#ifndef SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP
#define SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP

/// Which of a question's words stand where, by one channel.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "schema_layout.hpp"
#include "sluice/route/stem_signals.hpp"

namespace sluice::detail {

/// What a cover says of each database and table.
struct CoverSignals {
  std::vector<float> covered, best_table, table_names, database_name, best_pair;  // by database
  std::vector<float> uncovered;                  ///< Words that are not, of those that count.
  std::vector<float> table, name, pair, unique;  // by table
};

/// The words' weights, of sum 1 (or all 0), and what each counts where it stands nowhere.
class WordWeights {
 public:
  /// At most CoverRows::most words.
  WordWeights(std::span<const float> weights, std::span<const float> counted);

  float operator[](std::size_t word) const noexcept { return weights_[word]; }
  std::size_t stride() const noexcept { return parts_.size(); }

 private:
  friend class ChannelCover;

  std::vector<float> weights_;  // and a step of what is above 0 and below any
  std::vector<float> parts_;    // counted / weight
  float counted_ = 0;
};

/// Strengths times the word's weight; a row of one number a word for each table or database.
class ChannelCover {
 public:
  /// `words` must outlive it.
  ChannelCover(const SchemaLayout &layout, const WordWeights &words);

  /// The word means the stem with this strength. O(places).
  void spread(std::size_t word, StemId stem, float strength);
  /// The word stands in what the table holds, as sure as can be.
  void raise(std::size_t word, std::uint32_t table) {
    touched_[table] = 1;
    raise_to(tables_[table * words_->stride() + word], (*words_)[word]);
  }
  /// The greater of both, everywhere; the other one is empty then.
  void take(ChannelCover &other);
  /// O(tables × words + joins × words).
  CoverSignals signals() const;

 private:
  static void raise_to(float &value, float at_least) {
    value = std::max(value, at_least);  // stored in any case: no branch to foresee
  }

  const SchemaLayout *layout_;
  const WordWeights *words_;
  std::vector<float> tables_;  // of name and columns
  std::vector<float> names_;   // of the table's name alone
  std::vector<float> databases_;
  std::vector<std::uint8_t> touched_, touched_databases_;  // whether a match stands there
};

/// How much of the names is matched: of each table's, and of its columns'.
struct NameSignals {
  std::vector<float> name;     ///< By table: the mean strength over the stems of its name.
  std::vector<float> columns;  ///< By table: rarity of names of columns that are matched nearly
                               ///< whole.

  /// O(names that hold a matched stem).
  NameSignals(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel);
};

}  // namespace sluice::detail

#endif
