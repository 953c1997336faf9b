#include "sluice/embed/low_rank_update.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "embed/safetensors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::array<std::string_view, LowRankUpdate::matrices_per_layer> names{"qkv", "mixed",
                                                                                "inner", "outer"};
constexpr std::size_t max_layers = 256, widest = 1U << 17, highest_rank = 256;

/// The sizes of one change. The bytes are the number of changes, the Shape of each, then all
/// numbers.
struct Shape {
  std::uint32_t inputs = 0, outputs = 0, rank = 0;
};

[[noreturn]] void fail(std::string_view why) {
  throw Error(ErrorCode::malformed, fmt::format("an update of an encoder's weights {}", why));
}

template <class Number>
void append(const std::vector<Number> &numbers, std::string &bytes) {
  bytes.append(reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(Number));
}

template <class Number>
std::vector<Number> take(std::string_view &bytes, std::size_t count) {
  if (bytes.size() / sizeof(Number) < count) fail("ends early");
  std::vector<Number> numbers(count);
  if (count != 0) std::memcpy(numbers.data(), bytes.data(), count * sizeof(Number));
  bytes.remove_prefix(count * sizeof(Number));
  return numbers;
}

/// Rows and columns of a tensor, which must be a matrix.
std::array<std::size_t, 2> shape_of(const Safetensors &file, const std::string &name,
                                    const std::string &path) {
  const auto found = std::ranges::find(file.tensors(), name, &Tensor::name);
  if (found == file.tensors().end() || found->shape.size() != 2 || found->shape[0] == 0 ||
      found->shape[1] == 0) {
    throw Error(ErrorCode::malformed, "has no matrix " + name, {path, 0, 0});
  }
  return {found->shape[0], found->shape[1]};
}

}  // namespace

LowRankUpdate::Rows LowRankUpdate::rounded(const std::vector<float> &numbers, std::size_t columns) {
  Rows rows{columns, {}, {}};
  for (std::size_t at = 0; at < numbers.size(); at += columns) {
    const auto row = std::span(numbers).subspan(at, columns);
    float largest = 0;
    for (const float number : row) largest = std::max(largest, std::abs(number));
    const float scale = largest > 0 ? largest / 127 : 1;
    rows.scales.push_back(scale);
    for (const float number : row)
      rows.numbers.push_back(static_cast<std::int8_t>(std::lround(number / scale)));
  }
  return rows;
}

LowRankUpdate LowRankUpdate::load(const std::string &path) {
  const Safetensors file(path);
  LowRankUpdate update;
  for (std::size_t layer = 0; layer == 0 || file.has(fmt::format("{}.qkv.down", layer)); ++layer) {
    for (const std::string_view matrix : names) {
      const std::string name = fmt::format("{}.{}.", layer, matrix);
      const auto down = shape_of(file, name + "down", path), up = shape_of(file, name + "up", path);
      if (down[0] != up[1])
        throw Error(ErrorCode::malformed, name + "down and up have different ranks", {path, 0, 0});
      update.changes_.push_back({rounded(file.floats(name + "down", down), down[1]),
                                 rounded(file.floats(name + "up", up), up[1])});
    }
  }
  return update;
}

std::string LowRankUpdate::bytes() const {
  std::vector<Shape> shapes;
  std::string numbers;
  for (const auto &[down, up] : changes_) {
    shapes.push_back({static_cast<std::uint32_t>(down.columns),
                      static_cast<std::uint32_t>(up.scales.size()),
                      static_cast<std::uint32_t>(up.columns)});
    for (const Rows *rows : {&down, &up}) {
      append(rows->scales, numbers);
      append(rows->numbers, numbers);
    }
  }
  std::string bytes;
  append(std::vector<std::uint32_t>{static_cast<std::uint32_t>(changes_.size())}, bytes);
  append(shapes, bytes);
  return bytes + numbers;
}

LowRankUpdate LowRankUpdate::parse(std::string_view bytes) {
  const std::uint32_t count = take<std::uint32_t>(bytes, 1).front();
  if (count == 0 || count % matrices_per_layer != 0 || count > max_layers * matrices_per_layer)
    fail("does not contain whole layers");
  LowRankUpdate update;
  for (const Shape &shape : take<Shape>(bytes, count)) {
    if (shape.inputs == 0 || shape.outputs == 0 || shape.rank == 0 || shape.inputs > widest ||
        shape.outputs > widest || shape.rank > highest_rank) {
      fail("has a matrix of invalid size");
    }
    const auto take_rows = [&](std::size_t rows, std::size_t columns) {
      Rows taken{columns, take<float>(bytes, rows), take<std::int8_t>(bytes, rows * columns)};
      constexpr float largest = 1e6F;
      if (!std::ranges::all_of(taken.scales, [](float x) { return std::abs(x) < largest; }))
        fail("has a number that is too large");
      return taken;
    };
    Rows down = take_rows(shape.rank, shape.inputs);
    update.changes_.push_back({std::move(down), take_rows(shape.outputs, shape.rank)});
  }
  if (!bytes.empty()) fail("has extra bytes at the end");
  return update;
}

std::uint64_t LowRankUpdate::fingerprint() const { return hash64(bytes()); }

void LowRankUpdate::add_to(std::size_t matrix, std::size_t inputs, std::span<float> weight) const {
  if (matrix >= changes_.size() || changes_[matrix].down.columns != inputs ||
      changes_[matrix].up.scales.size() * inputs != weight.size()) {
    throw Error(ErrorCode::mismatch, "the update is for an encoder of another size");
  }
  const auto &[down, up] = changes_[matrix];
  const std::size_t rank = up.columns;
  for (std::size_t o = 0; o < up.scales.size(); ++o) {
    const std::span<float> row = weight.subspan(o * inputs, inputs);
    for (std::size_t r = 0; r < rank; ++r) {
      const float share =
          up.scales[o] * static_cast<float>(up.numbers[o * rank + r]) * down.scales[r];
      const std::int8_t *from = down.numbers.data() + r * inputs;
      for (std::size_t i = 0; i < inputs; ++i) row[i] += share * static_cast<float>(from[i]);
    }
  }
}

}  // namespace sluice::inline v0
