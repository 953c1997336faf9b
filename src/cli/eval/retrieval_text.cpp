#include "retrieval_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"

namespace sluice::cli {
namespace {

/// One line of figures in percent, and a line with their confidence intervals in whole percent.
void print_shares(std::string_view name, const std::vector<RecallAt> &by_cut) {
  std::string line, below;
  for (const RecallAt &at : by_cut) {
    const std::string cell = fmt::format("  @{} {:5.2f}", at.cut, 100 * at.share);
    line += cell;
    below += fmt::format(
        "{:>{}}", fmt::format("{:.0f}-{:.0f}", 100 * at.interval.low, 100 * at.interval.high),
        cell.size());
  }
  fmt::print("  {:<22} {}\n  {:<22} {}\n", name, line, "", below);
}

std::string percent_at(const std::vector<RecallAt> &recall, std::size_t cut) {
  const auto at = std::ranges::find(recall, cut, &RecallAt::cut);
  return at == recall.end() ? std::string(7, ' ') : fmt::format("{:7.2f}", 100 * at->share);
}

std::string row_name(const RetrievalReport &report) {
  std::string name = report.without.empty() ? report.system : "  without";
  for (const std::string &part : report.without) name += ' ' + part;
  return name;
}

void print_cuts(std::initializer_list<std::size_t> cuts) {
  for (const std::size_t cut : cuts) fmt::print("{:>7}", fmt::format("@{}", cut));
}

}  // namespace

void print_report(const RetrievalReport &report, const Catalog &catalog) {
  fmt::print("{} ({}{}, probes: {}) on {} questions of {}\n", report.system, report.setting,
             report.content ? ", with content" : "", report.probes, report.questions,
             report.question_set);
  if (report.seen_questions > 0) fmt::print("  {}\n", seen_sentence(report));
  print_shares("database recall", report.database_recall);
  print_shares("table recall", report.table_recall);
  print_shares("table recall, micro", report.table_recall_micro);
  print_shares("complete table recall", report.complete_table_recall);
  print_shares("column recall", report.column_recall);
  print_shares("complete column recall", report.complete_column_recall);
  fmt::print("  mAP of tables            {:.2f}\n", 100 * report.mean_average_precision);
  std::string by_size;
  for (const SizePrecision &size : precision_by_size(report, catalog)) {
    const std::string tables = size.most == SIZE_MAX ? fmt::format("{}+", size.least)
                                                     : fmt::format("{}-{}", size.least, size.most);
    by_size += fmt::format("  {}: {:.2f}", tables, 100 * size.precision);
  }
  fmt::print("  {:<22} {}\n", "by tables of database", by_size);
  if (report.within_database) {
    fmt::print("  with the database given:\n");
    print_shares("table recall", report.within_database->table_recall);
    print_shares("complete table recall", report.within_database->complete_table_recall);
    print_shares("column recall", report.within_database->column_recall);
    print_shares("complete column recall", report.within_database->complete_column_recall);
  }
  fmt::print("  below each figure: where 95 % of draws of other databases lie\n");
  fmt::print("  {} · {:.0f} questions/s · made in {} · {} on disk, {} at most\n\n",
             duration_text(report.seconds), report.questions_per_second(),
             duration_text(report.build_seconds), bytes_text(report.disk_bytes),
             bytes_text(report.peak_bytes));
}

void print_row(const RetrievalReport &report, bool first) {
  if (first) {
    fmt::print("recall in % on {} questions of {}, probes: {}\n", report.questions,
               report.question_set, report.probes);
    fmt::print("{:<26}{:>14}{:>14}{:>49}\n{:<26}", "", "databases", "tables", "columns", "system");
    print_cuts({1, 5, 5, 15, 3, 5, 10, 20, 30, 50, 100});
    fmt::print("\n");
  }
  fmt::print("{:<26}", row_name(report));
  for (const std::size_t cut : {1U, 5U}) fmt::print("{}", percent_at(report.database_recall, cut));
  for (const std::size_t cut : {5U, 15U}) fmt::print("{}", percent_at(report.table_recall, cut));
  for (const RecallAt &point : report.column_recall)
    fmt::print("{}", percent_at(report.column_recall, point.cut));
  fmt::print("\n");
  std::fflush(stdout);
}

void print_rows_within_database(std::span<const RetrievalReport> reports) {
  bool first = true;
  for (const RetrievalReport &report : reports) {
    if (!report.within_database) continue;
    const WithinDatabase &within = *report.within_database;
    if (std::exchange(first, false)) {
      fmt::print("\nthe same with the database given\n{:<26}{:>14}{:>14}{:>21}{:>28}\n{:<26}", "",
                 "tables", "all tables", "columns", "all columns", "system");
      print_cuts({5, 15, 5, 15, 10, 30, 100, 10, 30, 50, 100});
      fmt::print("\n");
    }
    fmt::print("{:<26}", row_name(report));
    for (const std::size_t cut : {5U, 15U}) fmt::print("{}", percent_at(within.table_recall, cut));
    for (const std::size_t cut : {5U, 15U})
      fmt::print("{}", percent_at(within.complete_table_recall, cut));
    for (const std::size_t cut : {10U, 30U, 100U})
      fmt::print("{}", percent_at(within.column_recall, cut));
    for (const std::size_t cut : {10U, 30U, 50U, 100U})
      fmt::print("{}", percent_at(within.complete_column_recall, cut));
    fmt::print("\n");
  }
}

void print_seen(std::span<const RetrievalReport> reports) {
  for (const RetrievalReport &report : reports) {
    if (report.seen_questions > 0) fmt::print("\n{}\n", seen_sentence(report));
  }
}

}  // namespace sluice::cli
