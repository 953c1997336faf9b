#ifndef SLUICE_SRC_TRAIN_RANKER_EVIDENCE_CANDIDATES_HPP
#define SLUICE_SRC_TRAIN_RANKER_EVIDENCE_CANDIDATES_HPP

/// The databases, tables and columns among which evidence finds those of a question.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evidence_questions.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::inline v0::train_detail {

/// The candidates of one question.
struct EvidenceCandidates {
  std::vector<std::uint32_t> databases;  ///< Ascending; with the gold one.
  std::size_t gold = 0;                  ///< Its position.
  std::vector<float> database_rows;
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> owner;  ///< By table: the position of its database.
  std::vector<std::uint8_t> is_gold;
  std::vector<float> table_rows;            ///< Without the evidence of the databases.
  std::vector<std::uint32_t> column_table;  ///< By column: the position of its table.
  std::vector<std::uint8_t> is_gold_column;
  std::vector<float> column_rows;  ///< Without the evidence of the tables.
};

/// Those of all questions, in order. The result does not depend on the number of threads.
std::vector<EvidenceCandidates> evidence_candidates(std::span<const EvidenceQuestions> all,
                                                    const RankerTrainerOptions &options,
                                                    const Progress &progress);

}  // namespace sluice::inline v0::train_detail

#endif
