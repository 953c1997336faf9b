#include "sluice/benchmark/retrieval_report.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "retrieval_measures.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {
namespace {

using benchmark_detail::average_precision;
using benchmark_detail::RecallMeasure;
using benchmark_detail::recalls;
using benchmark_detail::recalls_within;

/// Size classes of databases: minimum number of tables.
constexpr std::array<std::size_t, 7> database_sizes{1, 3, 5, 7, 9, 13, 21};

/// Sums numerators and denominators over questions, also by database.
class Sum {
 public:
  void add(DatabaseId database, const Ratio &ratio) {
    if (ratio.whole == 0) return;
    for (Ratio *sum : {&all_, &by_database_[database.value]}) {
      sum->part += ratio.part;
      sum->whole += ratio.whole;
    }
  }
  bool is_empty() const { return by_database_.empty(); }
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

using AskedQuestions = std::span<const BenchmarkQuestion>;

/// The measure by cut-off, over the questions that count.
std::vector<RecallAt> recall_of(const RecallMeasure &measure, AskedQuestions questions,
                                std::span<const GoldRanks> ranks) {
  std::vector<RecallAt> by_cut;
  for (const std::size_t cut : measure.cuts) {
    Sum sum;
    for (std::size_t q = 0; q < questions.size(); ++q)
      sum.add(questions[q].database, measure.found(ranks[q], cut));
    if (!sum.is_empty()) by_cut.push_back({cut, sum.share(), sum.interval()});
  }
  return by_cut;
}

void set_precision(RetrievalReport &report, AskedQuestions questions) {
  Sum precision;
  for (std::size_t q = 0; q < questions.size(); ++q)
    precision.add(questions[q].database, {average_precision(report.ranks[q]), 1});
  report.mean_average_precision = precision.share();
  report.precision_interval = precision.interval();
  report.precision_by_database = precision.by_database();
}

/// The gold object with the worst rank.
struct Furthest {
  std::uint32_t object = 0;
  std::size_t rank = 1;  // 0: not ranked
  bool is_beyond(std::size_t cut) const { return rank == 0 || rank > cut; }
};

/// `ranks` begins with those of `gold`.
template <class Id>
Furthest furthest_of(const std::vector<Id> &gold, const std::vector<std::size_t> &ranks) {
  Furthest found;
  for (std::size_t g = 0; g < gold.size() && found.rank != 0; ++g) {
    if (ranks[g] == 0 || ranks[g] >= found.rank) found = {gold[g].value, ranks[g]};
  }
  return found;
}

std::optional<RetrievalMiss> miss_of(const BenchmarkQuestion &asked, const GoldRanks &ranks) {
  RetrievalMiss miss;
  const auto is_missed = [&miss](MissedLevel kind, const Furthest &furthest, std::size_t cut) {
    miss.kind = kind;
    miss.object = furthest.object;
    miss.rank = furthest.rank;
    return furthest.is_beyond(cut);
  };
  constexpr std::size_t tables = 15, columns = 20;
  if (is_missed(MissedLevel::database, {asked.database.value, ranks.database}, 1) ||
      is_missed(MissedLevel::table, furthest_of(asked.tables, ranks.tables), tables) ||
      is_missed(MissedLevel::column, furthest_of(asked.columns, ranks.columns), columns)) {
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

/// Refuses questions that the system was trained on.
void refuse_seen(const RankingSystem &system, AskedQuestions questions) {
  const auto seen = std::ranges::count_if(questions, [&system](const BenchmarkQuestion &asked) {
    return system.has_seen(asked.database, asked.question);
  });
  if (seen == 0) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{} of the {} questions were used to train the system", seen, questions.size()));
}

/// Asks questions and measures the time.
class Asker {
 public:
  Asker(const RankingSystem &system, ProbeField probes) : system_(system), probes_(probes) {}

  Ranking ask(const BenchmarkQuestion &asked, const Mask *mask) {
    std::string text = asked.question;
    if (probes_ == ProbeField::evidence && !asked.evidence.empty()) text += ". " + asked.evidence;
    RankingQuery query{text};
    query.mask = mask;
    if (probes_ == ProbeField::hallucinated && !asked.hallucinated.empty())
      query.hallucinated = &asked.hallucinated;
    const auto start = std::chrono::steady_clock::now();
    Ranking ranking = system_.rank(query);
    spent_ += std::chrono::steady_clock::now() - start;
    return ranking;
  }
  double seconds() const { return spent_.count(); }

 private:
  const RankingSystem &system_;
  ProbeField probes_;
  std::chrono::duration<double> spent_{};
};

/// Positions of questions, those about one database next to each other: systems cache what they
/// compute for a mask.
std::vector<std::size_t> by_database(AskedQuestions questions) {
  std::vector<std::size_t> order(questions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t q) { return questions[q].database; });
  return order;
}

}  // namespace

RetrievalReport evaluate_retrieval(const RankingSystem &system,
                                   std::span<const BenchmarkQuestion> questions, ProbeField probes,
                                   const Progress &progress) {
  refuse_seen(system, questions);
  RetrievalReport report;
  report.probes = name_of(probes);
  if (system.is_trained()) report.setting = "trained";
  report.questions = questions.size();
  report.seen_questions = static_cast<std::size_t>(
      std::ranges::count_if(questions, [&system](const BenchmarkQuestion &asked) {
        return system.evidence_has_seen(asked.database, asked.question);
      }));
  Asker asker(system, probes);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    progress.step("questions", q, questions.size());
    const Ranking ranking = asker.ask(questions[q], nullptr);
    report.ranks.push_back(gold_ranks(questions[q], ranking));
    report.database_probabilities.push_back(ranking.database_probability);
    if (auto miss = miss_of(questions[q], report.ranks.back())) {
      miss->question = q;
      if (!ranking.databases.empty()) miss->first = ranking.databases.front();
      report.misses.push_back(*miss);
    }
  }
  progress.step("questions", questions.size(), questions.size());
  for (const auto &[measure, recall] : recalls)
    report.*recall = recall_of(*measure, questions, report.ranks);
  set_precision(report, questions);
  report.seconds = asker.seconds();
  report.peak_bytes = peak_bytes();
  report.disk_bytes = system.disk_bytes();
  return report;
}

void evaluate_within_database(RetrievalReport &report, const RankingSystem &system,
                              std::span<const BenchmarkQuestion> questions, ProbeField probes,
                              const std::shared_ptr<const Catalog> &catalog,
                              const Progress &progress) {
  if (!system.supports_masks()) return;
  refuse_seen(system, questions);
  WithinDatabase within;
  if (catalog->database_count() == 1) {
    within.ranks = report.ranks;
    within.seconds = report.seconds;
  } else {
    within.ranks.resize(questions.size());
    Asker asker(system, probes);
    std::optional<Mask> mask;
    DatabaseId shown;
    std::size_t asked = 0;
    for (const std::size_t q : by_database(questions)) {
      progress.step("questions with their database", asked++, questions.size());
      if (!mask || questions[q].database != shown) {
        shown = questions[q].database;
        mask.emplace(catalog, false).show(shown);
      }
      within.ranks[q] = gold_ranks(questions[q], asker.ask(questions[q], &*mask));
    }
    progress.step("questions with their database", questions.size(), questions.size());
    within.seconds = asker.seconds();
  }
  for (const auto &[measure, recall] : recalls_within)
    within.*recall = recall_of(*measure, questions, within.ranks);
  report.within_database = std::move(within);
}

std::string_view name_of(MissedLevel kind) noexcept {
  constexpr std::array<std::string_view, missed_levels> names{"database", "table", "column"};
  return names[static_cast<std::size_t>(kind)];
}

std::string seen_sentence(const RetrievalReport &report) {
  if (report.seen_questions == 0) return {};
  return fmt::format("{} of these {} questions were used to learn the weights of evidence of {}.",
                     report.seen_questions, report.questions, report.system);
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

}  // namespace sluice::inline v0
