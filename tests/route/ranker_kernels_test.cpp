/// The ranker's arithmetic on each instruction set that this processor has: the plain set against
/// its definition, the others against the plain one, bit for bit.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../../src/route/kernels/ranker_kernels.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice {
namespace {

using detail::CoverRows;
using detail::CoverSums;
using detail::LinearRow;
using detail::NameStems;
using detail::RankerKernels;
using Floats = std::vector<float>;

std::span<const RankerKernels *const> sets() { return detail::runnable_ranker_kernels(); }
const RankerKernels &plain() { return *sets().front(); }

Floats random_floats(Random &random, std::size_t count, double from = 0) {
  Floats numbers(count);
  for (float &x : numbers) x = static_cast<float>(from + random.unit() * (1 - from));
  return numbers;
}

/// Databases of 0 to 11 tables, some without any word of the question.
struct Covered {
  Covered(Random &random, std::size_t stride_, std::size_t words) : stride(stride_) {
    weights = Floats(stride + CoverRows::step, 1e-30F);
    std::fill_n(weights.begin(), stride, 0.0F);
    counted = Floats(stride, 0);
    for (std::size_t w = 0; w < words; ++w) {
      weights[w] = static_cast<float>(random.unit());
      counted[w] = static_cast<float>(random.below(2));
    }
    first_table.push_back(0);
    while (first_table.size() <= databases) {
      const auto number = static_cast<std::uint32_t>(random.below(12));
      for (std::uint32_t t = 0; t < number; ++t) {
        owner.push_back(static_cast<std::uint32_t>(first_table.size() - 1));
        const std::uint32_t table = first_table.back() + t;
        for (std::uint32_t other = first_table.back(); other < table; ++other) {
          if (random.below(3) == 0) joined.emplace_back(other, table);
        }
      }
      first_table.push_back(first_table.back() + number);
    }
    touch(random, touched, owner.size(), words, tables);
    touch(random, touched_database, databases, words, names_of_databases);
    names = tables;
    for (float &at : names) at *= static_cast<float>(random.below(2));
  }

  CoverRows rows() const {
    return {stride,         weights.data(),
            counted.data(), tables.data(),
            names.data(),   names_of_databases.data(),
            touched.data(), touched_database.data(),
            first_table,    joined,
            owner.data()};
  }
  /// All sums behind each other.
  Floats sums(const RankerKernels &kernels) const {
    const std::size_t count = owner.size();
    Floats all(6 * databases + 4 * count, 0);
    std::vector<std::uint32_t> room(count + 1);
    const auto of_database = [&](std::size_t k) { return all.data() + k * databases; };
    const auto of_table = [&](std::size_t k) { return all.data() + 6 * databases + k * count; };
    kernels.fill(rows(), CoverSums{of_database(0), of_database(1), of_database(2), of_database(3),
                                   of_database(4), of_database(5), of_table(0), of_table(1),
                                   of_table(2), of_table(3), room.data()});
    return all;
  }

  static constexpr std::size_t databases = 9;
  std::size_t stride;
  Floats weights, counted, tables, names, names_of_databases;
  std::vector<std::uint8_t> touched, touched_database;
  std::vector<std::uint32_t> first_table, owner;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;

