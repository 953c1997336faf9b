#ifndef SLUICE_SRC_ROUTE_RANKER_ANSWER_HPP
#define SLUICE_SRC_ROUTE_RANKER_ANSWER_HPP

/// What a ranker's answer is put together from.

#include <cstddef>
#include <vector>

#include "sluice/index/value_index.hpp"
#include "sluice/route/ranker.hpp"

namespace sluice::inline v0::route_detail {

/// The values of the answer's columns, in their order, then in the order of the question's runs.
std::vector<NamedValue> named_values(const QuestionValues &values,
                                     const std::vector<Scored<ColumnId>> &columns,
                                     std::size_t words);

/// Replaces the scores and values of one database by those of another answer. Probabilities still
/// sum to 1.
void replace_database(RankerAnswer &answer, const RankerAnswer &other, DatabaseId database,
                      const Catalog &catalog);

}  // namespace sluice::inline v0::route_detail

#endif
