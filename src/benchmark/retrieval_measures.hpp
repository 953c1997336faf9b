#ifndef SLUICE_SRC_BENCHMARK_RETRIEVAL_MEASURES_HPP
#define SLUICE_SRC_BENCHMARK_RETRIEVAL_MEASURES_HPP

/// The measures of retrieval, each computed from the ranks of one question's gold objects.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/benchmark/gold_ranks.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/report/bootstrap.hpp"

namespace sluice::inline v0::benchmark_detail {

/// The share of one question that is found among the first `cut` results. A question whose `whole`
/// is 0 does not count.
struct RecallMeasure {
  std::string_view name;  ///< As in JSON.
  std::span<const std::size_t> cuts;
  Ratio (*found)(const GoldRanks &ranks, std::size_t cut);
};

extern const RecallMeasure database_recall;
extern const RecallMeasure table_recall;
extern const RecallMeasure table_recall_micro;
extern const RecallMeasure complete_table_recall;
extern const RecallMeasure column_recall;
extern const RecallMeasure complete_column_recall;

/// A measure and the member of a report that has its figures.
template <class Report>
struct ReportedRecall {
  const RecallMeasure *measure;
  std::vector<RecallAt> Report::*recall;
};

constexpr std::array<ReportedRecall<RetrievalReport>, 6> recalls{{
    {&database_recall, &RetrievalReport::database_recall},
    {&table_recall, &RetrievalReport::table_recall},
    {&table_recall_micro, &RetrievalReport::table_recall_micro},
    {&complete_table_recall, &RetrievalReport::complete_table_recall},
    {&column_recall, &RetrievalReport::column_recall},
    {&complete_column_recall, &RetrievalReport::complete_column_recall},
}};
constexpr std::array<ReportedRecall<WithinDatabase>, 4> recalls_within{{
    {&table_recall, &WithinDatabase::table_recall},
    {&complete_table_recall, &WithinDatabase::complete_table_recall},
    {&column_recall, &WithinDatabase::column_recall},
    {&complete_column_recall, &WithinDatabase::complete_column_recall},
}};

/// Average precision of the gold tables over the first 100 results; 0 without gold tables.
double average_precision(const GoldRanks &ranks);

}  // namespace sluice::inline v0::benchmark_detail

#endif
