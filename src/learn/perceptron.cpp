#include "sluice/learn/perceptron.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernels/product_kernels.hpp"
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

  const auto layer_of = [](const Matrix &biases, const Matrix &weights) {
    Layer layer{std::vector(biases.data(), biases.data() + biases.size()),
                std::vector<float>(static_cast<std::size_t>(weights.rows()))};
    layer.weights.insert(layer.weights.end(), weights.data(), weights.data() + weights.size());
    detail::round_rows(std::span(layer.weights).subspan(static_cast<std::size_t>(biases.size())),
                       layer.scales);
    return layer;
  };
  made.hidden_ = layer_of(learner.biases(), learner.weights());
  made.outputs_.assign(learner.outputs().data(),
                       learner.outputs().data() + learner.outputs().size());
  made.of_parts_ = layer_of(learner.part_biases(), learner.part_weights());
  return made;
}

std::vector<float> Perceptron::Layer::sums(std::span<const float> rows) const {
  const std::size_t width = 1 + inputs(), count = rows.size() / width;
  std::vector<float> sums(count * units(), 0);
  detail::product_kernels().add_product({rows.data(), count, width, width, 1},
                                        {weights.data(), width, units(), units(), 1}, sums.data());
  return sums;
}

std::vector<float> Perceptron::inputs_of(std::span<const float> rows, const RowParts &parts) const {
  const std::size_t width = 1 + hidden_.inputs(), units = of_parts_.units();
  std::vector<float> inputs(rows.size() / columns() * width, 0);
  for (std::size_t row = 0; row * width < inputs.size(); ++row) {
    float *const input = inputs.data() + row * width;
    input[0] = 1;
    std::copy_n(rows.data() + row * columns(), columns(), input + 1);
    standardiser_.apply({input + 1, columns()});
  }
  if (units == 0) return inputs;
  const std::size_t count = parts.numbers.size() / part_columns();
  std::vector<float> of_parts(count * (1 + part_columns()), 1);
  for (std::size_t p = 0; p < count; ++p)
    std::copy_n(parts.numbers.data() + p * part_columns(), part_columns(),
                of_parts.data() + p * (1 + part_columns()) + 1);
  const std::vector<float> said = of_parts_.sums(of_parts);
  const float *of_part = said.data();
  for (std::size_t row = 0; row < parts.sizes.size(); ++row) {
    float *const sums = inputs.data() + (row + 1) * width - units;
    for (std::size_t p = 0; p < parts.sizes[row]; ++p, of_part += units) {
      for (std::size_t u = 0; u < units; ++u) sums[u] += std::max(of_part[u], 0.0F);
    }
  }
  return inputs;
}

void Perceptron::score_rows(std::span<const float> rows, const RowParts &parts,
                            std::span<float> scores) const {
  if (rows.size() != scores.size() * columns()) refuse("rows and scores do not fit together");
  check(parts, part_columns(), scores.size());
  std::ranges::fill(scores, 0.0F);
  if (columns() == 0) return;
  const std::vector<float> sums = hidden_.sums(inputs_of(rows, parts));
  const float *sum = sums.data();
  for (float &score : scores) {
    for (const float output : outputs_) score += std::max(*sum++, 0.0F) * output;
  }
}

std::string Perceptron::bytes() const {
  const Header header{
      static_cast<std::uint32_t>(columns()), static_cast<std::uint32_t>(hidden_.units()),
      static_cast<std::uint32_t>(part_columns()), static_cast<std::uint32_t>(of_parts_.units())};
  std::string bytes;
  detail::append_records(std::span(&header, 1), bytes);
  for (const std::span<const float> of :
       {standardiser_.means(), standardiser_.deviations(), hidden_.biases(),
        std::span<const float>(outputs_), of_parts_.biases()})
    detail::append_records(of, bytes);
  return bytes + detail::rounded_bytes(hidden_.of_inputs(), hidden_.scales) +
         detail::rounded_bytes(of_parts_.of_inputs(), of_parts_.scales);
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
  parsed.hidden_.weights = take(hidden);
  parsed.outputs_ = take(hidden);
  parsed.of_parts_.weights = take(part_units);
  const auto take_rounded = [&](std::size_t rows, Layer &layer) {
    const std::size_t units = layer.weights.size(), size = detail::rounded_size(rows, units);
    layer.weights.resize((1 + rows) * units);
    layer.scales.resize(rows);
    detail::read_rounded(bytes.substr(0, size), std::span(layer.weights).subspan(units),
                         layer.scales);
    bytes.remove_prefix(size);
  };
  take_rounded(inputs, parsed.hidden_);
  take_rounded(part_columns, parsed.of_parts_);
  return parsed;
}

}  // namespace sluice
