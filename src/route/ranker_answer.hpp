#ifndef SLUICE_SRC_ROUTE_RANKER_ANSWER_HPP
#define SLUICE_SRC_ROUTE_RANKER_ANSWER_HPP

/// What a ranker's answer is put together from.

#include <cstddef>
#include <span>
#include <vector>

#include "sluice/index/value_index.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/route/ranker.hpp"

namespace sluice::inline v0::route_detail {

/// The values of the answer's columns, in their order, then in the order of the question's runs.
std::vector<NamedValue> named_values(const QuestionValues &values,
                                     const std::vector<Scored<ColumnId>> &columns,
                                     std::size_t words);

/// A probability that is not above that of a condition for it. Keeps the order of those that are.
float at_most(float probability, float of_condition);

/// Raises a probability to that of its best table, as far as its rank allows: `probabilities` are
/// best first and remain so. Returns their logarithms.
std::vector<float> raised_logs(std::span<const float> probabilities,
                               std::span<const float> best_tables);

/// Makes no table likelier than its database: raises databases as raised_logs does, and lowers
/// tables that are still above. Then scales the logarithms of databases; tables keep their
/// probability given the database. The databases are best first and remain so; their probabilities
/// still sum to 1.
void reconcile(std::span<Scored<DatabaseId>> databases, std::span<Scored<TableId>> tables,
               const LinearModel &scale, const Catalog &catalog);

/// Replaces the scores and values of one database by those of another answer. Probabilities still
/// sum to 1.
void replace_database(RankerAnswer &answer, const RankerAnswer &other, DatabaseId database,
                      const Catalog &catalog);

}  // namespace sluice::inline v0::route_detail

#endif
