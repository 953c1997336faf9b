#include "sluice/learn/perceptron.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include <Eigen/Core>

#include "adam.hpp"
#include "minibatches.hpp"
#include "records.hpp"
#include "rounded_rows.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice {
namespace {

using detail::Adam;
using Eigen::Index;
using Matrix = Adam::Matrix;

constexpr std::size_t most_hidden = 1024;
/// No number is larger: what is added up stays finite.
constexpr float largest = 1e12F;

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t hidden = 0;
};
static_assert(sizeof(Header) == 8);

/// Uniform in ±1 / sqrt(inputs).
Matrix drawn(Index rows, Index columns, Index inputs, Random &random) {
  const double span = 1 / std::sqrt(static_cast<double>(inputs));
  return Matrix::NullaryExpr(rows, columns,
                             [&] { return static_cast<float>((2 * random.unit() - 1) * span); });
}

/// Each step is one matrix product there and one back.
class Learner {
 public:
  Learner(Index columns, const PerceptronOptions &options)
      : options_(options),
        random_(options.seed),
        weights_(drawn(columns, units(), columns, random_)),
        biases_(drawn(1, units(), columns, random_)),
        outputs_(drawn(units(), 1, units(), random_)),
        of_weights_(columns, units()),
        of_biases_(1, units()),
        of_outputs_(units(), 1),
        dropped_(static_cast<unsigned>(options.dropout * bytes)),
        kept_more_(bytes / (bytes - static_cast<float>(dropped_))) {}

  /// `sizes` and `target`: of the groups whose rows stand one behind the other.
  void learn(const Matrix &rows, std::span<const std::size_t> sizes,
             std::span<const std::uint8_t> target, float rate) {
    hidden_.noalias() = rows * weights_;
    rectify();
    scores_.noalias() = hidden_ * outputs_;
    turn_into_errors(sizes, target);
    outputs_slope_.noalias() = hidden_.transpose() * scores_;
    turn_back();
    weights_slope_.noalias() = rows.transpose() * hidden_;
    biases_slope_ = hidden_.colwise().sum();
    const auto step = [&](Adam &of, const Matrix &gradient, Matrix &numbers) {
      numbers *= 1 - rate * options_.decay;
      of.step(gradient, rate, numbers);
    };
    step(of_weights_, weights_slope_, weights_);
    step(of_biases_, biases_slope_, biases_);
    step(of_outputs_, outputs_slope_, outputs_);
  }

  const Matrix &weights() const { return weights_; }
  const Matrix &biases() const { return biases_; }
  const Matrix &outputs() const { return outputs_; }

 private:
  static constexpr float bytes = 256;

  Index units() const { return static_cast<Index>(options_.hidden); }

  /// Products become what units say: nothing where one is dropped, and more elsewhere, so that the
  /// mean stays.
  void rectify() {
    std::array<std::uint8_t, sizeof(std::uint64_t)> drawn;
    const Index together = static_cast<Index>(drawn.size());
    for (Index row = 0; row < hidden_.rows(); ++row) {
      float *const of = hidden_.row(row).data();
      for (Index first = 0; first < hidden_.cols(); first += together) {
        const std::uint64_t bits = random_();
        std::memcpy(drawn.data(), &bits, sizeof bits);
        const Index count = std::min(together, hidden_.cols() - first);
        for (Index u = 0; u < count; ++u) {
          const float said = std::max(of[first + u] + biases_(0, first + u), 0.0F) * kept_more_;
          of[first + u] = drawn[static_cast<std::size_t>(u)] < dropped_ ? 0 : said;
        }
      }
    }
  }

  /// What units say becomes the slope of their products.
  void turn_back() {
    for (Index row = 0; row < hidden_.rows(); ++row) {
      float *const of = hidden_.row(row).data();
      const float slope = scores_(row, 0) * kept_more_;
      for (Index u = 0; u < hidden_.cols(); ++u) of[u] = of[u] > 0 ? slope * outputs_(u, 0) : 0;
    }
  }

  /// Scores become their slopes of the mean loss of a group: probability minus target.
  void turn_into_errors(std::span<const std::size_t> sizes, std::span<const std::uint8_t> target) {
    std::span<float> left(scores_.data(), target.size());
    for (const std::size_t size : sizes) {
      const auto shares = left.first(size);
      const auto right = target.first(size);
      softmax(shares);
      const auto all_right = static_cast<float>(std::ranges::count(right, std::uint8_t{1}));
      for (std::size_t r = 0; r < size; ++r) {
        shares[r] -= right[r] != 0 ? 1 / all_right : 0;
        shares[r] /= static_cast<float>(sizes.size());
      }
      left = left.subspan(size);
      target = target.subspan(size);
    }
  }

  const PerceptronOptions &options_;
  Random random_;
  Matrix weights_, biases_, outputs_;
  Adam of_weights_, of_biases_, of_outputs_;
  unsigned dropped_;  // of 256
  float kept_more_;
  // Of one step.
  Matrix hidden_, scores_, weights_slope_, biases_slope_, outputs_slope_;
};

}  // namespace

