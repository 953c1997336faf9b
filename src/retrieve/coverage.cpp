#include "sluice/retrieve/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

double half_shifted(float similarity) { return (1.0 + similarity) / 2; }

double row_entropy(const SimilarityMatrix &similarities, std::size_t probe) {
  double total = 0;
  for (std::size_t c = 0; c < similarities.candidates; ++c) {
    const float similarity = similarities(probe, c);
    if (!std::isfinite(similarity) || similarity < -1) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("similarity of probe {} to candidate {} is {}, expected at least -1",
                              probe, c, similarity));
    }
    total += half_shifted(similarity);
  }
  double entropy = 0;
  for (std::size_t c = 0; c < similarities.candidates; ++c) {
    const double share = total > 0 ? half_shifted(similarities(probe, c)) / total : 0;
    if (share > 0) entropy -= share * std::log(share);
  }
  return entropy;
}

void check_finite(std::span<const float> row, std::size_t probe) {
  if (!std::ranges::all_of(row, [](float s) { return std::isfinite(s); })) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a score of probe {} is not finite", probe));
  }
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

std::vector<float> entropy_weights(const SimilarityMatrix &similarities) {
  std::vector<double> entropy(similarities.probes);
  double mean = 0;
  for (std::size_t p = 0; p < similarities.probes; ++p) {
    entropy[p] = row_entropy(similarities, p);
    mean += entropy[p] / static_cast<double>(similarities.probes);
  }
  std::vector<float> weights(similarities.probes);
  std::ranges::transform(entropy, weights.begin(),
                         [mean](double h) { return static_cast<float>(logistic(mean - h)); });
  return weights;
}

std::vector<float> weighted_scores(const SimilarityMatrix &similarities,
                                   std::span<const float> weights) {
  std::vector<float> scores(similarities.probes * similarities.candidates);
  for (std::size_t p = 0; p < similarities.probes; ++p) {
    const double weight = weights.empty() ? 1.0 : weights[p];
    for (std::size_t c = 0; c < similarities.candidates; ++c) {
      scores[p * similarities.candidates + c] =
          static_cast<float>(weight * half_shifted(similarities(p, c)));
    }
  }
  return scores;
}

Coverage::Coverage(const SimilarityMatrix &scores)
    : probes_(scores.probes),
      candidates_(scores.candidates),
      exponent_(probes_ * candidates_),
      plain_sum_(candidates_, 0.0),
      covered_(probes_, 0.0),
      inverse_(probes_, 0.0) {
  constexpr double widest = 600;  // keeps the quotient of two exponents finite
  double span = 0;
  for (std::size_t p = 0; p < probes_; ++p) {
    const auto row = scores.values.subspan(p * candidates_, candidates_);
    if (row.empty()) continue;
    const auto [least, greatest] = std::ranges::minmax(row);
    check_finite(row, p);
    span = std::max(span, std::min(widest, double{greatest} - least));
    for (std::size_t c = 0; c < candidates_; ++c) {
      exponent_[c * probes_ + p] = std::exp(std::max(-widest, double{row[c]} - greatest));
      plain_sum_[c] += row[c];
    }
  }
  constexpr double largest_logarithm = 700;
  factors_at_once_ = static_cast<std::size_t>(largest_logarithm / (span + 1));
}

SummedScores::SummedScores(const SimilarityMatrix &scores) : sum_(scores.candidates, 0.0) {
  for (std::size_t p = 0; p < scores.probes; ++p) {
    const auto row = scores.values.subspan(p * scores.candidates, scores.candidates);
    check_finite(row, p);
    for (std::size_t c = 0; c < row.size(); ++c) sum_[c] += row[c];
  }
}

double Coverage::gain(CandidateId candidate) const noexcept {
  if (empty_) return plain_sum_[candidate.index()];
  // Sum of log(1 + e / covered) over probes, as logarithms of products: one log for many probes.
  const double *exponent = exponent_.data() + candidate.index() * probes_;
  double sum = 0;
  for (std::size_t first = 0; first < probes_; first += factors_at_once_) {
    const std::size_t last = std::min(probes_, first + factors_at_once_);
    std::array<double, 4> product{
        1, 1, 1, 1};  // four independent products, for instruction-level parallelism
    std::size_t p = first;
    for (; p + 4 <= last; p += 4) {
      for (std::size_t i = 0; i < 4; ++i) product[i] *= 1 + exponent[p + i] * inverse_[p + i];
    }
    for (; p < last; ++p) product[0] *= 1 + exponent[p] * inverse_[p];
    sum += std::log((product[0] * product[1]) * (product[2] * product[3]));
  }
  return sum;
}

void Coverage::add(CandidateId candidate) noexcept {
  empty_ = false;
  for (std::size_t p = 0; p < probes_; ++p) {
    covered_[p] += exponent_[candidate.index() * probes_ + p];
    inverse_[p] = 1 / covered_[p];
  }
}

}  // namespace sluice::inline v0
