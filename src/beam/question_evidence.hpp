#ifndef SLUICE_SRC_BEAM_QUESTION_EVIDENCE_HPP
#define SLUICE_SRC_BEAM_QUESTION_EVIDENCE_HPP

/// What the words of one question say about each next token: the features of the beam router.
///
/// Every share is of the rarity of the question's words, in [0, 1]. Words that what was chosen
/// already explains count for what they have left.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "visible_schema.hpp"
#include "word_evidence.hpp"

namespace sluice::detail {

/// Features of a database; of the first table and of a later one; of the end. In one row, each kind
/// of token fills its part.
inline constexpr std::size_t database_features = 7;
inline constexpr std::size_t first_table_features = 6;
inline constexpr std::size_t next_table_features = 8;
inline constexpr std::size_t end_features = 8;
inline constexpr std::size_t feature_count =
    database_features + first_table_features + next_table_features + end_features;

/// What was chosen so far.
struct ChosenTables {
  std::vector<float> explained;  ///< By word: the largest strength in a chosen table.
  std::vector<TableId> tables;
};

/// Immutable; any threads at once.
class QuestionEvidence {
 public:
  static constexpr std::size_t max_words = 32;

  /// Distinct words, the first 32 count. Views what it is given.
  QuestionEvidence(std::span<const WordEvidence *const> words, const VisibleSchema &schema,
                   const EvidenceSource &source);

  ChosenTables start() const { return {std::vector<float>(words_, 0.0F), {}}; }
  void choose(ChosenTables &chosen, TableId table) const;

  /// The part of the row that a token fills.
  struct Part {
    std::size_t first = 0;
    std::size_t count = 0;
    std::array<float, 8> values{};
  };
  Part features(DatabaseId database) const;
  Part features(TableId table, const ChosenTables &chosen) const;
  /// `next`: the tables that may follow instead.
  Part end(const ChosenTables &chosen, std::span<const TableId> next) const;

 private:
  struct Gain {
    float anywhere = 0;
    float in_name = 0;
  };
  const float *anywhere(std::size_t table) const {
    return slots_[table] == none ? nullptr : cells_.data() + slots_[table] * 2 * words_;
  }
  Gain gain(TableId table, const ChosenTables &chosen) const;
  float pair_share(const float *a, const float *b) const;
  void place_words(std::span<const WordEvidence *const> words);
  void weigh_databases(std::span<const WordEvidence *const> words);

  static constexpr std::uint32_t none = UINT32_MAX;
  const VisibleSchema &schema_;
  const EvidenceSource &source_;
  std::size_t words_;
  std::vector<float> weights_;        // by word, sum 1
  std::vector<std::uint32_t> slots_;  // by table
  std::vector<float> cells_;          // by slot: strengths anywhere, then in the name, by word
  std::vector<std::array<float, database_features>> databases_;
};

}  // namespace sluice::detail

#endif