Perceptron Perceptron::fit_listwise(RankedGroups groups, const PerceptronOptions &options) {
  groups.check();
  if (options.hidden == 0 || options.hidden > most_hidden || options.batch == 0 ||
      !(options.rate > 0) || !(options.decay >= 0) ||
      !(options.dropout >= 0 && options.dropout < 1))
    refuse("a perceptron of other units than 1 to 1024, or an option out of range");
  Perceptron made;
  made.standardiser_ = Standardiser::fit(groups.rows, groups.columns);
  made.standardiser_.apply(groups.rows);
  std::vector<std::size_t> first_of{0};  // by group, its first row
  for (const std::size_t size : groups.sizes) first_of.push_back(first_of.back() + size);

  const auto columns = static_cast<Index>(groups.columns);
  Learner learner(columns, options);
  std::vector<std::size_t> sizes;
  std::vector<std::uint8_t> target;
  Matrix rows;
  detail::Minibatches{groups.sizes.size(), options.batch, options.epochs, options.seed}.each(
      [&](const detail::Minibatch &batch) {
        sizes.clear();
        target.clear();
        std::size_t all = 0;
        for (const std::size_t g : batch.examples) all += groups.sizes[g];
        rows.resize(static_cast<Index>(all), columns);
        float *to = rows.data();
        for (const std::size_t g : batch.examples) {
          sizes.push_back(groups.sizes[g]);
          for (std::size_t r = first_of[g]; r < first_of[g + 1]; ++r)
            target.push_back(groups.target[r] != 0 ? 1 : 0);
          to = std::copy_n(groups.rows.data() + first_of[g] * groups.columns,
                           groups.sizes[g] * groups.columns, to);
        }
        learner.learn(rows, sizes, target, options.rate * batch.rate);
      });

  const auto numbers_of = [](const Matrix &of) {
    return std::vector(of.data(), of.data() + of.size());
  };
  made.weights_ = numbers_of(learner.weights());
  made.scales_.resize(groups.columns);
  detail::round_rows(made.weights_, made.scales_);
  made.biases_ = numbers_of(learner.biases());
  made.outputs_ = numbers_of(learner.outputs());
  return made;
}

void Perceptron::score_rows(std::span<const float> rows, std::span<float> scores) const {
  if (rows.size() != scores.size() * columns()) refuse("rows and scores do not fit together");
  std::vector<float> standardised(rows.begin(), rows.end());
  standardiser_.apply(standardised);
  std::ranges::fill(scores, 0.0F);
  // Units whose sums stay in registers, and whose weights stay near for all rows.
  constexpr std::size_t beside = 16;
  for (std::size_t first = 0; first < hidden(); first += beside) {
    const std::size_t count = std::min(beside, hidden() - first);
    const float *x = standardised.data();
    for (float &score : scores) {
      std::array<float, beside> sums{};
      std::copy_n(biases_.data() + first, count, sums.begin());
      const float *weights = weights_.data() + first;
      for (std::size_t c = 0; c < columns(); ++c, ++x, weights += hidden()) {
        if (count == beside) {
          for (std::size_t u = 0; u < beside; ++u) sums[u] += *x * weights[u];
        } else {
          for (std::size_t u = 0; u < count; ++u) sums[u] += *x * weights[u];
        }
      }
      for (std::size_t u = 0; u < count; ++u)
        score += std::max(sums[u], 0.0F) * outputs_[first + u];
    }
  }
}

std::string Perceptron::bytes() const {
  const Header header{static_cast<std::uint32_t>(columns()), static_cast<std::uint32_t>(hidden())};
  std::string bytes;
  detail::append_records(std::span(&header, 1), bytes);
  for (const std::span<const float> of :
       {standardiser_.means(), standardiser_.deviations(), std::span(biases_), std::span(outputs_)})
    detail::append_records(of, bytes);
  return bytes + detail::rounded_bytes(weights_, scales_);
}

Perceptron Perceptron::parse(std::string_view bytes) {
  const auto refuse_bytes = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(Header)) refuse_bytes("a perceptron is cut off");
  const Header header = detail::take_records<Header>(bytes, 1).front();
  const std::size_t columns = header.columns, hidden = header.hidden;
  if (hidden > most_hidden || columns > bytes.size() ||
      bytes.size() !=
          2 * sizeof(float) * (columns + hidden) + detail::rounded_size(columns, hidden))
    refuse_bytes("a perceptron has another size than it says");
  const auto take = [&](std::size_t count) {
    std::vector<float> numbers = detail::take_records<float>(bytes, count);
    if (!detail::are_small(numbers, largest))
      refuse_bytes("a perceptron has a number that is not finite, or too large");
    return numbers;
  };
  Perceptron parsed;
  std::vector<float> means = take(columns), deviations = take(columns);
  try {
    parsed.standardiser_ = Standardiser(std::move(means), std::move(deviations));
  } catch (const Error &error) {
    refuse_bytes(error.message().c_str());
  }
  parsed.biases_ = take(hidden);
  parsed.outputs_ = take(hidden);
  parsed.weights_.resize(columns * hidden);
  parsed.scales_.resize(columns);
  detail::read_rounded(bytes, parsed.weights_, parsed.scales_);
  return parsed;
}

}  // namespace sluice
