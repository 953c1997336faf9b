#include "sluice/pipeline/retrieval_report.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

constexpr std::array<std::size_t, 2> database_cuts{1, 5};
constexpr std::array<std::size_t, 4> table_cuts{5, 10, 15, 20};
constexpr std::array<std::size_t, 7> column_cuts{3, 5, 10, 20, 30, 50, 100};
constexpr std::size_t precision_depth = 100;

/// How many of `gold` are among the first `cut` of `ranked`.
template <class Id>
std::size_t hits(const std::vector<Id> &ranked, const std::vector<Id> &gold, std::size_t cut) {
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(cut, ranked.size()));
  return static_cast<std::size_t>(std::ranges::count_if(
      gold, [&](Id id) { return std::find(ranked.begin(), end, id) != end; }));
}

double average_precision(const std::vector<TableId> &ranked, const std::vector<TableId> &gold) {
  double sum = 0;
  double found = 0;
  for (std::size_t r = 0; r < std::min(ranked.size(), precision_depth); ++r) {
    if (std::ranges::find(gold, ranked[r]) == gold.end()) continue;
    found += 1;
    sum += found / static_cast<double>(r + 1);
  }
  return gold.empty() ? 0 : sum / static_cast<double>(gold.size());
}

/// Sums over questions, turned into means at the end.
class Tally {
 public:
  void add(const BenchmarkQuestion &question, const Ranking &ranking) {
    ++questions_;
    for (const std::size_t cut : database_cuts) {
      databases_[cut] += static_cast<double>(hits(ranking.databases, {question.database}, cut));
    }
    for (const std::size_t cut : table_cuts) {
      const std::size_t found = hits(ranking.tables, question.tables, cut);
      const std::size_t gold = question.tables.size();
      tables_[cut] += gold == 0 ? 0 : static_cast<double>(found) / static_cast<double>(gold);
      complete_tables_[cut] += found == gold ? 1 : 0;
      found_tables_[cut] += static_cast<double>(found);
    }
    gold_tables_ += static_cast<double>(question.tables.size());
    precision_ += average_precision(ranking.tables, question.tables);

    const std::size_t gold = question.columns.size() + question.unknown;
    if (gold == 0) return;
    ++with_columns_;
    for (const std::size_t cut : column_cuts) {
      const std::size_t found = hits(ranking.columns, question.columns, cut);
      columns_[cut] += static_cast<double>(found) / static_cast<double>(gold);
      complete_columns_[cut] += found == gold ? 1 : 0;
    }
  }

  void write(RetrievalReport &report) const {
    report.questions = questions_;
    report.database_recall = over(databases_, static_cast<double>(questions_));
    report.table_recall = over(tables_, static_cast<double>(questions_));
    report.table_recall_micro = over(found_tables_, gold_tables_);
    report.complete_table_recall = over(complete_tables_, static_cast<double>(questions_));
    report.column_recall = over(columns_, static_cast<double>(with_columns_));
    report.complete_column_recall = over(complete_columns_, static_cast<double>(with_columns_));
    report.mean_average_precision =
        questions_ > 0 ? precision_ / static_cast<double>(questions_) : 0;
  }

 private:
  using Sums = std::map<std::size_t, double>;

  static std::vector<RecallAt> over(const Sums &sums, double count) {
    std::vector<RecallAt> shares;
    for (const auto &[cut, sum] : sums) shares.push_back({cut, count > 0 ? sum / count : 0});
    return shares;
  }

  std::size_t questions_ = 0;
  std::size_t with_columns_ = 0;
  double gold_tables_ = 0;
  double precision_ = 0;
  Sums databases_;
  Sums tables_;
  Sums found_tables_;
  Sums complete_tables_;
  Sums columns_;
  Sums complete_columns_;
};

std::size_t peak_bytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

std::string_view name_of(ProbeField field) {
  switch (field) {
    case ProbeField::question: return "question";
    case ProbeField::hallucinated: return "hallucinated";
    case ProbeField::evidence: return "evidence";
  }
  return "question";
}

void write_list(JsonWriter &writer, std::string_view name, const std::vector<std::string> &items) {
  writer.key(name).begin_array();
  for (const std::string &item : items) writer.value(std::string_view(item));
  writer.end_array();
}

/// What a system learned by heart is no measure of it.
void refuse_seen(const RankingSystem &system, std::span<const BenchmarkQuestion> questions) {
  const auto seen = std::ranges::count_if(questions, [&system](const BenchmarkQuestion &asked) {
    return system.has_seen(asked.database, asked.question);
  });
  if (seen == 0) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{} of the {} questions were used to train the system", seen, questions.size()));
}

void write_cuts(JsonWriter &writer, std::string_view name, const std::vector<RecallAt> &by_cut) {
  writer.key(name).begin_object();
  for (const auto &[cut, share] : by_cut) writer.member(std::to_string(cut), share);
  writer.end_object();
}

}  // namespace

RetrievalReport evaluate_retrieval(const RankingSystem &system,
                                   std::span<const BenchmarkQuestion> questions, ProbeField probes,
                                   const Progress &progress) {
  refuse_seen(system, questions);
  RetrievalReport report;
  report.probes = name_of(probes);
  if (system.is_trained()) report.setting = "trained";
  Tally tally;
  std::chrono::duration<double> spent{};
  for (std::size_t q = 0; q < questions.size(); ++q) {
    progress.step("questions", q, questions.size());
    const BenchmarkQuestion &asked = questions[q];
    std::string text = asked.question;
    if (probes == ProbeField::evidence && !asked.evidence.empty()) text += ". " + asked.evidence;
    RankingQuery query{text};
    if (probes == ProbeField::hallucinated && !asked.hallucinated.empty()) {
      query.hallucinated = &asked.hallucinated;
    }
    const auto start = std::chrono::steady_clock::now();
    const Ranking ranking = system.rank(query);
    spent += std::chrono::steady_clock::now() - start;
    tally.add(asked, ranking);
  }
  progress.step("questions", questions.size(), questions.size());
  tally.write(report);
  report.seconds = spent.count();
  report.peak_bytes = peak_bytes();
  return report;
}

void write_json(const RetrievalReport &report, JsonWriter &writer) {
  writer.begin_object()
      .member("system", std::string_view(report.system))
      .member("setting", std::string_view(report.setting))
      .member("content", report.content)
      .member("probes", std::string_view(report.probes))
      .member("question_set", std::string_view(report.question_set))
      .member("questions", report.questions)
      .member("embedder", std::string_view(report.embedder));
  write_list(writer, "options", report.options);
  write_list(writer, "without", report.without);
  write_cuts(writer, "database_recall", report.database_recall);
  write_cuts(writer, "table_recall", report.table_recall);
  write_cuts(writer, "table_recall_micro", report.table_recall_micro);
  write_cuts(writer, "complete_table_recall", report.complete_table_recall);
  write_cuts(writer, "column_recall", report.column_recall);
  write_cuts(writer, "complete_column_recall", report.complete_column_recall);
  writer.member("map", report.mean_average_precision)
      .member("seconds", report.seconds)
      .member("questions_per_second", report.questions_per_second())
      .member("peak_bytes", report.peak_bytes)
      .end_object();
}

}  // namespace sluice
