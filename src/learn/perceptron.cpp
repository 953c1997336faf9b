#include "sluice/learn/perceptron.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "minibatches.hpp"
#include "perceptron_learner.hpp"
#include "records.hpp"
#include "rounded_rows.hpp"
#include "sluice/core/error.hpp"

namespace sluice {
namespace {

using Eigen::Index;
using Matrix = detail::PerceptronLearner::Matrix;

constexpr std::size_t most_hidden = 1024;
/// No number is larger: what is added up stays finite.
constexpr float largest = 1e12F;

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t hidden = 0;
  std::uint32_t part_columns = 0;
  std::uint32_t part_units = 0;
};
static_assert(sizeof(Header) == 16);

void check(const RowParts &parts, std::size_t columns, std::size_t rows) {
  if (parts.columns != columns || (columns != 0 && parts.sizes.size() != rows) ||
      parts.numbers.size() !=
          columns * std::accumulate(parts.sizes.begin(), parts.sizes.end(), std::size_t{0}))
    refuse("rows and their parts do not fit together");
}

/// Where the parts of each group's rows begin, and behind the last.
std::vector<std::size_t> first_parts_of(const RankedGroups &groups, const RowParts &parts) {
  std::vector<std::size_t> first{0};
  std::span<const std::size_t> left = parts.sizes;
  for (const std::size_t size : groups.sizes) {
    const auto of = left.first(std::min(size, left.size()));
    first.push_back(std::accumulate(of.begin(), of.end(), first.back()));
    left = left.subspan(of.size());
  }
  return first;
}

}  // namespace

Perceptron Perceptron::fit_listwise(RankedGroups groups, const RowParts &parts,
                                    const PerceptronOptions &options) {
  groups.check();
  check(parts, parts.columns, groups.target.size());
  if (!std::ranges::all_of(parts.numbers, [](float x) { return std::isfinite(x); }))
    refuse("a part of a row is not finite");
  const auto are_units = [](std::size_t units) { return units > 0 && units <= most_hidden; };
  if (!are_units(options.hidden) || !are_units(options.part_units) || options.batch == 0 ||
      !(options.rate > 0) || !(options.decay >= 0) ||
      !(options.dropout >= 0 && options.dropout < 1))
    refuse("a perceptron of other units than 1 to 1024, or an option out of range");
  Perceptron made;
  made.standardiser_ = Standardiser::fit(groups.rows, groups.columns);
  made.standardiser_.apply(groups.rows);
  std::vector<std::size_t> first_of{0};  // by group, its first row
  for (const std::size_t size : groups.sizes) first_of.push_back(first_of.back() + size);

  const std::vector<std::size_t> first_part_of = first_parts_of(groups, parts);  // by group

  const auto columns = static_cast<Index>(groups.columns);
  const auto part_columns = static_cast<Index>(parts.columns);
  detail::PerceptronLearner learner(columns, part_columns, options);
  detail::PerceptronStep step;
  detail::Minibatches{groups.sizes.size(), options.batch, options.epochs, options.seed}.each(
      [&](const detail::Minibatch &batch) {
        step.sizes.clear();
        step.target.clear();
        step.part_counts.clear();
        std::size_t all = 0, all_parts = 0;
        for (const std::size_t g : batch.examples) {
          all += groups.sizes[g];
          all_parts += first_part_of[g + 1] - first_part_of[g];
        }
        step.rows.resize(static_cast<Index>(all), learner.inputs());
        step.parts.resize(static_cast<Index>(all_parts), part_columns);
        Index row = 0;
        float *part = step.parts.data();
        for (const std::size_t g : batch.examples) {
          step.sizes.push_back(groups.sizes[g]);
          for (std::size_t r = first_of[g]; r < first_of[g + 1]; ++r, ++row) {
            step.target.push_back(groups.target[r] != 0 ? 1 : 0);
            if (!parts.sizes.empty()) step.part_counts.push_back(parts.sizes[r]);
            std::copy_n(groups.rows.data() + r * groups.columns, groups.columns,
                        step.rows.row(row).data());
          }
          const std::size_t count = first_part_of[g + 1] - first_part_of[g];
          part = std::copy_n(parts.numbers.data() + first_part_of[g] * parts.columns,
                             count * parts.columns, part);
        }
        learner.learn(step, options.rate * batch.rate);
      });

  const auto numbers_of = [](const Matrix &of) {
    return std::vector(of.data(), of.data() + of.size());
  };
  made.weights_ = numbers_of(learner.weights());
  made.scales_.resize(static_cast<std::size_t>(learner.inputs()));
  detail::round_rows(made.weights_, made.scales_);
  made.biases_ = numbers_of(learner.biases());
  made.outputs_ = numbers_of(learner.outputs());
  made.part_weights_ = numbers_of(learner.part_weights());
  made.part_scales_.resize(parts.columns);
  detail::round_rows(made.part_weights_, made.part_scales_);
  made.part_biases_ = numbers_of(learner.part_biases());
  return made;
}

