#include "training_rows.hpp"

#include <algorithm>

#include "learn/row_scores.hpp"
#include "route/contenders.hpp"
#include "sluice/train/boosted_trees_fit.hpp"
#include "sluice/train/linear_fit.hpp"
#include "sluice/train/perceptron_fit.hpp"

namespace sluice::inline v0::train_detail {
namespace {

template <class Value>
void append(std::vector<Value> &to, const std::vector<Value> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

LabeledRows rows_without(std::size_t part, std::span<const float> rows,
                         std::span<const std::uint8_t> labels, std::span<const std::size_t> parts) {
  LabeledRows kept{rows.size() / std::max<std::size_t>(1, labels.size()), {}, {}};
  for (std::size_t r = 0; r < labels.size(); ++r) {
    if (parts[r] == part) continue;
    const auto row = rows.subspan(r * kept.columns, kept.columns);
    kept.rows.insert(kept.rows.end(), row.begin(), row.end());
    kept.labels.push_back(labels[r]);
  }
  return kept;
}

void ScoredGroups::append(const ScoredGroups &more) {
  train_detail::append(scores, more.scores);
  train_detail::append(sizes, more.sizes);
  train_detail::append(right, more.right);
}

void TrainingRows::add(RankerRows rows, std::size_t part, bool is_judge) {
  if (!rows.candidates.empty()) {
    databases_.begin_group();
    const std::span<const float> all = rows.databases;
    for (std::size_t c = 0; c < rows.candidates.size(); ++c)
      databases_.add(all.subspan(c * databases_.columns, databases_.columns), c == rows.gold);
    words_.append(rows.words);
    for (const std::size_t count : rows.words.sizes)
      first_word_.push_back(first_word_.back() + count);
    part_of_group_.push_back(part);
    judges_.push_back(is_judge ? 1 : 0);
  }
  append(tables_, rows.tables);
  append(columns_, rows.columns);
  append(gold_tables_, rows.gold_tables);
  append(gold_columns_, rows.gold_columns);
  part_of_table_.resize(gold_tables_.size(), part);
  part_of_column_.resize(gold_columns_.size(), part);
}

template <class Visit>
void TrainingRows::each_group(Visit visit) const {
  const std::size_t columns = databases_.columns;
  std::size_t first = 0;
  for (std::size_t g = 0; g < databases_.sizes.size(); first += databases_.sizes[g++]) {
    const std::size_t size = databases_.sizes[g];
    visit(Group{std::span(databases_.rows).subspan(first * columns, size * columns), first,
                std::span(databases_.target).subspan(first, size), part_of_group_[g],
                judges_[g] != 0});
  }
}

std::vector<float> TrainingRows::rows_of(const Group &group,
                                         std::span<const std::size_t> places) const {
  const std::size_t columns = databases_.columns;
  std::vector<float> rows;
  for (const std::size_t place : places) {
    const auto row = group.rows.subspan(place * columns, columns);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

RowParts TrainingRows::words_of(const Group &group, std::span<const std::size_t> places) const {
  RowParts words{words_.columns, {}, {}};
  for (const std::size_t place : places) {
    const std::size_t row = group.first + place, first = first_word_[row];
    words.sizes.push_back(words_.sizes[row]);
    const auto of = std::span(words_.numbers)
                        .subspan(first * words_.columns, words.sizes.back() * words_.columns);
    words.numbers.insert(words.numbers.end(), of.begin(), of.end());
  }
  return words;
}

LinearModel TrainingRows::fit_databases(std::size_t without, std::size_t every,
                                        const LinearFitOptions &options) const {
  RankedGroups groups;
  const std::size_t columns = groups.columns = databases_.columns;
  std::size_t number = 0;
  each_group([&](const Group &group) {
    if (group.part == without || number++ % every != 0) return;
    groups.begin_group();
    for (std::size_t r = 0; r < group.target.size(); ++r)
      groups.add(group.rows.subspan(r * columns, columns), group.target[r] != 0);
  });
  return fit_listwise(std::move(groups), options);
}

Perceptron TrainingRows::fit_contenders(std::size_t without, const LinearModel &databases,
                                        const PerceptronOptions &options) const {
  const std::size_t columns = databases_.columns;
  RankedGroups contending;
  contending.columns = columns;
  RowParts words{words_.columns, {}, {}};
  each_group([&](const Group &group) {
    if (group.part == without) return;
    const std::vector<std::size_t> contenders =
        route_detail::contenders_of(learn_detail::scores_of(databases, group.rows));
    const auto is_right = [&](std::size_t place) { return group.target[place] != 0; };
    if (std::ranges::none_of(contenders, is_right)) return;
    contending.begin_group();
    for (const std::size_t place : contenders)
      contending.add(group.rows.subspan(place * columns, columns), is_right(place));
    words.append(words_of(group, contenders));
  });
  if (contending.sizes.empty()) return {};
  return fit_perceptron(std::move(contending), words, options);
}

BoostedTrees TrainingRows::fit_tables(std::size_t without,
                                      const BoostedTreesOptions &options) const {
  return rows_without(without, tables_, gold_tables_, part_of_table_).fit(options);
}

BoostedTrees TrainingRows::fit_columns(std::size_t without,
                                       const BoostedTreesOptions &options) const {
  return rows_without(without, columns_, gold_columns_, part_of_column_).fit(options);
}

ScoredGroups TrainingRows::scored(std::size_t part, const RankerWeights &weights) const {
  ScoredGroups all;
  each_group([&](const Group &group) {
    if (!group.is_judge || group.part != part) return;
    std::vector<float> scores = learn_detail::scores_of(weights.databases.weights, group.rows);
    const std::vector<std::size_t> contenders = route_detail::contenders_of(scores);
    route_detail::rescore_contenders(weights.contenders, rows_of(group, contenders),
                                     words_of(group, contenders), contenders, scores);
    append(all.scores, scores);
    all.sizes.push_back(scores.size());
    for (std::size_t r = 0; r < scores.size(); ++r) {
      if (group.target[r] != 0) all.right.push_back(r);
    }
  });
  return all;
}

}  // namespace sluice::inline v0::train_detail
