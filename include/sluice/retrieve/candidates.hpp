#ifndef SLUICE_RETRIEVE_CANDIDATES_HPP
#define SLUICE_RETRIEVE_CANDIDATES_HPP

/// From probes to a pool of columns with a similarity for each probe.

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/ids.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/coverage.hpp"
#include "sluice/retrieve/probe.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// Columns in order of their greatest similarity to any probe (ties: smaller id); CandidateId i is
/// columns[i].
struct CandidatePool {
  std::vector<ColumnId> columns;
  std::size_t probes = 0;
  std::vector<float> similarities;  ///< Row-major, probes × columns.

  SimilarityMatrix matrix() const noexcept { return {probes, columns.size(), similarities}; }
};

/// Answers probes with columns, by whatever means: words, vectors, a store elsewhere.
///
/// `candidates(probes, mask, pool)` returns the at most `pool` columns most similar to any of the
/// probes, in that total order, each with its similarity to every probe. A similarity is a finite
/// number of at least -1 and compares only with others of the same source and question. Sees only
/// what the mask shows: hidden columns change nothing, nor do their statistics. Safe to call from
/// many threads; may throw what its own work throws.
template <class T>
concept CandidateSource = requires(const T &source, const ProbeSet &probes, const Mask *mask,
                                   std::size_t pool) {
  { source.candidates(probes, mask, pool) } -> std::same_as<CandidatePool>;
};

/// A source that can also be asked about columns that another one found, which is what fusing
/// needs.
///
/// `similarities(probes, mask, columns)` returns row-major, probes × columns, the similarity of
/// each of `columns` (which the mask shows) to each probe, as `candidates` would give it.
template <class T>
concept RescoringSource = CandidateSource<T> &&
    requires(const T &source, const ProbeSet &probes, const Mask *mask,
             std::span<const ColumnId> columns) {
  { source.similarities(probes, mask, columns) } -> std::same_as<std::vector<float>>;
};

/// Keeps the best `pool` of the columns that `eligible` lets through, from a full score matrix
/// (probes × all columns of a catalog). O(probes × columns).
CandidatePool pool_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                      function_ref<bool(ColumnId)> eligible, std::size_t pool);

/// The columns `wanted` out of a full score matrix. O(probes × wanted).
std::vector<float> scores_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                             std::span<const ColumnId> wanted);

/// BM25 of the probe plus BM25 of the question's content words: the lexical stand-in for a
/// contextual embedding. Models RescoringSource. O(occurrences of the words + probes × columns), or
/// of the columns asked for.
class LexicalCandidates {
 public:
  struct Options {
    Bm25Options bm25;
    float question_weight = 1.0F;
  };

  explicit LexicalCandidates(std::shared_ptr<const LexicalIndex> index)
      : LexicalCandidates(std::move(index), Options{}) {}
  LexicalCandidates(std::shared_ptr<const LexicalIndex> index, Options options);
  /// The same after these changes of the index: see Bm25::after.
  LexicalCandidates after(std::shared_ptr<const LexicalIndex> index,
                          std::span<const LexicalChange> changes) const;

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;

  std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                  std::span<const ColumnId> columns) const;

  /// Every column's score for every probe, row-major; 0 for hidden ones.
  std::vector<float> scores(const ProbeSet &probes, const Mask *mask) const;

 private:
  /// Of what the mask shows; made anew in `masked` unless it shows all.
  const Bm25 &documents(const Mask *mask, std::optional<Bm25> &masked) const;

  Options options_;
  Analyzer question_analyzer_;
  Bm25 everything_;  // prepared for askers who see all
};

}  // namespace sluice::inline v0

#endif
