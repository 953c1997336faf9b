#ifndef SLUICE_RETRIEVE_COVERAGE_HPP
#define SLUICE_RETRIEVE_COVERAGE_HPP

/// Entropy-weighted coverage: how well a set of columns covers the probes of a question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.2, equations 1–4.

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
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

/// What the optimizer reads: `probes` and `candidates` are the sizes, as data members, and
/// `matrix(probe, candidate)` is the similarity of two of them, with SimilarityMatrix's range. The
/// same call always gives the same value.
template <class T>
concept Similarities = requires(const T &matrix, std::size_t probe, std::size_t candidate) {
  { matrix.probes } -> std::convertible_to<std::size_t>;
  { matrix.candidates } -> std::convertible_to<std::size_t>;
  { matrix(probe, candidate) } -> std::convertible_to<float>;
};

namespace retrieve_detail {

[[noreturn]] void fail_similarity(std::size_t probe, std::size_t candidate, float similarity);
[[noreturn]] void fail_score(std::size_t probe);

inline double half_shifted(float similarity) { return (1.0 + similarity) / 2; }

/// Entropy of a probe's shifted similarities, as shares of their sum.
template <Similarities Matrix>
double row_entropy(const Matrix &similarities, std::size_t probe) {
  const std::size_t candidates = similarities.candidates;
  double total = 0;
  for (std::size_t c = 0; c < candidates; ++c) {
    const float similarity = similarities(probe, c);
    if (!std::isfinite(similarity) || similarity < -1) fail_similarity(probe, c, similarity);
    total += half_shifted(similarity);
  }
  double entropy = 0;
  for (std::size_t c = 0; c < candidates; ++c) {
    const double share = total > 0 ? half_shifted(similarities(probe, c)) / total : 0;
    if (share > 0) entropy -= share * std::log(share);
  }
  return entropy;
}

}  // namespace retrieve_detail

/// Weight of each probe: sigmoid of how much more certain it is than the average (eq. 1–2).
/// Certain means low entropy of (1 + similarity) / 2 over the candidates. Returns `probes` weights
/// in (0, 1). Throws Error(invalid_argument) if a similarity is not finite or below -1, naming
/// the probe and the candidate. O(probes × candidates).
template <Similarities Matrix = SimilarityMatrix>
std::vector<float> entropy_weights(const Matrix &similarities) {
  std::vector<double> entropy(similarities.probes);
  double mean = 0;
  for (std::size_t p = 0; p < entropy.size(); ++p) {
    entropy[p] = retrieve_detail::row_entropy(similarities, p);
    mean += entropy[p] / static_cast<double>(entropy.size());
  }
  std::vector<float> weights;
  weights.reserve(entropy.size());
  for (const double h : entropy) {
    weights.push_back(static_cast<float>(1 / (1 + std::exp(h - mean))));
  }
  return weights;
}

/// s(k, d) = (1 + similarity) / 2, times the probe's weight (eq. 2); empty `weights` mean 1.
/// Row-major, like the matrix.
template <Similarities Matrix = SimilarityMatrix>
std::vector<float> weighted_scores(const Matrix &similarities, std::span<const float> weights) {
  const std::size_t candidates = similarities.candidates;
  std::vector<float> scores(similarities.probes * candidates);
  for (std::size_t p = 0; p < similarities.probes; ++p) {
    const double weight = weights.empty() ? 1.0 : weights[p];
    for (std::size_t c = 0; c < candidates; ++c) {
      scores[p * candidates + c] =
          static_cast<float>(weight * retrieve_detail::half_shifted(similarities(p, c)));
    }
  }
  return scores;
}

/// The sum over probes of log-sum-exp over the selected candidates (eq. 3–4). For the empty set eq.
/// 3 is minus infinity; the first gain is the sum of scores instead. Satisfies LazyObjective.
/// `Real` is what it computes with: float takes half the memory, and ties more often.
template <std::floating_point Real>
class LogSumExpCoverage {
 public:
  /// `scores`: from `weighted_scores`, for example. Scores are clamped to at most `widest` below
  /// the probe's maximum. Throws Error(invalid_argument) if a score is not finite. O(probes ×
  /// candidates).
  template <Similarities Matrix = SimilarityMatrix>
  explicit LogSumExpCoverage(const Matrix &scores);

