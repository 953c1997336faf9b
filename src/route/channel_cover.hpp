#ifndef SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP
#define SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP

/// Which of a question's words stand where, by one channel.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "schema_layout.hpp"
#include "sluice/embed/synonym_channel.hpp"

namespace sluice::detail {

/// The words' weights, of sum 1 (or all 0), filled up with zeros to whole steps.
struct WordWeights {
  static constexpr std::size_t step = 4;

  std::vector<float> weights;
  std::size_t stride() const noexcept { return weights.size(); }
};

/// Strengths times the word's weight; a row of one number a word for each table or database.
struct ChannelCover {
  std::vector<float> names;      ///< In a table's name.
  std::vector<float> whole;      ///< In its name or a column's.
  std::vector<float> databases;  ///< In a database's name.
  std::vector<float> strongest;  ///< By stem: the strongest match, without weight.
  std::vector<float> weighted;   ///< By stem: the greatest match with weight.
  std::vector<std::uint8_t>
      touched;  ///< By table: whether a match stands there; else its row is 0.

  std::vector<std::uint8_t> touched_database;

  /// `matches`: by word. O(matches × places + tables × words).
  ChannelCover(const SchemaLayout &layout, const WordWeights &words,
               std::span<const std::vector<StemMatch>> matches);
  /// The greater of both, everywhere.
  void raise(const ChannelCover &other);
};

/// What a cover says of each database and table.
struct CoverSignals {
  std::vector<float> covered, best_table, table_names, database_name, best_pair;  // by database
  std::vector<float> uncovered;  ///< Words that are not, of those that `counted` marks.
  std::vector<float> table, name, pair, unique;  // by table

  CoverSignals(const SchemaLayout &layout, const WordWeights &words, const ChannelCover &cover,
               std::span<const float> counted);

 private:
  /// Rows of so many steps, known when this is compiled: most questions have few words. 0: any.
  template <std::size_t Steps>
  void fill(const SchemaLayout &layout, const WordWeights &words, const ChannelCover &cover,
            std::span<const float> counted);
};

/// How much of the names is matched: of each table's, and of its columns'.
struct NameSignals {
  std::vector<float> name;     ///< By table: the mean strength over the stems of its name.
  std::vector<float> columns;  ///< By table: rarity of names of columns that are matched nearly
                               ///< whole.

  NameSignals(const SchemaLayout &layout, const Catalog &catalog, const ChannelCover &cover);
};

}  // namespace sluice::detail

#endif
