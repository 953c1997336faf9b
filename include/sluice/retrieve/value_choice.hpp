#ifndef SLUICE_RETRIEVE_VALUE_CHOICE_HPP
#define SLUICE_RETRIEVE_VALUE_CHOICE_HPP

/// Chooses values of the selected columns to show with a question: those that it seems to name, or
/// that a guess at its query compares with. Source: Shen et al. 2024 (ASTReS), section 3.3: value
/// selection.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/index/value_index.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// The distinct strings that a query compares with, without leading and trailing wildcards.
/// Includes strings in double quotes that are not names in `database`. Empty if the text is not
/// SQL. O(size).
std::vector<std::string> string_literals_of(std::string_view sql, const Database &database);

struct FoundValue {
  ColumnId column;
  std::string value;  ///< As the database spells it.

  friend bool operator==(const FoundValue &, const FoundValue &) = default;
};

struct ValueChoiceOptions {
  std::size_t per_column = 3;
  std::size_t max_values = 30;  ///< In total.
  /// Also chooses values of which the question has only one word that is neither quoted nor
  /// capitalized. On Spider's train questions, this adds a third more values, none of them gold.
  bool plain_parts = false;
};

struct ValueQuery {
  Question question;
  /// The selected columns. Numeric columns are skipped because their values say nothing.
  std::span<const ColumnId> columns;
  /// Literals of a guess at the query; looked up like words of the question, and preferred.
  std::span<const std::string> literals = {};
  /// Columns that a guess reads; their values come first.
  std::span<const ColumnId> preferred = {};
  const Mask *mask = nullptr;  ///< What the caller may see; nullptr: everything.
};

/// The best values of each column: complete matches before matches of one word, longer matches
/// before shorter ones, then in the order of the question. Values of preferred columns come first,
/// then values by column. Throws Error(mismatch) if the index or the mask is of another catalog.
/// O(catalog + words) lookups.
std::vector<FoundValue> choose_values(const ValueIndex &index,
                                      const std::shared_ptr<const Catalog> &catalog,
                                      const ValueQuery &query,
                                      const ValueChoiceOptions &options = {});

}  // namespace sluice::inline v0

#endif
