/// The ranker's arithmetic with each instruction set of this processor: the plain set is compared
/// with its definition, the others with the plain one, bit for bit.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "covered.hpp"
#include "route/features/database_grid.hpp"
#include "route/features/kernels/ranker_kernels.hpp"
#include "sluice/core/random.hpp"
#include "sluice/learn/linear_model.hpp"

namespace sluice {
namespace {

using route_detail::DatabaseGrid;
using route_detail::LinearRow;
using route_detail::NameStems;
using route_detail::RankerKernels;
using route_detail::TableSignal;
using test::Covered;
using test::Floats;
using test::random_floats;

std::span<const RankerKernels *const> sets() { return route_detail::runnable_ranker_kernels(); }
const RankerKernels &plain() { return *sets().front(); }

/// Compares with the definition of the sums, in any order of addition.
void check_definition(const Covered &of, const Floats &all) {
  const DatabaseGrid &grid = of.grid;
  const std::size_t databases = Covered::databases, count = of.owner.size();
  const auto cell = [&](const Floats &cells, std::size_t table, std::size_t w) {
    return double{cells[w * grid.size() + grid.place_of[table]]};
  };
  const auto close = [](double expected) { return doctest::Approx(expected).epsilon(1e-5); };
  const auto of_database = [&](std::size_t k, std::size_t d) {
    return all[k * grid.databases() + grid.place_of_database[d]];
  };
  const auto of_table = [&](std::size_t k, std::size_t t) {
    return all[6 * grid.databases() + k * grid.size() + grid.place_of[t]];
  };
  std::vector<double> best_pair(databases, 0), pair(count, 0);
  for (std::size_t d = 0; d < databases; ++d) {
    double covered = 0, uncovered = 0, named = 0, own = 0, best = 0;
    for (std::size_t w = 0; w < of.words; ++w) {
      double whole = 0, name = 0;
      for (std::size_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
        whole = std::max(whole, cell(of.in_tables, t, w));
        name = std::max(name, cell(of.in_names, t, w));
      }
      const double own_name =
          double{of.in_databases[w * grid.databases() + grid.place_of_database[d]]};
      covered += std::max(whole, own_name);
      uncovered += std::max(whole, own_name) * double{of.counted[w]};
      named += name;
      own += own_name;
    }
    for (std::size_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
      double table = 0, name = 0, unique = 0;
      for (std::size_t w = 0; w < of.words; ++w) {
        double others = 0;
        for (std::size_t u = of.first_table[d]; u < of.first_table[d + 1]; ++u)
          others += cell(of.in_tables, u, w);
        const double weight = double{of.weights[w]};
        table += cell(of.in_tables, t, w);
        name += cell(of.in_names, t, w);
        if (weight > 0) unique += cell(of.in_tables, t, w) * weight / std::max(weight, others);
      }
      CHECK(of_table(0, t) == close(table));
      CHECK(of_table(1, t) == close(name));
      CHECK(of_table(2, t) == close(unique));
      best = std::max(best, table);
      pair[t] = table;
    }
    best_pair[d] = best;
    CHECK(of_database(0, d) == close(covered));
    CHECK(of_database(1, d) == close(uncovered));
    CHECK(of_database(2, d) == close(named));
    CHECK(of_database(3, d) == close(own));
    CHECK(of_database(4, d) == close(best));
  }
  for (const auto &[a, b] : of.joined) {
    double both = 0;
    for (std::size_t w = 0; w < of.words; ++w)
      both += std::max(cell(of.in_tables, a, w), cell(of.in_tables, b, w));
    for (double *of_pair : {&pair[a], &pair[b], &best_pair[of.owner[a]]})
      *of_pair = std::max(*of_pair, both);
  }
  for (std::size_t d = 0; d < databases; ++d) CHECK(of_database(5, d) == close(best_pair[d]));
  for (std::size_t t = 0; t < count; ++t) CHECK(of_table(3, t) == close(pair[t]));
}

}  // namespace

TEST_CASE("a grid gives each table a different place, in its database's column") {
  Random random(2);
  for (int draw = 0; draw < 5; ++draw) {
    const Covered of(random, 1);
    const DatabaseGrid &grid = of.grid;
    std::size_t wrong = 0;
    for (std::size_t d = 0; d < Covered::databases; ++d) {
      const std::uint32_t place = grid.place_of_database[d];
      for (std::uint32_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
        const std::uint32_t row = grid.first_row[place / 8] + (t - of.first_table[d]);
        wrong += grid.place_of[t] != row * 8 + place % 8 || row >= grid.first_row[place / 8 + 1];
        wrong += grid.at[grid.place_of[t]] != t;
      }
    }
    CHECK(wrong == 0);
    const auto lacking = std::ranges::count(grid.at, DatabaseGrid::none);
    CHECK(static_cast<std::size_t>(lacking) == grid.size() - of.owner.size());
  }
}

TEST_CASE(
    "the sums of covers match their definition and have the same bits with every instruction set") {
  Random random(3);
  for (const std::size_t words : {1U, 3U, 5U, 6U, 7U, 8U, 9U, 13U, 30U}) {
    for (int draw = 0; draw < 2; ++draw) {
      const Covered covered(random, words);
      const Floats expected = covered.sums(plain());
      check_definition(covered, expected);
      for (const RankerKernels *kernels : sets()) {
        CAPTURE(std::string(kernels->name));
        CHECK(covered.sums(*kernels) == expected);
      }
    }
  }
}

TEST_CASE("merging covers keeps the greater strength and resets the other cover") {
  Random random(4);
  constexpr std::size_t count = 48;
  const Floats mine = random_floats(random, count), theirs = random_floats(random, count);
  const Floats initial = random_floats(random, count);
  for (const RankerKernels *kernels : sets()) {
    CAPTURE(std::string(kernels->name));
    Floats target = mine, others = theirs;
    kernels->merge_and_reset(target.data(), others.data(), initial.data(), count);
    Floats expected;
    for (std::size_t i = 0; i < count; ++i) expected.push_back(std::max(mine[i], theirs[i]));
    CHECK(target == expected);
    CHECK(others == initial);
  }
}

TEST_CASE("the best visible tables of each database and the gaps between databases are found") {
  Random random(8);
  for (int draw = 0; draw < 6; ++draw) {
    const Covered of(random, 1);
    const DatabaseGrid &grid = of.grid;
    const Floats values = random_floats(random, grid.size(), -1);
    Floats bounds(grid.size(), -1e30F), of_databases(grid.databases(), -1e30F);
    Floats best(grid.databases(), 0), both(best), five(5 * grid.databases(), -2), shown(values);
    std::vector<float> bests;  // of visible databases
    for (std::size_t d = 0; d < Covered::databases; ++d) {
      std::vector<float> falling;
      for (std::uint32_t t = of.first_table[d]; t < of.first_table[d + 1]; ++t) {
        if (random.below(4) == 0) continue;
        bounds[grid.place_of[t]] = 1e30F;
        falling.push_back(values[grid.place_of[t]]);
      }
      std::ranges::sort(falling, std::greater<>());
      const std::size_t place = grid.place_of_database[d];
      for (std::size_t rank = 0; rank < std::min<std::size_t>(5, falling.size()); ++rank)
        five[rank * grid.databases() + place] = falling[rank];
      if (falling.empty()) continue;
      best[place] = both[place] = falling[0];
      if (falling.size() > 1 && falling[1] > 0) both[place] += falling[1];
      if (draw % 3 == 0 || random.below(3) == 0) continue;
      of_databases[place] = 1e30F;
      bests.push_back(falling[0]);
    }
    for (std::size_t place = 0; place < shown.size(); ++place)
      shown[place] = bounds[place] > 0 ? shown[place] : -2;
    std::ranges::sort(bests, std::greater<>());
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats found(best.size()), two(best.size()), alone(best.size()), ranks(five.size());
      const TableSignal signal{values.data(), bounds.data(), grid.first_row, grid.databases()};
      kernels->best_two(signal, found.data(), two.data());
      kernels->best_two(signal, alone.data(), nullptr);
      CHECK(found == best);
      CHECK(two == both);
      CHECK(alone == best);
      kernels->five_best(shown.data(), grid.first_row, grid.databases(), ranks.data());
      CHECK(ranks == five);
      Floats gaps(best.size());
      kernels->compare_databases(found.data(), of_databases.data(), found.size(), gaps.data());
      std::size_t wrong = 0, leaders = 0;
      for (std::size_t place = 0; place < gaps.size(); ++place) {
        if (of_databases[place] < 0) continue;
        const bool leads = best[place] == bests[0] && leaders++ == 0;
        const float next = bests.size() > 1 ? bests[1] : bests[0];
        wrong +=
            found[place] != best[place] || gaps[place] != best[place] - (leads ? next : bests[0]);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the best of a run is its greatest value, whatever follows the last run") {
  Random random(12);
  constexpr float lowest = -0.5F;
  constexpr std::size_t beyond = 7;
  for (int draw = 0; draw < 8; ++draw) {
    std::vector<std::uint32_t> first{0};
    while (first.size() <= 50)
      first.push_back(first.back() + static_cast<std::uint32_t>(random.below(20)));
    Floats values = random_floats(random, first.back(), -1);
    Floats expected;
    for (std::size_t run = 0; run + 1 < first.size(); ++run) {
      const auto of_run =
          std::span(values).subspan(first[run], first[run + 1] - std::size_t{first[run]});
      expected.push_back(lowest);
      for (const float value : of_run) expected.back() = std::max(expected.back(), value);
    }
    values.resize(values.size() + beyond, 2);
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats best(expected.size());
      kernels->best_of_runs(values.data(), first, lowest, best.data());
      CHECK(best == expected);
    }
  }
}

TEST_CASE(
    "fused signals have the same bits with every instruction set, and values above a floor are found") {
  Random random(11);
  constexpr std::size_t places = 48, count = 5;
  constexpr float floor = 0.25F;
  const Floats signals = random_floats(random, count * places, -1);
  const Floats weights = random_floats(random, count, -1);
  Floats expected(places, 0.5F);
  std::vector<std::uint32_t> expected_above;
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t at = 0; at < places; ++at)
      expected[at] += weights[s] * signals[s * places + at];
  }
  const std::size_t odd = signals.size() - 3;
  for (std::uint32_t i = 0; i < odd; ++i) {
    if (signals[i] > floor) expected_above.push_back(i);
  }
  for (const RankerKernels *kernels : sets()) {
    CAPTURE(std::string(kernels->name));
    Floats sums(places);
    kernels->fuse(signals.data(), places, weights.data(), count, 0.5F, sums.data());
    CHECK(sums == expected);
    std::vector<std::uint32_t> above(odd);
    above.resize(kernels->above(signals.data(), odd, floor, above.data()));
    CHECK(above == expected_above);
  }
}

