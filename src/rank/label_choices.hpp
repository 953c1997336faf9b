#ifndef SLUICE_SRC_RANK_LABEL_CHOICES_HPP
#define SLUICE_SRC_RANK_LABEL_CHOICES_HPP

/// The likeliest clauses, columns and tables by a label model's scores, and how likely it was that
/// all that was taken is right.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/rank/label_model.hpp"

namespace sluice::inline v0::rank {

inline constexpr std::uint32_t no_column = UINT32_MAX;

/// A column, and what it does.
struct Choice {
  std::uint32_t column = no_column;
  ColumnLabel label = ColumnLabel::select;
};

inline constexpr std::array comparisons{ColumnLabel::where_equal,    ColumnLabel::where_unequal,
                                        ColumnLabel::where_greater,  ColumnLabel::where_less,
                                        ColumnLabel::where_at_least, ColumnLabel::where_at_most,
                                        ColumnLabel::where_like,     ColumnLabel::where_between};

/// Holds a view of the scores. Equal ones: the smaller position.
class LabelChoices {
 public:
  explicit LabelChoices(const LabelScores &scores) : scores_(scores) {}

  float probability(std::uint32_t column, ColumnLabel label) const {
    return scores_.columns[column][static_cast<std::size_t>(label)];
  }
  /// Of what was taken, in logarithms; at most 0.
  double log_probability() const noexcept { return log_probability_; }
  void take(float probability);

  /// The likeliest clause of a group, taken.
  Clause take_clause(std::size_t group);
  /// The likeliest of a group but for its first; not taken.
  Clause clause_but_first(std::size_t group) const;
  /// The likeliest column for a label, taken; no_column if there is none.
  std::uint32_t take_column(ColumnLabel label);
  /// The likeliest for any of the labels, at most `count`, taken.
  std::vector<Choice> take_columns(std::span<const ColumnLabel> labels, std::size_t count);

  /// Each column but one with its likeliest comparison, the likeliest first.
  std::vector<Choice> conditions(std::uint32_t except) const;
  /// That most splits hold for likely.
  std::vector<std::uint32_t> likely_tables(TableLabel label) const;
  std::uint32_t likeliest_table(TableLabel label) const;

 private:
  const LabelScores &scores_;
  double log_probability_ = 0;
};

}  // namespace sluice::inline v0::rank

#endif
