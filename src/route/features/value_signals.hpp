#ifndef SLUICE_SRC_ROUTE_FEATURES_VALUE_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_VALUE_SIGNALS_HPP

/// Where the values that a question names stand.

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

namespace sluice::inline v0::detail {

/// Sums over the question's runs of words that are values there: each run counts once a database,
/// table or column, for how few databases hold it, from 0 to 1.
struct ValueSignals {
  enum Kind : std::size_t {
    whole,   ///< As whole values.
    marked,  ///< Of these, quoted or capitalized ones; more words count more.
    plain,   ///< Of these, neither marked nor numbers.
    number,  ///< Of these, numbers.
    named,   ///< Of these, by how well the question names the column, too.
    part,    ///< As one of several words of values.
  };
  static constexpr std::array<std::string_view, 6> names{"_whole",  "_marked", "_plain",
                                                         "_number", "_named",  "_part"};
  using Sums = std::array<std::vector<float>, names.size()>;

  Sums databases, tables, columns;
  std::vector<float> several;                ///< By database: whole values of several words.
  std::vector<float> rarest;                 ///< By database: of whole values.
  std::vector<float> best_table, best_pair;  ///< By database: `whole` in one, in two joined ones.

  /// `channel` of `stems` tells which columns the question names.
  ValueSignals(const Catalog &catalog, const SchemaLayout &layout, const QuestionValues &values,
               const StemSignals &stems, std::size_t channel);
};

/// Raises the cover: words of a value stand in the tables that hold it. And, by kind, in the
/// databases that do: in `strengths`, the last channel of which is that of values.
void cover_values(ChannelCover &cover, WordStrengths &strengths, std::span<const ContentWord> words,
                  const QuestionValues &values, const Catalog &catalog, const DatabaseGrid &grid);

}  // namespace sluice::inline v0::detail

#endif
