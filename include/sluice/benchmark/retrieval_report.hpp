#ifndef SLUICE_BENCHMARK_RETRIEVAL_REPORT_HPP
#define SLUICE_BENCHMARK_RETRIEVAL_REPORT_HPP

/// Measures how well a system finds what gold queries read: the tables of CRUSH4SQL and DBCopilot.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/gold_ranks.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/report/bootstrap.hpp"

namespace sluice::inline v0 {

class RankingSystem;

/// The field of a question that a system receives.
enum class ProbeField : std::uint8_t { question, hallucinated, evidence };

/// Fraction found among the first `cut` results.
struct RecallAt {
  std::size_t cut = 0;
  double share = 0;
  Interval interval = {};  ///< 95 %, by resampling databases.
};

/// What was not found: the first of these that applies.
enum class MissedLevel : std::uint8_t {
  database,  ///< Another database came first.
  table,     ///< A table is not among the first 15.
  column,    ///< A column is not among the first 20.
};
constexpr std::size_t missed_levels = 3;

/// "database", "table", "column".
std::string_view name_of(MissedLevel kind) noexcept;

struct RetrievalMiss {
  std::size_t question = 0;  ///< Position among the questions.
  MissedLevel kind = MissedLevel::database;
  std::uint32_t object =
      0;  ///< DatabaseId, TableId or ColumnId, by kind, of the worst-ranked gold object.
  std::size_t rank = 0;  ///< Its rank, from 1; 0 if it was not ranked.
  DatabaseId first;      ///< The top-ranked database, if any.
};

/// Mean average precision over one database's questions.
struct DatabasePrecision {
  DatabaseId database;
  std::size_t questions = 0;
  double precision = 0;
};

/// The same over all databases with `least` to `most` tables.
struct SizePrecision {
  std::size_t least = 0;
  std::size_t most = SIZE_MAX;
  std::size_t questions = 0;
  double precision = 0;
};

/// The same questions, each asked with its database given: only the tables and columns of that
/// database are ranked.
struct WithinDatabase {
  std::vector<RecallAt> table_recall;
  std::vector<RecallAt> complete_table_recall;
  std::vector<RecallAt> column_recall;  ///< Over the questions that have gold columns.
  std::vector<RecallAt> complete_column_recall;
  std::vector<GoldRanks> ranks;  ///< By question.
  double seconds = 0;
};

/// Fractions are in [0, 1], by ascending cut-off. Macro: mean of the questions' fractions; micro:
/// total found divided by total gold.
struct RetrievalReport {
  std::string system;
  std::string setting = "zero-shot";
  bool content = false;
  std::string probes = "question";
  std::string embedder;              ///< Its name; empty if none or the default.
  std::vector<std::string> options;  ///< Options of the system, as on a command line.
  std::vector<std::string> without;  ///< Parts that were disabled.
  std::string question_set;
  std::size_t questions = 0;
  /// Those that the system's weights of evidence, and nothing else, were learned from.
  std::size_t seen_questions = 0;
  std::vector<RecallAt> database_recall;
  std::vector<RecallAt> table_recall;
  std::vector<RecallAt> table_recall_micro;
  std::vector<RecallAt> complete_table_recall;
  std::vector<RecallAt> column_recall;           ///< Over the questions that have gold columns.
  std::vector<RecallAt> complete_column_recall;  ///< Over the same questions.
  /// Set by evaluate_within_database; none if it was not called or the system has no masks.
  std::optional<WithinDatabase> within_database;
  std::vector<GoldRanks> ranks;  ///< By question.
  /// Ranking::database_probability by question.
  std::vector<std::optional<float>> database_probabilities;
  double mean_average_precision = 0;                     ///< Of tables, over the first 100 results.
  Interval precision_interval = {};                      ///< As in RecallAt.
  std::vector<DatabasePrecision> precision_by_database;  ///< Databases with questions, by id.
  std::vector<RetrievalMiss> misses;                     ///< By question; only those with a miss.
  double build_seconds = 0;    ///< Time to build the system, including training, if known.
  std::size_t disk_bytes = 0;  ///< From RankingSystem.
  double seconds = 0;
  std::size_t peak_bytes = 0;  ///< Peak memory of the whole process so far.

  /// Misses by kind.
  std::array<std::size_t, missed_levels> miss_counts() const;

  double questions_per_second() const {
    return seconds > 0 ? static_cast<double>(questions) / seconds : 0;
  }
};

/// Runs every question on the calling thread and measures the results. Throws
/// Error(invalid_argument) if the system was trained on one of the questions, and what `rank`
/// throws. Questions that only evidence was learned from are asked, and counted in the report.
RetrievalReport evaluate_retrieval(const RankingSystem &system,
                                   std::span<const BenchmarkQuestion> questions, ProbeField probes,
                                   const Progress &progress = {});

/// Asks each question again with a mask that shows only its database, and sets
/// `report.within_database`; `report` is of the same system, questions and probes. Does nothing if
/// the system does not support masks. In a catalog of one database, the ranks are those of the
/// report. `catalog` is that of the questions. Throws what evaluate_retrieval throws.
void evaluate_within_database(RetrievalReport &report, const RankingSystem &system,
                              std::span<const BenchmarkQuestion> questions, ProbeField probes,
                              const std::shared_ptr<const Catalog> &catalog,
                              const Progress &progress = {});

/// A sentence that says how many of the questions the system has seen; empty if it has seen none.
std::string seen_sentence(const RetrievalReport &report);

/// DBCopilot's figure 5a, for databases of 1–2, 3–4, 5–6, 7–8, 9–12, 13–20 and more tables; sizes
/// without questions are omitted. `catalog` is that of the questions.
std::vector<SizePrecision> precision_by_size(const RetrievalReport &report, const Catalog &catalog);

/// Writes one object. Later releases only add members. `catalog` is that of the questions.
void write_json(const RetrievalReport &report, const Catalog &catalog, JsonWriter &writer);

/// Writes one object: what was found for one question, by its position. Measures are those of
/// write_json and have the value of this question alone; those of columns are omitted for a
/// question without gold columns. Later releases only add members.
void write_question_json(const RetrievalReport &report,
                         std::span<const BenchmarkQuestion> questions, std::size_t question,
                         const Catalog &catalog, JsonWriter &writer);

/// Renders reports over the same questions as one self-contained HTML page: tables, curves, and
/// misses by kind and rank, with the first 100 of each kind. The same reports give the same page.
std::string retrieval_page(std::span<const RetrievalReport> reports,
                           std::span<const BenchmarkQuestion> questions, const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
