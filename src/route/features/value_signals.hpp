#ifndef SLUICE_SRC_ROUTE_FEATURES_VALUE_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_VALUE_SIGNALS_HPP

/// Signals of where the values that a question names occur.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "channel_cover.hpp"
#include "route/features/word_strengths.hpp"
#include "schema_layout.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::route_detail {

/// Sums over the question's runs of words that are values: each run counts once per database, table
/// or column that contains it, by its rarity among databases, in [0, 1].
struct ValueSignals {
  enum Kind : std::size_t {
    whole,   ///< Runs that are whole values.
    marked,  ///< Of these, quoted or capitalized ones; longer runs count more.
    plain,   ///< Of these, neither marked nor numbers.
    number,  ///< Of these, numbers.
    named,   ///< Of these, weighted by how well the question names the column.
    part,    ///< Runs that are only a part of a value.
  };
  static constexpr std::array<std::string_view, 6> names{"_whole",  "_marked", "_plain",
                                                         "_number", "_named",  "_part"};
  using Sums = std::array<std::vector<float>, names.size()>;

  Sums databases, tables, columns;
  std::vector<float> several;  ///< By database: whole values of several words.
  std::vector<float> rarest;   ///< By database: the greatest rarity of a whole value.
  /// By database: `whole` in its best table, or in its best two joined ones.
  std::vector<float> best_table, best_pair;

  /// `channel` of `stems` determines how well the question names a column.
  ValueSignals(const Catalog &catalog, const SchemaLayout &layout, const QuestionValues &values,
               const StemSignals &stems, std::size_t channel);
};

/// Raises the cover of the words of values in the tables that contain them and, by kind, the last
/// channel of `strengths` in their databases.
void cover_values(ChannelCover &cover, WordStrengths &strengths, std::span<const ContentWord> words,
                  const QuestionValues &values, const Catalog &catalog, const DatabaseGrid &grid);

}  // namespace sluice::inline v0::route_detail

#endif
