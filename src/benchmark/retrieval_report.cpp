#include "sluice/benchmark/retrieval_report.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::array<std::size_t, 6> database_cuts{1, 3, 5, 10, 20, 50};
constexpr std::array<std::size_t, 8> table_cuts{1, 3, 5, 10, 15, 20, 30, 50};
constexpr std::array<std::size_t, 7> column_cuts{3, 5, 10, 20, 30, 50, 100};
constexpr std::size_t precision_depth = 100;
/// Size classes of databases: minimum number of tables.
constexpr std::array<std::size_t, 7> database_sizes{1, 3, 5, 7, 9, 13, 21};

/// Counts the elements of `gold` among the first `cut` of `ranked`.
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

/// Sums numerators and denominators over questions, also by database.
class Sum {
 public:
  void add(DatabaseId database, double part, double whole) {
    for (Ratio *sum : {&all_, &by_database_[database.value]}) {
      sum->part += part;
      sum->whole += whole;
    }
  }
  double share() const { return all_.whole > 0 ? all_.part / all_.whole : 0; }
  std::vector<DatabasePrecision> by_database() const {
    std::vector<DatabasePrecision> shares;
    for (const auto &[database, sum] : by_database_) {
      shares.push_back({DatabaseId(database), static_cast<std::size_t>(sum.whole),
                        sum.whole > 0 ? sum.part / sum.whole : 0});
    }
    return shares;
  }
  Interval interval() const {
    std::vector<Ratio> groups;
    for (const auto &[database, sum] : by_database_) groups.push_back(sum);
    return bootstrap_interval(groups);
  }

 private:
  Ratio all_;
  std::map<std::uint32_t, Ratio> by_database_;
};

/// Sums over questions; computes fractions at the end.
class Tally {
 public:
  void add(const BenchmarkQuestion &question, const Ranking &ranking) {
    const DatabaseId database = question.database;
    ++questions_;
    for (const std::size_t cut : database_cuts) {
      databases_[cut].add(
          database, static_cast<double>(hits(ranking.databases, {question.database}, cut)), 1);
    }
    const auto gold_tables = static_cast<double>(question.tables.size());
    for (const std::size_t cut : table_cuts) {
      const auto found = static_cast<double>(hits(ranking.tables, question.tables, cut));
      tables_[cut].add(database, gold_tables == 0 ? 0 : found / gold_tables, 1);
      complete_tables_[cut].add(database, found == gold_tables ? 1 : 0, 1);
      found_tables_[cut].add(database, found, gold_tables);
    }
    precision_.add(database, average_precision(ranking.tables, question.tables), 1);

    const auto gold = static_cast<double>(question.columns.size() + question.unknown);
    if (gold == 0) return;
    for (const std::size_t cut : column_cuts) {
      const auto found = static_cast<double>(hits(ranking.columns, question.columns, cut));
      columns_[cut].add(database, found / gold, 1);
      complete_columns_[cut].add(database, found == gold ? 1 : 0, 1);
    }
  }

  void write(RetrievalReport &report) const {
    report.questions = questions_;
    report.database_recall = shares_of(databases_);
    report.table_recall = shares_of(tables_);
    report.table_recall_micro = shares_of(found_tables_);
    report.complete_table_recall = shares_of(complete_tables_);
    report.column_recall = shares_of(columns_);
    report.complete_column_recall = shares_of(complete_columns_);
    report.mean_average_precision = precision_.share();
    report.precision_interval = precision_.interval();
    report.precision_by_database = precision_.by_database();
  }

 private:
  using Sums = std::map<std::size_t, Sum>;

  static std::vector<RecallAt> shares_of(const Sums &sums) {
    std::vector<RecallAt> shares;
    for (const auto &[cut, sum] : sums) shares.push_back({cut, sum.share(), sum.interval()});
    return shares;
  }

  std::size_t questions_ = 0;
  Sum precision_;
  Sums databases_;
  Sums tables_;
  Sums found_tables_;
  Sums complete_tables_;
  Sums columns_;
  Sums complete_columns_;
};

/// The gold object with the worst rank.
struct Furthest {
  std::uint32_t object = 0;
  std::size_t rank = 1;  // 0: not ranked
  bool is_beyond(std::size_t cut) const { return rank == 0 || rank > cut; }
};

template <class Id>
Furthest furthest_of(const std::vector<Id> &ranked, const std::vector<Id> &gold) {
  Furthest found;
  for (const Id id : gold) {
    if (found.rank == 0) break;
    const auto at = std::ranges::find(ranked, id);
    const auto rank = at == ranked.end() ? 0 : static_cast<std::size_t>(at - ranked.begin()) + 1;
    if (rank == 0 || rank >= found.rank) found = {id.value, rank};
  }
  return found;
}

