#ifndef SLUICE_RETRIEVE_CANDIDATES_HPP
#define SLUICE_RETRIEVE_CANDIDATES_HPP

/// From probes to a pool of columns with a similarity for each probe.

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/coverage.hpp"
#include "sluice/retrieve/probe.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice {

/// Columns in order of their greatest similarity to any probe (ties: smaller id); CandidateId i is
/// columns[i].
struct CandidatePool {
  std::vector<ColumnId> columns;
  std::size_t probes = 0;
  std::vector<float> similarities;  ///< Row-major, probes × columns.

  SimilarityMatrix matrix() const noexcept { return {probes, columns.size(), similarities}; }
};

/// Finds candidates. Sees only what the mask shows: neither hidden columns nor their statistics.
/// Returns at most `pool` columns. Safe to call from many threads.
template <class T>
concept CandidateSource = requires(const T &source, const ProbeSet &probes, const Mask *mask,
                                   std::size_t pool) {
  { source.candidates(probes, mask, pool) } -> std::same_as<CandidatePool>;
};

/// Keeps the best `pool` of the columns that `eligible` lets through, from a full score matrix
/// (probes × all columns of a catalog). O(probes × columns).
CandidatePool pool_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                      function_ref<bool(ColumnId)> eligible, std::size_t pool);

/// BM25 of the probe plus BM25 of the question's content words: the lexical stand-in for a
/// contextual embedding.
class LexicalCandidates {
 public:
  struct Options {
    Bm25Options bm25;
    float question_weight = 1.0F;
  };

  explicit LexicalCandidates(std::shared_ptr<const LexicalIndex> index)
      : LexicalCandidates(std::move(index), Options{}) {}
  LexicalCandidates(std::shared_ptr<const LexicalIndex> index, Options options);

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;

  /// Every column's score for every probe, row-major; 0 for hidden ones.
  std::vector<float> scores(const ProbeSet &probes, const Mask *mask) const;

 private:
  Options options_;
  Analyzer question_analyzer_;
  Bm25 everything_;  // prepared for askers who see all
};

}  // namespace sluice

#endif
