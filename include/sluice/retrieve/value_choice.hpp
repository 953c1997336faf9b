#ifndef SLUICE_RETRIEVE_VALUE_CHOICE_HPP
#define SLUICE_RETRIEVE_VALUE_CHOICE_HPP

/// Which values of the chosen columns to show beside a question: those that it seems to name, or
/// that a guess at its query compares with.
/// Source: Shen et al. 2024 (ASTReS), section 3.3: value selection.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/index/value_index.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

/// The strings that a query compares with, each once, without the wildcards around them: also those
/// in double quotes, where `database` has no such name. None if it is no SQL. O(size).
std::vector<std::string> string_literals_of(std::string_view sql, const Database &database);

struct FoundValue {
  ColumnId column;
  std::string value;  ///< As the database spells it.

  friend bool operator==(const FoundValue &, const FoundValue &) = default;
};

struct ValueChoiceOptions {
  std::size_t per_column = 3;
  std::size_t most = 30;  ///< In all.
  /// Also values of which only one word stands in the question, and is neither quoted nor
  /// capitalized: on Spider's train questions a third more values, and no gold one among them.
  bool plain_parts = false;
};

struct ValueQuery {
  Question question;
  /// The chosen ones. Columns of numbers have no values worth showing and are passed over.
  std::span<const ColumnId> columns;
  /// Of a guess at the query; looked up like words of the question, and worth more.
  std::span<const std::string> literals = {};
  /// Columns that a guess reads: theirs come first.
  std::span<const ColumnId> preferred = {};
  const Mask *mask = nullptr;  ///< What the asker may see; nullptr: everything.
};

/// The best values a column: whole ones before those of which a word was found, of many words
/// before those of few, then as the question has them. Those of preferred columns stand first, then
/// it goes by column. Throws Error(mismatch) if index or mask are of another catalog.
/// O(catalog + words) look-ups.
std::vector<FoundValue> choose_values(const ValueIndex &index,
                                      const std::shared_ptr<const Catalog> &catalog,
                                      const ValueQuery &query,
                                      const ValueChoiceOptions &options = {});

}  // namespace sluice

#endif