std::vector<float> Perceptron::inputs_of(std::span<const float> rows, const RowParts &parts) const {
  std::vector<float> standardised(rows.begin(), rows.end());
  standardiser_.apply(standardised);
  if (part_units() == 0) return standardised;
  std::vector<float> inputs(parts.sizes.size() * this->inputs(), 0);
  std::vector<float> said(part_units());
  const float *x = parts.numbers.data();
  for (std::size_t row = 0; row < parts.sizes.size(); ++row) {
    float *const features = inputs.data() + row * this->inputs();
    float *const sums = std::copy_n(standardised.data() + row * columns(), columns(), features);
    for (std::size_t p = 0; p < parts.sizes[row]; ++p) {
      std::ranges::copy(part_biases_, said.begin());
      const float *weights = part_weights_.data();
      for (std::size_t c = 0; c < part_columns(); ++c, ++x, weights += said.size()) {
        if (*x == 0) continue;  // as most are
        for (std::size_t u = 0; u < said.size(); ++u) said[u] += *x * weights[u];
      }
      for (std::size_t u = 0; u < said.size(); ++u) sums[u] += std::max(said[u], 0.0F);
    }
  }
  return inputs;
}

void Perceptron::score_rows(std::span<const float> rows, const RowParts &parts,
                            std::span<float> scores) const {
  if (rows.size() != scores.size() * columns()) refuse("rows and scores do not fit together");
  check(parts, part_columns(), scores.size());
  const std::vector<float> inputs = inputs_of(rows, parts);
  std::ranges::fill(scores, 0.0F);
  // Units whose sums stay in registers, and whose weights stay near for all rows.
  constexpr std::size_t beside = 16;
  for (std::size_t first = 0; first < hidden(); first += beside) {
    const std::size_t count = std::min(beside, hidden() - first);
    const float *x = inputs.data();
    for (float &score : scores) {
      std::array<float, beside> sums{};
      std::copy_n(biases_.data() + first, count, sums.begin());
      const float *weights = weights_.data() + first;
      for (std::size_t c = 0; c < this->inputs(); ++c, ++x, weights += hidden()) {
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
  const Header header{static_cast<std::uint32_t>(columns()), static_cast<std::uint32_t>(hidden()),
                      static_cast<std::uint32_t>(part_columns()),
                      static_cast<std::uint32_t>(part_units())};
  std::string bytes;
  detail::append_records(std::span(&header, 1), bytes);
  for (const std::span<const float> of :
       {standardiser_.means(), standardiser_.deviations(), std::span(biases_), std::span(outputs_),
        std::span(part_biases_)})
    detail::append_records(of, bytes);
  return bytes + detail::rounded_bytes(weights_, scales_) +
         detail::rounded_bytes(part_weights_, part_scales_);
}

Perceptron Perceptron::parse(std::string_view bytes) {
  const auto refuse_bytes = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(Header)) refuse_bytes("a perceptron is cut off");
  const Header header = detail::take_records<Header>(bytes, 1).front();
  const std::size_t columns = header.columns, hidden = header.hidden;
  const std::size_t part_columns = header.part_columns, part_units = header.part_units;
  const std::size_t inputs = columns + part_units;
  if (hidden > most_hidden || part_units > most_hidden || columns > bytes.size() ||
      part_columns > bytes.size() || (part_columns == 0) != (part_units == 0) ||
      bytes.size() != sizeof(float) * (2 * columns + 2 * hidden + part_units) +
                          detail::rounded_size(inputs, hidden) +
                          detail::rounded_size(part_columns, part_units))
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
  parsed.part_biases_ = take(part_units);
  const auto take_rounded = [&](std::size_t rows, std::size_t units, std::vector<float> &numbers,
                                std::vector<float> &scales) {
    numbers.resize(rows * units);
    scales.resize(rows);
    const std::size_t size = detail::rounded_size(rows, units);
    detail::read_rounded(bytes.substr(0, size), numbers, scales);
    bytes.remove_prefix(size);
  };
  take_rounded(inputs, hidden, parsed.weights_, parsed.scales_);
  take_rounded(part_columns, part_units, parsed.part_weights_, parsed.part_scales_);
  return parsed;
}

}  // namespace sluice
