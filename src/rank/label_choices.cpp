#include "label_choices.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0::rank {

void LabelChoices::take(float probability) {
  log_probability_ += std::log(std::max(probability, 1e-6F));
}

Clause LabelChoices::take_clause(std::size_t group) {
  const auto of = static_cast<std::size_t>(
      std::max_element(scores_.clauses.begin() + clause_groups[group],
                       scores_.clauses.begin() + clause_groups[group + 1]) -
      scores_.clauses.begin());
  take(scores_.clauses[of]);
  return static_cast<Clause>(of);
}

Clause LabelChoices::clause_but_first(std::size_t group) const {
  return static_cast<Clause>(std::max_element(scores_.clauses.begin() + clause_groups[group] + 1,
                                              scores_.clauses.begin() + clause_groups[group + 1]) -
                             scores_.clauses.begin());
}

std::uint32_t LabelChoices::take_column(ColumnLabel label) {
  std::uint32_t found = no_column;
  for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) {
    if (found == no_column || probability(c, label) > probability(found, label)) found = c;
  }
  if (found != no_column) take(probability(found, label));
  return found;
}

std::vector<Choice> LabelChoices::take_columns(std::span<const ColumnLabel> labels,
                                               std::size_t count) {
  std::vector<Choice> all;
  for (const ColumnLabel label : labels) {
    for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) all.push_back({c, label});
  }
  count = std::min(count, all.size());
  std::ranges::stable_sort(all, [this](const Choice &a, const Choice &b) {
    return probability(a.column, a.label) > probability(b.column, b.label);
  });
  all.resize(count);
  for (const Choice &of : all) take(probability(of.column, of.label));
  return all;
}

std::vector<Choice> LabelChoices::conditions(std::uint32_t except) const {
  std::vector<Choice> all;
  for (std::uint32_t c = 0; c < scores_.columns.size(); ++c) {
    if (c == except) continue;
    Choice of{c, comparisons[0]};
    for (const ColumnLabel label : comparisons) {
      if (probability(c, label) > probability(c, of.label)) of.label = label;
    }
    all.push_back(of);
  }
  std::ranges::stable_sort(all, [this](const Choice &a, const Choice &b) {
    return probability(a.column, a.label) > probability(b.column, b.label);
  });
  return all;
}

std::vector<std::uint32_t> LabelChoices::likely_tables(TableLabel label) const {
  const auto l = static_cast<std::size_t>(label);
  std::vector<std::uint32_t> likely;
  for (std::uint32_t t = 0; t < scores_.tables.size(); ++t) {
    if (scores_.table_votes[t][l] > 0.5F && scores_.tables[t][l] >= 0.5F) likely.push_back(t);
  }
  return likely;
}

std::uint32_t LabelChoices::most_likely_table(TableLabel label) const {
  const auto l = static_cast<std::size_t>(label);
  std::uint32_t best = 0;
  for (std::uint32_t t = 1; t < scores_.tables.size(); ++t) {
    if (scores_.tables[t][l] > scores_.tables[best][l]) best = t;
  }
  return best;
}

}  // namespace sluice::inline v0::rank