std::optional<RetrievalMiss> miss_of(const BenchmarkQuestion &asked, const Ranking &ranking) {
  RetrievalMiss miss;
  if (!ranking.databases.empty()) miss.first = ranking.databases.front();
  const auto is_missed = [&miss](MissedLevel kind, const Furthest &furthest, std::size_t cut) {
    miss.kind = kind;
    miss.object = furthest.object;
    miss.rank = furthest.rank;
    return furthest.is_beyond(cut);
  };
  constexpr std::size_t tables = 15, columns = 20;
  if (is_missed(MissedLevel::database, furthest_of(ranking.databases, std::vector{asked.database}),
                1) ||
      is_missed(MissedLevel::table, furthest_of(ranking.tables, asked.tables), tables) ||
      is_missed(MissedLevel::column, furthest_of(ranking.columns, asked.columns), columns)) {
    return miss;
  }
  return std::nullopt;
}

std::size_t peak_bytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;  // Linux reports KiB
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

/// Refuses questions that the system was trained on.
void refuse_seen(const RankingSystem &system, std::span<const BenchmarkQuestion> questions) {
  const auto seen = std::ranges::count_if(questions, [&system](const BenchmarkQuestion &asked) {
    return system.has_seen(asked.database, asked.question);
  });
  if (seen == 0) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{} of the {} questions were used to train the system", seen, questions.size()));
}

struct NamedRecall {
  std::string_view name;
  std::vector<RecallAt> RetrievalReport::*recall;
};
constexpr std::array<NamedRecall, 6> recalls{{
    {"database_recall", &RetrievalReport::database_recall},
    {"table_recall", &RetrievalReport::table_recall},
    {"table_recall_micro", &RetrievalReport::table_recall_micro},
    {"complete_table_recall", &RetrievalReport::complete_table_recall},
    {"column_recall", &RetrievalReport::column_recall},
    {"complete_column_recall", &RetrievalReport::complete_column_recall},
}};

void write_cuts(JsonWriter &writer, std::string_view name, const std::vector<RecallAt> &by_cut) {
  writer.key(name).begin_object();
  for (const RecallAt &at : by_cut) writer.member(std::to_string(at.cut), at.share);
  writer.end_object();
}

void write_interval(JsonWriter &writer, std::string_view name, const Interval &interval) {
  writer.key(name).begin_array().value(interval.low).value(interval.high).end_array();
}

void write_intervals(JsonWriter &writer, std::string_view name,
                     const std::vector<RecallAt> &by_cut) {
  writer.key(name).begin_object();
  for (const RecallAt &at : by_cut) write_interval(writer, std::to_string(at.cut), at.interval);
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
    if (auto miss = miss_of(asked, ranking)) {
      miss->question = q;
      report.misses.push_back(*miss);
    }
  }
  progress.step("questions", questions.size(), questions.size());
  tally.write(report);
  report.seconds = spent.count();
  report.peak_bytes = peak_bytes();
  report.disk_bytes = system.disk_bytes();
  return report;
}

std::string_view name_of(MissedLevel kind) noexcept {
  constexpr std::array<std::string_view, missed_levels> names{"database", "table", "column"};
  return names[static_cast<std::size_t>(kind)];
}

std::array<std::size_t, missed_levels> RetrievalReport::miss_counts() const {
  std::array<std::size_t, missed_levels> counts{};
  for (const RetrievalMiss &miss : misses) ++counts[static_cast<std::size_t>(miss.kind)];
  return counts;
}

std::vector<SizePrecision> precision_by_size(const RetrievalReport &report,
                                             const Catalog &catalog) {
  std::array<SizePrecision, database_sizes.size()> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i].least = database_sizes[i];
    if (i + 1 < sizes.size()) sizes[i].most = database_sizes[i + 1] - 1;
  }
  for (const DatabasePrecision &of : report.precision_by_database) {
    const std::size_t tables = catalog.tables(of.database).size();
    const auto size = std::ranges::find_if(
        sizes, [tables](const SizePrecision &at) { return tables <= at.most; });
    size->questions += of.questions;
    size->precision += of.precision * static_cast<double>(of.questions);
  }
  std::vector<SizePrecision> asked;
  for (SizePrecision &size : sizes) {
    if (size.questions == 0) continue;
    size.precision /= static_cast<double>(size.questions);
    asked.push_back(size);
  }
  return asked;
}

void write_json(const RetrievalReport &report, const Catalog &catalog, JsonWriter &writer) {
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
  for (const auto &[name, recall] : recalls) write_cuts(writer, name, report.*recall);
  writer.key("map_by_tables").begin_array();
  for (const SizePrecision &size : precision_by_size(report, catalog)) {
    writer.begin_object().member("least", size.least);
    if (size.most != SIZE_MAX) writer.member("most", size.most);
    writer.member("questions", size.questions).member("map", size.precision).end_object();
  }
  writer.end_array()
      .member("build_seconds", report.build_seconds)
      .member("disk_bytes", report.disk_bytes)
      .member("map", report.mean_average_precision)
      .member("seconds", report.seconds)
      .member("questions_per_second", report.questions_per_second())
      .member("peak_bytes", report.peak_bytes);
  writer.key("intervals").begin_object();
  for (const auto &[name, recall] : recalls) write_intervals(writer, name, report.*recall);
  write_interval(writer, "map", report.precision_interval);
  writer.end_object().key("misses").begin_object();
  for (std::size_t k = 0; k < missed_levels; ++k)
    writer.member(name_of(static_cast<MissedLevel>(k)), report.miss_counts()[k]);
  writer.end_object().end_object();
}

}  // namespace sluice::inline v0
