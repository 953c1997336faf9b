#ifndef SLUICE_PIPELINE_RETRIEVAL_REPORT_HPP
#define SLUICE_PIPELINE_RETRIEVAL_REPORT_HPP

/// How well a system finds what gold queries read: the tables of CRUSH4SQL and DBCopilot.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/json_writer.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/learn/bootstrap.hpp"
#include "sluice/pipeline/benchmark_questions.hpp"
#include "sluice/pipeline/ranking_system.hpp"

namespace sluice {

/// Which of a question's fields a system gets to see.
enum class ProbeField : std::uint8_t { question, hallucinated, evidence };

/// The share found among the first `cut`.
struct RecallAt {
  std::size_t cut = 0;
  double share = 0;
  Interval interval = {};  ///< 95 %, databases drawn anew.
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
  double mean_average_precision = 0;  ///< Of tables, over the first 100.
  Interval precision_interval = {};   ///< As of a RecallAt.
  double seconds = 0;
  std::size_t peak_bytes = 0;  ///< Of the whole process, so far.

  double questions_per_second() const {
    return seconds > 0 ? static_cast<double>(questions) / seconds : 0;
  }
};

/// Asks every question on the calling thread and measures the answers. Throws
/// Error(invalid_argument) if the system was trained on one of them, and what `rank` throws.
RetrievalReport evaluate_retrieval(const RankingSystem &system,
                                   std::span<const BenchmarkQuestion> questions, ProbeField probes,
                                   const Progress &progress = {});

/// One object; members are only ever added.
void write_json(const RetrievalReport &report, JsonWriter &writer);

}  // namespace sluice

#endif
