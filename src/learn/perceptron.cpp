#include "sluice/learn/perceptron.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "learn/kernels/product_kernels.hpp"
#include "records.hpp"
#include "rounded_rows.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// Limit for all numbers, so that sums stay finite.
constexpr float largest = 1e12F;

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::invalid_argument, why); }

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t hidden = 0;
  std::uint32_t part_columns = 0;
  std::uint32_t part_units = 0;
};
static_assert(sizeof(Header) == 16);

}  // namespace

Perceptron::Perceptron(Standardizer standardizer, Layer hidden, std::vector<float> outputs,
                       Layer of_parts)
    : standardizer_(std::move(standardizer)),
      hidden_(std::move(hidden)),
      outputs_(std::move(outputs)),
      of_parts_(std::move(of_parts)) {
  if (hidden_.inputs() != standardizer_.columns() + of_parts_.units() ||
      hidden_.units() != outputs_.size())
    refuse("the sizes of a perceptron's layers do not match");
}

std::vector<float> Perceptron::Layer::sums(std::span<const float> rows) const {
  const std::size_t width = 1 + inputs(), count = rows.size() / width;
  std::vector<float> sums(count * units(), 0);
  learn_detail::product_kernels().add_product({rows.data(), count, width, width, 1},
                                              {weights.data(), width, units(), units(), 1},
                                              sums.data());
  return sums;
}

std::vector<float> Perceptron::inputs_of(std::span<const float> rows, const RowParts &parts) const {
  const std::size_t width = 1 + hidden_.inputs(), units = of_parts_.units();
  std::vector<float> inputs(rows.size() / columns() * width, 0);
  for (std::size_t row = 0; row * width < inputs.size(); ++row) {
    float *const input = inputs.data() + row * width;
    input[0] = 1;
    std::copy_n(rows.data() + row * columns(), columns(), input + 1);
    standardizer_.apply({input + 1, columns()});
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
  if (rows.size() != scores.size() * columns()) refuse("the sizes of rows and scores do not match");
  if (!parts.fits(part_columns(), scores.size()))
    refuse("the sizes of rows and their parts do not match");
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
  learn_detail::append_records(std::span(&header, 1), bytes);
  for (const std::span<const float> of :
       {standardizer_.means(), standardizer_.deviations(), hidden_.biases(),
        std::span<const float>(outputs_), of_parts_.biases()})
    learn_detail::append_records(of, bytes);
  return bytes + learn_detail::rounded_bytes(hidden_.of_inputs(), hidden_.scales) +
         learn_detail::rounded_bytes(of_parts_.of_inputs(), of_parts_.scales);
}

Perceptron Perceptron::parse(std::string_view bytes) {
  const auto refuse_bytes = [](const char *why) { throw Error(ErrorCode::malformed, why); };
  if (bytes.size() < sizeof(Header)) refuse_bytes("a perceptron is truncated");
  const Header header = learn_detail::take_records<Header>(bytes, 1).front();
  const std::size_t columns = header.columns, hidden = header.hidden;
  const std::size_t part_columns = header.part_columns, part_units = header.part_units;
  const std::size_t inputs = columns + part_units;
  if (hidden > max_units || part_units > max_units || columns > bytes.size() ||
      part_columns > bytes.size() || (part_columns == 0) != (part_units == 0) ||
      bytes.size() != sizeof(float) * (2 * columns + 2 * hidden + part_units) +
                          learn_detail::rounded_size(inputs, hidden) +
                          learn_detail::rounded_size(part_columns, part_units))
    refuse_bytes("a perceptron has a size that does not match its header");
  const auto take = [&](std::size_t count) {
    std::vector<float> numbers = learn_detail::take_records<float>(bytes, count);
    if (!learn_detail::are_small(numbers, largest))
      refuse_bytes("a perceptron has a number that is not finite, or too large");
    return numbers;
  };
  Perceptron parsed;
  std::vector<float> means = take(columns), deviations = take(columns);
  try {
    parsed.standardizer_ = Standardizer(std::move(means), std::move(deviations));
  } catch (const Error &error) {
    refuse_bytes(error.message().c_str());
  }
  parsed.hidden_.weights = take(hidden);
  parsed.outputs_ = take(hidden);
  parsed.of_parts_.weights = take(part_units);
  const auto take_rounded = [&](std::size_t rows, Layer &layer) {
    const std::size_t units = layer.weights.size(), size = learn_detail::rounded_size(rows, units);
    layer.weights.resize((1 + rows) * units);
    layer.scales.resize(rows);
    learn_detail::read_rounded(bytes.substr(0, size), std::span(layer.weights).subspan(units),
                               layer.scales);
    bytes.remove_prefix(size);
  };
  take_rounded(inputs, parsed.hidden_);
  take_rounded(part_columns, parsed.of_parts_);
  return parsed;
}

}  // namespace sluice::inline v0
