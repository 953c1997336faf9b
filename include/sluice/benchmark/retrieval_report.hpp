#ifndef SLUICE_BENCHMARK_RETRIEVAL_REPORT_HPP
#define SLUICE_BENCHMARK_RETRIEVAL_REPORT_HPP

/// How well a system finds what gold queries read: the tables of CRUSH4SQL and DBCopilot.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/report/bootstrap.hpp"

namespace sluice {

/// Which of a question's fields a system gets to see.
enum class ProbeField : std::uint8_t { question, hallucinated, evidence };

/// The share found among the first `cut`.
struct RecallAt {
  std::size_t cut = 0;
  double share = 0;
  Interval interval = {};  ///< 95 %, databases drawn anew.
};

/// What was not found, the first of these that holds.
enum class MissedLevel : std::uint8_t {
  database,  ///< Another database came first.
  table,     ///< A table is not among the first 15.
  column,    ///< A column is not among the first 20.
};
constexpr std::size_t missed_levels = 3;

/// "database", "table", "column".
std::string_view name_of(MissedLevel kind) noexcept;

struct RetrievalMiss {
  std::size_t question = 0;  ///< Position among those asked.
  MissedLevel kind = MissedLevel::database;
  std::uint32_t object =
      0;                 ///< By its kind, the DatabaseId, TableId or ColumnId: the furthest off.
  std::size_t rank = 0;  ///< Its place, from 1; 0: it was not ranked.
  DatabaseId first;      ///< The database that came first, if any did.
};

/// Mean average precision over one database's questions.
struct DatabasePrecision {
  DatabaseId database;
  std::size_t questions = 0;
  double precision = 0;
};

/// The same over all databases of a size: `least` to `most` tables.
struct SizePrecision {
  std::size_t least = 0;
  std::size_t most = SIZE_MAX;
  std::size_t questions = 0;
  double precision = 0;
};

/// Shares in 0…1, by rising cut-off. Macro: the mean of each question's share; micro: all found
/// over all gold.
struct RetrievalReport {
  std::string system;
  std::string setting = "zero-shot";
  bool content = false;
  std::string probes = "question";
  std::string embedder;              ///< As it was named; empty: none, or the usual one.
  std::vector<std::string> options;  ///< What the system was told, as on a command line.
  std::vector<std::string> without;  ///< Parts that were left out.
  std::string question_set;
  std::size_t questions = 0;
  std::vector<RecallAt> database_recall;
  std::vector<RecallAt> table_recall;
  std::vector<RecallAt> table_recall_micro;
  std::vector<RecallAt> complete_table_recall;
  std::vector<RecallAt> column_recall;  ///< Over the questions that have gold columns.
  std::vector<RecallAt> complete_column_recall;
  double mean_average_precision = 0;                     ///< Of tables, over the first 100.
  Interval precision_interval = {};                      ///< As of a RecallAt.
  std::vector<DatabasePrecision> precision_by_database;  ///< Those asked of, by id.
  std::vector<RetrievalMiss> misses;  ///< By question; none of those where all was found.
  double build_seconds = 0;    ///< What it took to make the system, training included, if known.
  std::size_t disk_bytes = 0;  ///< As RankingSystem says.
  double seconds = 0;
  std::size_t peak_bytes = 0;  ///< Of the whole process, so far.

  /// Misses by kind.
  std::array<std::size_t, missed_levels> miss_counts() const;

  double questions_per_second() const {
    return seconds > 0 ? static_cast<double>(questions) / seconds : 0;
  }
};

/// Asks every question on the calling thread and measures the answers. Throws
/// Error(invalid_argument) if the system was trained on one of them, and what `rank` throws.
RetrievalReport evaluate_retrieval(const RankingSystem &system,
                                   std::span<const BenchmarkQuestion> questions, ProbeField probes,
                                   const Progress &progress = {});

/// DBCopilot's figure 5a, for databases of 1–2, 3–4, 5–6, 7–8, 9–12, 13–20 and more tables; without
/// sizes that nothing was asked of. `catalog`: that of the questions.
std::vector<SizePrecision> precision_by_size(const RetrievalReport &report, const Catalog &catalog);

/// One object; members are only ever added. `catalog`: that of the questions.
void write_json(const RetrievalReport &report, const Catalog &catalog, JsonWriter &writer);

/// Reports over the same questions as one self-contained HTML page: tables, curves, misses by kind
/// and rank with the first hundred of each kind. The same reports give the same page.
std::string retrieval_page(std::span<const RetrievalReport> reports,
                           std::span<const BenchmarkQuestion> questions, const Catalog &catalog);

}  // namespace sluice

#endif