 private:
  void touch(Random &random, std::vector<std::uint8_t> &flags, std::size_t count, std::size_t words,
             Floats &cells) const {
    cells.assign(count * stride, 0);
    for (std::size_t i = 0; i < count; ++i) {
      flags.push_back(static_cast<std::uint8_t>(random.below(2)));
      for (std::size_t w = 0; w < words && flags[i] != 0; ++w) {
        if (random.below(2) == 0)
          cells[i * stride + w] = weights[w] * static_cast<float>(random.unit());
      }
    }
  }
};

/// As the sums are defined, in no particular order.
void check_definition(const Covered &of, const Floats &all) {
  const std::size_t databases = Covered::databases, count = of.owner.size();
  const auto cell = [&](const Floats &cells, std::size_t row, std::size_t w) {
    return double{cells[row * of.stride + w]};
  };
  const auto close = [](double expected) { return doctest::Approx(expected).epsilon(1e-5); };
  std::vector<double> best_pair(databases, 0), pair(count, 0);
  for (std::size_t d = 0; d < databases; ++d) {
    double covered = 0, uncovered = 0, named = 0, own = 0, best = 0;
    for (std::size_t w = 0; w < of.stride; ++w) {
      double whole = 0, name = 0;
      for (std::size_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
        whole = std::max(whole, cell(of.tables, t, w));
        name = std::max(name, cell(of.names, t, w));
      }
      const double of_database = cell(of.names_of_databases, d, w);
      covered += std::max(whole, of_database);
      uncovered += std::max(whole, of_database) * double{of.counted[w]};
      named += name;
      own += of_database;
    }
    for (std::size_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
      double table = 0, unique = 0;
      for (std::size_t w = 0; w < of.stride; ++w) {
        double others = 0;
        for (std::size_t u = of.first_table[d]; u < of.first_table[d + 1]; ++u)
          others += cell(of.tables, u, w);
        const double weight = double{of.weights[w]};
        table += cell(of.tables, t, w);
        if (weight > 0) unique += cell(of.tables, t, w) * weight / std::max(weight, others);
      }
      CHECK(all[6 * databases + t] == close(table));
      CHECK(all[6 * databases + 2 * count + t] == close(unique));
      best = std::max(best, table);
      pair[t] = table;
    }
    best_pair[d] = best;
    CHECK(all[d] == close(covered));
    CHECK(all[databases + d] == close(uncovered));
    CHECK(all[2 * databases + d] == close(named));
    CHECK(all[3 * databases + d] == close(own));
    CHECK(all[4 * databases + d] == close(best));
  }
  for (const auto &[a, b] : of.joined) {
    double both = 0;
    for (std::size_t w = 0; w < of.stride; ++w)
      both += std::max(cell(of.tables, a, w), cell(of.tables, b, w));
    for (double *of_pair : {&pair[a], &pair[b], &best_pair[of.owner[a]]})
      *of_pair = std::max(*of_pair, both);
  }
  for (std::size_t d = 0; d < databases; ++d) CHECK(all[5 * databases + d] == close(best_pair[d]));
  for (std::size_t t = 0; t < count; ++t)
    CHECK(all[6 * databases + 3 * count + t] == close(pair[t]));
}

}  // namespace

TEST_CASE("covers are summed as they are defined, and to the same bits by every instruction set") {
  Random random(3);
  for (const std::size_t words : {1U, 7U, 8U, 13U, 30U}) {
    const std::size_t stride = (words + CoverRows::step - 1) / CoverRows::step * CoverRows::step;
    for (int draw = 0; draw < 3; ++draw) {
      const Covered covered(random, stride, words);
      const Floats expected = covered.sums(plain());
      check_definition(covered, expected);
      for (const RankerKernels *kernels : sets()) {
        CAPTURE(std::string(kernels->name));
        CHECK(covered.sums(*kernels) == expected);
      }
    }
  }
}

