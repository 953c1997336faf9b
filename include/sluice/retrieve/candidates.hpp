#ifndef SLUICE_RETRIEVE_CANDIDATES_HPP
#define SLUICE_RETRIEVE_CANDIDATES_HPP

/// Finds a pool of candidate columns for probes, with a similarity for each probe.

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

/// Finds columns for probes: by words, by vectors, or in a remote store.
///
/// `candidates(probes, mask, pool)` returns at most `pool` columns, those most similar to any of
/// the probes, in the order of CandidatePool, each with its similarity to every probe. A similarity
/// is finite, at least -1, and comparable only within one source and question. Uses only what the
/// mask shows: hidden columns and their statistics do not affect the result. Must be thread-safe.
/// May throw.
template <class T>
concept CandidateSource = requires(const T &source, const ProbeSet &probes, const Mask *mask,
                                   std::size_t pool) {
  { source.candidates(probes, mask, pool) } -> std::same_as<CandidatePool>;
};

/// A source that can also score columns that another source found, as fusion requires.
///
/// `similarities(probes, mask, columns)` returns row-major, probes × columns, the similarity of
/// each of `columns` (which the mask shows) to each probe, as `candidates` would give it.
template <class T>
concept RescoringSource = CandidateSource<T> &&
    requires(const T &source, const ProbeSet &probes, const Mask *mask,
             std::span<const ColumnId> columns) {
  { source.similarities(probes, mask, columns) } -> std::same_as<std::vector<float>>;
};

/// The best `pool` of the columns for which `eligible` is true, from a full score matrix
/// (row-major, `probes` × all `columns` of a catalog). O(probes × columns).
CandidatePool pool_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                      function_ref<bool(ColumnId)> eligible, std::size_t pool);

/// The scores of the columns `wanted`, from a full score matrix. Row-major, `probes` × `wanted`.
/// O(probes × wanted).
std::vector<float> scores_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                             std::span<const ColumnId> wanted);

/// BM25 of the probe plus BM25 of the question's content words: a lexical alternative to contextual
/// embeddings. Models RescoringSource. Immutable. Thread-safe. O(occurrences of the words + probes
/// × columns); `similarities` counts only the requested columns.
class LexicalCandidates {
 public:
  struct Options {
    Bm25Options bm25;
    float question_weight = 1.0F;  ///< Weight of the question's words, relative to the probe's.
  };

  explicit LexicalCandidates(std::shared_ptr<const LexicalIndex> index)
      : LexicalCandidates(std::move(index), Options{}) {}
  LexicalCandidates(std::shared_ptr<const LexicalIndex> index, Options options);
  /// The candidates for a changed index: see Bm25::after.
  LexicalCandidates after(std::shared_ptr<const LexicalIndex> index,
                          std::span<const LexicalChange> changes) const;

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const;

  std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                  std::span<const ColumnId> columns) const;

  /// The score of every column for every probe. Row-major, probes × columns; 0 for hidden columns.
  std::vector<float> scores(const ProbeSet &probes, const Mask *mask) const;

 private:
  /// The statistics of what the mask shows; built in `masked` unless it shows everything.
  const Bm25 &documents(const Mask *mask, std::optional<Bm25> &masked) const;

  Options options_;
  Analyzer question_analyzer_;
  Bm25 everything_;  // prepared for callers without a mask
};

}  // namespace sluice::inline v0

#endif