TEST_CASE("scaled ratios have the same bits with every instruction set") {
  Random random(9);
  constexpr std::size_t count = 24;
  const Floats start = random_floats(random, count), sums = random_floats(random, count);
  std::vector<double> expected;
  for (std::size_t i = 0; i < count; ++i)
    expected.push_back(double{start[i]} * (1 + double{sums[i]} * 0.3));
  for (const RankerKernels *kernels : sets()) {
    CAPTURE(std::string(kernels->name));
    std::vector<double> ratios(start.begin(), start.end());
    Floats taken = sums;
    kernels->scale_ratios(ratios.data(), taken.data(), count, 0.3);
    CHECK(ratios == expected);
    CHECK(taken == Floats(count, 0));
  }
}

TEST_CASE("logarithms are exact to a float and have the same bits with every instruction set") {
  // Around each power of √2, where the series changes, up to the product of 40 words.
  std::vector<double> ratios{1, std::nextafter(1.0, 2.0), 1 + 1e-9, 1e300, 0x1p1023};
  for (double around = 1; around < 1e30; around *= std::sqrt(2.0)) {
    for (const double part : {1 - 1e-12, 1.0, 1 + 1e-12, 1.1, 1.35}) {
      if (around * part >= 1) ratios.push_back(around * part);
    }
  }
  ratios.resize(ratios.size() / 8 * 8);
  constexpr float share = 0.125F;  // exact
  Floats expected;
  for (const double ratio : ratios) expected.push_back(share * static_cast<float>(std::log(ratio)));
  for (const RankerKernels *kernels : sets()) {
    CAPTURE(std::string(kernels->name));
    Floats logarithms(ratios.size(), -1);
    kernels->logarithms(ratios.data(), ratios.size(), share, logarithms.data());
    CHECK(logarithms == expected);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      constexpr double half_a_digit = 0x1p-24;
      const double logarithm = share * std::log(ratios[i]);
      CHECK(std::abs(double{logarithms[i]} - logarithm) <= 1.001 * half_a_digit * logarithm);
    }
  }
}

