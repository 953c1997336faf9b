#include "retrieval_measures.hpp"

#include <algorithm>

namespace sluice::inline v0::benchmark_detail {
namespace {

constexpr std::array<std::size_t, 6> database_cuts{1, 3, 5, 10, 20, 50};
constexpr std::array<std::size_t, 8> table_cuts{1, 3, 5, 10, 15, 20, 30, 50};
constexpr std::array<std::size_t, 7> column_cuts{3, 5, 10, 20, 30, 50, 100};
constexpr std::size_t precision_depth = 100;

bool is_among_first(std::size_t rank, std::size_t cut) { return rank != 0 && rank <= cut; }

/// `part`: the number of ranks among the first `cut`.
Ratio counted(const std::vector<std::size_t> &ranks, std::size_t cut) {
  const auto found =
      std::ranges::count_if(ranks, [cut](std::size_t rank) { return is_among_first(rank, cut); });
  return {static_cast<double>(found), static_cast<double>(ranks.size())};
}

Ratio found_share(const Ratio &found) {
  return {found.whole > 0 ? found.part / found.whole : 0, 1};
}

Ratio is_complete(const Ratio &found) { return {found.part == found.whole ? 1.0 : 0.0, 1}; }

Ratio found_database(const GoldRanks &ranks, std::size_t cut) {
  return {is_among_first(ranks.database, cut) ? 1.0 : 0.0, 1};
}

Ratio found_tables(const GoldRanks &ranks, std::size_t cut) {
  return found_share(counted(ranks.tables, cut));
}

Ratio counted_tables(const GoldRanks &ranks, std::size_t cut) { return counted(ranks.tables, cut); }

Ratio found_all_tables(const GoldRanks &ranks, std::size_t cut) {
  return is_complete(counted(ranks.tables, cut));
}

Ratio found_columns(const GoldRanks &ranks, std::size_t cut) {
  return ranks.columns.empty() ? Ratio() : found_share(counted(ranks.columns, cut));
}

Ratio found_all_columns(const GoldRanks &ranks, std::size_t cut) {
  return ranks.columns.empty() ? Ratio() : is_complete(counted(ranks.columns, cut));
}

}  // namespace

const RecallMeasure database_recall{"database_recall", database_cuts, found_database};
const RecallMeasure table_recall{"table_recall", table_cuts, found_tables};
const RecallMeasure table_recall_micro{"table_recall_micro", table_cuts, counted_tables};
const RecallMeasure complete_table_recall{"complete_table_recall", table_cuts, found_all_tables};
const RecallMeasure column_recall{"column_recall", column_cuts, found_columns};
const RecallMeasure complete_column_recall{"complete_column_recall", column_cuts,
                                           found_all_columns};

double average_precision(const GoldRanks &ranks) {
  std::vector<std::size_t> found;
  for (const std::size_t rank : ranks.tables) {
    if (is_among_first(rank, precision_depth)) found.push_back(rank);
  }
  std::ranges::sort(found);
  double sum = 0;
  for (std::size_t f = 0; f < found.size(); ++f)
    sum += static_cast<double>(f + 1) / static_cast<double>(found[f]);
  return ranks.tables.empty() ? 0 : sum / static_cast<double>(ranks.tables.size());
}

}  // namespace sluice::inline v0::benchmark_detail