TEST_CASE("a cover takes the greater strength of touched rows alone, and leaves the other empty") {
  Random random(4);
  constexpr std::size_t count = 20, width = 16;
  const Floats mine = random_floats(random, count * width);
  const Floats theirs = random_floats(random, count * width);
  std::vector<std::uint8_t> touched(count);
  for (std::uint8_t &flag : touched) flag = static_cast<std::uint8_t>(random.below(2));
  for (const RankerKernels *kernels : sets()) {
    CAPTURE(std::string(kernels->name));
    Floats rows = mine, others = theirs;
    kernels->take(rows.data(), others.data(), touched.data(), count, width);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_touched = touched[i / width] != 0;
      wrong += rows[i] != (is_touched ? std::max(mine[i], theirs[i]) : mine[i]) ? 1U : 0U;
      wrong += others[i] != (is_touched ? 0 : theirs[i]) ? 1U : 0U;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("rows score the same by every instruction set, and as a linear model says") {
  Random random(5);
  constexpr std::size_t rows = 5;
  for (const std::size_t columns : {2U, 4U, 6U, 8U, 10U, 14U, 92U, 144U}) {
    CAPTURE(columns);
    LinearModel model;
    model.standardiser = Standardiser(random_floats(random, columns, -1),
                                      random_floats(random, columns, 0.01));  // some are cut
    model.weights = random_floats(random, columns, -1);
    model.bias = 0.25F;
    const LinearRow view{columns,
                         model.weights.data(),
                         model.standardiser.means().data(),
                         model.standardiser.inverses().data(),
                         Standardiser::limit,
                         model.bias};
    const Floats all = random_floats(random, rows * columns, -1);
    Floats expected(rows);
    plain().score(view, all.data(), rows, expected.data());
    // The same features of databases, a row each: the second half is the first times the hardness.
    constexpr float hardness = 0.7F;
    constexpr std::size_t databases = 11;
    const std::size_t half = columns / 2;
    const Floats features = random_floats(random, half * databases, -1);
    Floats of_databases(databases);
    plain().score_databases(view, features.data(), databases, hardness, of_databases.data());
    for (std::size_t r = 0; r < rows; ++r) {
      const auto row = std::span(all).subspan(r * columns, columns);
      CHECK(expected[r] == doctest::Approx(model.score(row)).epsilon(1e-5));
    }
    for (std::size_t d = 0; d < databases; ++d) {
      Floats row;
      for (std::size_t f = 0; f < half; ++f) row.push_back(features[f * databases + d]);
      for (std::size_t f = 0; f < half; ++f) row.push_back(hardness * row[f]);
      CHECK(of_databases[d] == doctest::Approx(model.score(row)).epsilon(1e-5));
    }
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats scores(rows), others(databases);
      kernels->score(view, all.data(), rows, scores.data());
      kernels->score_databases(view, features.data(), databases, hardness, others.data());
      CHECK(scores == expected);
      CHECK(others == of_databases);
    }
  }
}

TEST_CASE("gaps are to the best visible row, and nothing else is written") {
  Random random(6);
  constexpr std::size_t rows = 6, further = 3;
  for (const std::size_t signals : {8U, 9U, 31U, 70U}) {
    const std::size_t width = 2 * signals + further;
    const Floats before = random_floats(random, rows * width, -3000);
    const std::vector<std::uint8_t> visible{1, 0, 1, 1, 0, 1};
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats after = before, best(signals);
      kernels->add_gaps(after.data(), rows, width, signals, visible.data(), best.data());
      Floats expected = before;
      for (std::size_t s = 0; s < signals; ++s) {
        float greatest = -1e30F;
        for (std::size_t r = 0; r < rows; ++r) {
          if (visible[r] != 0) greatest = std::max(greatest, before[r * width + s]);
        }
        for (std::size_t r = 0; r < rows; ++r) {
          expected[r * width + signals + s] =
              std::max(before[r * width + s] - greatest, RankerKernels::least_gap);
        }
      }
      CHECK(after == expected);
    }
  }
}

TEST_CASE("a name is read from its stems' numbers alike by every instruction set") {
  Random random(7);
  constexpr std::size_t stems = 5, channels = 8, stride = 17;
  const Floats numbers = random_floats(random, stems * stride);
  const std::vector<std::uint32_t> slots{4, 0, 2, 1, 3};
  const std::vector<std::uint32_t> words{3, 0, 2, 4};
  const std::vector<std::uint8_t> of_table{0, 1, 0};
  for (std::size_t named = 0; named <= 3; ++named) {
    const std::span<const std::uint32_t> all(words);
    const NameStems name{all.first(named), all.subspan(named), of_table.data(),
                         slots.data(),     numbers.data(),     stride};
    Floats expected(4 * channels, 0);
    for (std::size_t c = 0; c < channels; ++c) {
      float *of = expected.data() + 4 * c;
      for (std::size_t i = 0; i < words.size(); ++i) {
        const float *at = numbers.data() + slots[words[i]] * stride + c;
        of[3] = std::max(of[3], at[0]);
        if (i >= named) continue;
        of[0] += at[channels];
        of[1] += of_table[i] == 0 ? at[channels] : 0;
        of[2] += at[0];
      }
      if (named > 0) of[2] /= static_cast<float>(named);
    }
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats row(4 * channels, -1);
      kernels->read_name(name, row.data());
      CHECK(row == expected);
    }
  }
}

}  // namespace sluice