TEST_CASE(
    "databases have the scores of the linear model, with the same bits for every instruction set") {
  Random random(5);
  for (const std::size_t columns : {1U, 2U, 4U, 6U, 8U, 10U, 14U, 92U, 144U}) {
    CAPTURE(columns);
    LinearModel model;
    model.standardizer = Standardizer(random_floats(random, columns, -1),
                                      random_floats(random, columns, 0.01));  // some are clipped
    model.weights = random_floats(random, columns, -1);
    model.bias = 0.25F;
    const LinearRow view{columns,
                         model.weights.data(),
                         model.standardizer.means().data(),
                         model.standardizer.inverses().data(),
                         Standardizer::limit,
                         model.bias};
    constexpr std::size_t databases = 11;
    const Floats features = random_floats(random, columns * databases, -1);
    Floats of_databases(databases);
    plain().score_databases(view, features.data(), databases, of_databases.data());
    for (std::size_t d = 0; d < databases; ++d) {
      Floats row;
      for (std::size_t f = 0; f < columns; ++f) row.push_back(features[f * databases + d]);
      CHECK(of_databases[d] == doctest::Approx(model.score(row)).epsilon(1e-5));
    }
    for (const RankerKernels *kernels : sets()) {
      CAPTURE(std::string(kernels->name));
      Floats others(databases);
      kernels->score_databases(view, features.data(), databases, others.data());
      CHECK(others == of_databases);
    }
  }
}

TEST_CASE("gaps are relative to the best visible row, and nothing else is written") {
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
              std::max(before[r * width + s] - greatest, RankerKernels::min_gap);
        }
      }
      CHECK(after == expected);
    }
  }
}

TEST_CASE("the numbers of a name have the same bits with every instruction set") {
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
