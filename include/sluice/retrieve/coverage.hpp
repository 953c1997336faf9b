#ifndef SLUICE_RETRIEVE_COVERAGE_HPP
#define SLUICE_RETRIEVE_COVERAGE_HPP

/// Entropy-weighted coverage: how well a set of columns covers the probes of a question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.2, equations 1–4.

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0 {

/// Similarities of probes to candidates. Row-major, `probes` × `candidates`. Cosines are in [-1,
/// 1]; lexical scores are at least 0.
struct SimilarityMatrix {
  std::size_t probes = 0;
  std::size_t candidates = 0;
  std::span<const float> values;

  float operator()(std::size_t probe, std::size_t candidate) const noexcept {
    return values[probe * candidates + candidate];
  }
};

/// What a greedy selector needs from an objective.
///
/// `gain(c)` is the increase of the objective if candidate `c` were selected; `add(c)` selects it.
/// Not thread-safe; several objectives may share a matrix.
template <class T>
concept CoverageObjective = requires(T objective, const T &viewed, CandidateId candidate) {
  { viewed.candidates() } -> std::same_as<std::size_t>;
  { viewed.gain(candidate) } -> std::same_as<double>;
  {objective.add(candidate)};
};

/// What a lazy selector needs from an objective: a gain that is the sum of two parts. The
/// diminishing part never rises once anything is selected, so that an old value is an upper bound.
/// The moving part is cheap to compute and may rise or fall.
template <class T>
concept LazyObjective = CoverageObjective<T> && requires(const T &viewed, CandidateId candidate) {
  { viewed.diminishing_gain(candidate) } -> std::same_as<double>;
  { viewed.moving_gain(candidate) } -> std::same_as<double>;
};

/// Weight of each probe: sigmoid of how much more certain it is than the average (eq. 1–2).
/// Certain means low entropy of (1 + similarity) / 2 over the candidates. Returns `probes` weights
/// in (0, 1). Throws Error(invalid_argument) if a similarity is not finite or below -1, naming
/// the probe and the candidate. O(probes × candidates).
std::vector<float> entropy_weights(const SimilarityMatrix &similarities);

/// s(k, d) = (1 + similarity) / 2, times the probe's weight (eq. 2); empty `weights` mean 1.
/// Row-major, like the matrix.
std::vector<float> weighted_scores(const SimilarityMatrix &similarities,
                                   std::span<const float> weights);

/// The sum over probes of log-sum-exp over the selected candidates (eq. 3–4). For the empty set eq.
/// 3 is minus infinity; the first gain is the sum of scores instead. Satisfies LazyObjective.
class Coverage {
 public:
  /// `scores`: from `weighted_scores`, for example. Scores are clamped to at most 600 below the
  /// probe's maximum. Throws Error(invalid_argument) if a score is not finite. O(probes ×
  /// candidates).
  explicit Coverage(const SimilarityMatrix &scores);

  std::size_t candidates() const noexcept { return candidates_; }
  /// O(probes).
  double gain(CandidateId candidate) const noexcept;
  double diminishing_gain(CandidateId candidate) const noexcept { return gain(candidate); }
  double moving_gain(CandidateId) const noexcept { return 0; }
  /// O(probes).
  void add(CandidateId candidate) noexcept;

 private:
  std::size_t probes_;
  std::size_t candidates_;
  std::size_t factors_at_once_;   // the product of this many factors does not overflow
  std::vector<double> exponent_;  // exp(score - maximum of the probe), candidates × probes
  std::vector<double> plain_sum_;
  std::vector<double> covered_;  // by probe: sum of exponents over the selected candidates
  std::vector<double> inverse_;  // by probe: 1 / covered
  bool empty_ = true;
};

/// The baseline without coverage: the gain is the sum of a candidate's scores, whatever else is
/// selected. Source: the paper's section 5.5 (table 9, without coverage). Satisfies LazyObjective.
class SummedScores {
 public:
  /// Throws Error(invalid_argument) if a score is not finite. O(probes × candidates).
  explicit SummedScores(const SimilarityMatrix &scores);

  std::size_t candidates() const noexcept { return sum_.size(); }
  /// O(1).
  double gain(CandidateId candidate) const noexcept { return sum_[candidate.index()]; }
  double diminishing_gain(CandidateId candidate) const noexcept { return gain(candidate); }
  double moving_gain(CandidateId) const noexcept { return 0; }
  void add(CandidateId) noexcept {}

 private:
  std::vector<double> sum_;
};

}  // namespace sluice::inline v0

#endif
