#ifndef SLUICE_TESTS_ROUTE_COVERED_HPP
#define SLUICE_TESTS_ROUTE_COVERED_HPP

/// Random databases and what the words of a question cover in them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "route/features/database_grid.hpp"
#include "route/features/kernels/ranker_kernels.hpp"
#include "sluice/core/random.hpp"

namespace sluice::test {

using Floats = std::vector<float>;
using route_detail::CoverSums;
using route_detail::DatabaseGrid;
using route_detail::JoinedRows;
using route_detail::RankerKernels;

inline Floats random_floats(Random &random, std::size_t count, double from = 0) {
  Floats numbers(count);
  for (float &x : numbers) x = static_cast<float>(from + random.unit() * (1 - from));
  return numbers;
}

/// Databases with 0 to 11 tables, some without a word of the question.
struct Covered {
  Covered(Random &random, std::size_t words_) : words(words_) {
    weights = random_floats(random, words);
    for (std::size_t w = 0; w < words; ++w) counted.push_back(static_cast<float>(random.below(2)));
    while (first_table.size() <= databases) {
      const auto number = static_cast<std::uint32_t>(random.below(12));
      for (std::uint32_t t = 0; t < number; ++t) {
        owner.push_back(first_table.size() - 1);
        for (std::uint32_t other = 0; other < t; ++other) {
          if (random.below(3) == 0)
            joined.emplace_back(first_table.back() + other, first_table.back() + t);
        }
      }
      first_table.push_back(first_table.back() + number);
    }
    grid = DatabaseGrid(first_table);
    for (const auto &[a, b] : joined) {
      const auto row_of = [&](std::uint32_t table) { return grid.place_of[table] / 8; };
      JoinedRows &rows = joined_rows.emplace_back();
      rows.first = row_of(a);
      rows.second = row_of(b);
      rows.bounds[grid.place_of[a] % 8] = 1e30F;
    }
    in_tables = drawn(random, grid.size(), grid.place_of);
    in_databases = drawn(random, grid.databases(), grid.place_of_database);
    in_names = in_tables;
    for (float &at : in_names) at *= static_cast<float>(random.below(2));
    for (std::size_t w = 0; w < words; ++w) {
      for (const Floats *of : {&in_names, &in_tables, &in_databases}) {
        const auto size = static_cast<std::ptrdiff_t>(of->size() / words);
        const auto first = of->begin() + static_cast<std::ptrdiff_t>(w) * size;
        cells.insert(cells.end(), first, first + size);
      }
    }
  }

  /// All sums in one vector.
  Floats sums(const RankerKernels &kernels) const {
    Floats all(6 * grid.databases() + 4 * grid.size(), -1);
    const auto of_database = [&](std::size_t k) { return all.data() + k * grid.databases(); };
    const auto of_table = [&](std::size_t k) {
      return all.data() + 6 * grid.databases() + k * grid.size();
    };
    kernels.fill({words, grid.size(), grid.databases(), weights.data(), counted.data(),
                  cells.data(), grid.first_row, joined_rows},
                 CoverSums{of_database(0), of_database(1), of_database(2), of_database(3),
                           of_database(4), of_database(5), of_table(0), of_table(1), of_table(2),
                           of_table(3)});
    return all;
  }

  static constexpr std::size_t databases = 19;
  std::size_t words;
  std::vector<std::uint32_t> first_table{0};
  std::vector<std::size_t> owner;
  DatabaseGrid grid;
  Floats weights, counted, in_tables, in_names, in_databases, cells;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  std::vector<JoinedRows> joined_rows;

 private:
  Floats drawn(Random &random, std::size_t size, const std::vector<std::uint32_t> &places) const {
    Floats made(words * size, 0);
    for (const std::uint32_t place : places) {
      if (random.below(2) == 0) continue;
      for (std::size_t w = 0; w < words; ++w) {
        if (random.below(2) == 0)
          made[w * size + place] = weights[w] * static_cast<float>(random.unit());
      }
    }
    return made;
  }
};

}  // namespace sluice::test

#endif