  std::size_t candidates() const noexcept { return candidates_; }
  /// O(probes).
  double gain(CandidateId candidate) const noexcept;
  double diminishing_gain(CandidateId candidate) const noexcept { return gain(candidate); }
  double moving_gain(CandidateId) const noexcept { return 0; }
  /// O(probes).
  void add(CandidateId candidate) noexcept;

  /// Keeps the quotient of two exponents finite: 600 for double.
  static constexpr Real widest =
      static_cast<Real>(std::numeric_limits<Real>::max_exponent) * static_cast<Real>(600.0 / 1024);

 private:
  std::size_t probes_;
  std::size_t candidates_;
  std::size_t factors_at_once_;  // the product of this many factors does not overflow
  std::vector<Real> exponent_;   // exp(score - maximum of the probe), candidates × probes
  std::vector<Real> plain_sum_;
  std::vector<Real> covered_;  // by probe: sum of exponents over the selected candidates
  std::vector<Real> inverse_;  // by probe: 1 / covered
  bool empty_ = true;
};

/// The one that retrieval uses.
using Coverage = LogSumExpCoverage<double>;

template <std::floating_point Real>
template <Similarities Matrix>
LogSumExpCoverage<Real>::LogSumExpCoverage(const Matrix &scores)
    : probes_(scores.probes),
      candidates_(scores.candidates),
      exponent_(probes_ * candidates_),
      plain_sum_(candidates_, Real{0}),
      covered_(probes_, Real{0}),
      inverse_(probes_, Real{0}) {
  Real span = 0;
  for (std::size_t p = 0; p < probes_ && candidates_ > 0; ++p) {
    Real least = std::numeric_limits<Real>::infinity();
    Real greatest = -least;
    for (std::size_t c = 0; c < candidates_; ++c) {
      const Real score = scores(p, c);
      if (!std::isfinite(score)) retrieve_detail::fail_score(p);
      least = (std::min)(least, score);
      greatest = (std::max)(greatest, score);
    }
    span = (std::max)(span, (std::min)(widest, greatest - least));
    for (std::size_t c = 0; c < candidates_; ++c) {
      const Real score = scores(p, c);
      exponent_[c * probes_ + p] = std::exp((std::max)(-widest, score - greatest));
      plain_sum_[c] += score;
    }
  }
  constexpr Real largest_logarithm = widest * Real{7} / Real{6};
  factors_at_once_ =
      (std::max)(std::size_t{1}, static_cast<std::size_t>(largest_logarithm / (span + 1)));
}

template <std::floating_point Real>
double LogSumExpCoverage<Real>::gain(CandidateId candidate) const noexcept {
  if (empty_) return plain_sum_[candidate.index()];
  // Sum of log(1 + e / covered) over probes, as logarithms of products: one log for many probes.
  const Real *exponent = exponent_.data() + candidate.index() * probes_;
  Real sum = 0;
  for (std::size_t first = 0; first < probes_; first += factors_at_once_) {
    const std::size_t last = (std::min)(probes_, first + factors_at_once_);
    std::array<Real, 4> product{1, 1, 1,
                                1};  // four independent products, for instruction-level parallelism
    std::size_t p = first;
    for (; p + 4 <= last; p += 4) {
      for (std::size_t i = 0; i < 4; ++i) product[i] *= 1 + exponent[p + i] * inverse_[p + i];
    }
    for (; p < last; ++p) product[0] *= 1 + exponent[p] * inverse_[p];
    sum += std::log((product[0] * product[1]) * (product[2] * product[3]));
  }
  return sum;
}

template <std::floating_point Real>
void LogSumExpCoverage<Real>::add(CandidateId candidate) noexcept {
  empty_ = false;
  for (std::size_t p = 0; p < probes_; ++p) {
    covered_[p] += exponent_[candidate.index() * probes_ + p];
    inverse_[p] = 1 / covered_[p];
  }
}

// Compiled once, in the library.
extern template std::vector<float> entropy_weights(const SimilarityMatrix &similarities);
extern template std::vector<float> weighted_scores(const SimilarityMatrix &similarities,
                                                   std::span<const float> weights);
extern template class LogSumExpCoverage<double>;
extern template LogSumExpCoverage<double>::LogSumExpCoverage(const SimilarityMatrix &scores);

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
