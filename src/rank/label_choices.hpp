#ifndef SLUICE_SRC_RANK_LABEL_CHOICES_HPP
#define SLUICE_SRC_RANK_LABEL_CHOICES_HPP

/// Chooses the most likely clauses, columns and tables by a label model's scores, and tracks the
/// joint probability of the choices.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0::rank {

inline constexpr std::uint32_t no_column = UINT32_MAX;

/// A column and its label.
struct Choice {
  std::uint32_t column = no_column;
  ColumnLabel label = ColumnLabel::select;
};

inline constexpr std::array comparisons{ColumnLabel::where_equal,    ColumnLabel::where_unequal,
                                        ColumnLabel::where_greater,  ColumnLabel::where_less,
                                        ColumnLabel::where_at_least, ColumnLabel::where_at_most,
                                        ColumnLabel::where_like,     ColumnLabel::where_between};

/// Keeps a reference to the scores. Ties: the smaller position. "Take" includes a choice in the
/// joint probability.
class LabelChoices {
 public:
  explicit LabelChoices(const LabelScores &scores) : scores_(scores) {}

  float probability(std::uint32_t column, ColumnLabel label) const {
    return scores_.columns[column][static_cast<std::size_t>(label)];
  }
  /// Logarithm of the joint probability of what was taken; at most 0.
  double log_probability() const noexcept { return log_probability_; }
  void take(float probability);

  /// Takes the most likely clause of a group.
  Clause take_clause(std::size_t group);
  /// The most likely clause of a group except its first. Does not take it.
  Clause clause_but_first(std::size_t group) const;
  /// Takes the most likely column for a label; no_column if there is none.
  std::uint32_t take_column(ColumnLabel label);
  /// Takes at most `count` columns, the most likely ones for any of the labels.
  std::vector<Choice> take_columns(std::span<const ColumnLabel> labels, std::size_t count);

  /// Each column except one, with its most likely comparison; the most likely first.
  std::vector<Choice> conditions(std::uint32_t except) const;
  /// The tables with a majority of the splits' votes and a probability of at least 0.5.
  std::vector<std::uint32_t> likely_tables(TableLabel label) const;
  std::uint32_t most_likely_table(TableLabel label) const;

 private:
  const LabelScores &scores_;
  double log_probability_ = 0;
};

}  // namespace sluice::inline v0::rank

#endif
