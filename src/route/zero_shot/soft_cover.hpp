#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SOFT_COVER_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SOFT_COVER_HPP

/// How well one table, or two joined ones, cover the words of a question together.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "route/zero_shot/word_channel.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

/// A content word of a question.
struct WeighedWord {
  std::string word;
  std::string stem;
  float weight = 0;  ///< Its share of the question's rarity. The weights sum to 1.
};

/// The first 32 written words that have a letter and are not stop words, one per stem, weighed by
/// how few visible databases use them. Unlike content_words, it leaves out question words such as
/// "who", parts of written words and literals, because its weights were chosen without them.
std::vector<WeighedWord> weighed_words(const Question &question, const SchemaWords &words,
                                       const Catalog &catalog, const Mask *mask);

/// By database: the greatest weighted coverage by one of its visible tables or two joined ones, in
/// [0, 1]. `matches` holds a channel's answer for each word.
std::vector<float> best_pairs(const std::vector<WeighedWord> &question,
                              const std::vector<std::vector<WordMatch>> &matches,
                              const SchemaWords &words, const JoinGraphs &graphs, const Mask *mask);

}  // namespace sluice::inline v0::route_detail

#endif
