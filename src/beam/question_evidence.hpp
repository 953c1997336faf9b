#ifndef SLUICE_SRC_BEAM_QUESTION_EVIDENCE_HPP
#define SLUICE_SRC_BEAM_QUESTION_EVIDENCE_HPP

/// What the words of one question indicate about each next token: the features of the beam router.
///
/// Every share is a share of the total rarity of the question's words, in [0, 1]. Words that the
/// chosen tables already explain only count with their remainder.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/beam/query_schema.hpp"
#include "visible_schema.hpp"
#include "word_evidence.hpp"

namespace sluice::inline v0::beam_detail {

/// Number of features of a database, of the first table and later tables, and of the end. All are
/// in one row, of which each kind of token fills its part.
inline constexpr std::size_t database_features = 7;
inline constexpr std::size_t first_table_features = 6;
inline constexpr std::size_t next_table_features = 8;
inline constexpr std::size_t end_features = 8;
inline constexpr std::size_t feature_count =
    database_features + first_table_features + next_table_features + end_features;

/// What has been chosen so far.
struct ChosenTables {
  std::vector<float> explained;  ///< Per word: the largest strength in a chosen table.
  std::vector<TableId> tables;
};

/// Immutable. Thread-safe.
class QuestionEvidence {
 public:
  static constexpr std::size_t max_words = 32;

  /// Uses the first 32 distinct words. Refers to its arguments, which must outlive it.
  QuestionEvidence(std::span<const WordEvidence *const> words, const VisibleSchema &schema,
                   const EvidenceSource &source);

  ChosenTables start() const { return {std::vector<float>(words_, 0.0F), {}}; }
  void choose(ChosenTables &chosen, TableId table) const;

  /// The part of the feature row that a token fills.
  struct Part {
    std::size_t first = 0;
    std::size_t count = 0;
    std::array<float, 8> values{};
  };
  Part features(DatabaseId database) const;
  Part features(TableId table, const ChosenTables &chosen) const;
  /// `next` are the tables that could follow instead of the end.
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
  std::vector<float> weights_;        // by word; their sum is 1
  std::vector<std::uint32_t> slots_;  // by table
  // by slot: strengths anywhere by word, then strengths in the name by word
  std::vector<float> cells_;
  std::vector<std::array<float, database_features>> databases_;
};

}  // namespace sluice::inline v0::beam_detail

#endif
