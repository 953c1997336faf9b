#ifndef SLUICE_SUITE_NEIGHBOR_SET_HPP
#define SLUICE_SUITE_NEIGHBOR_SET_HPP

/// The neighbors of one gold query, and what happened to every generated query.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice::inline v0 {

/// What happened to a query that a mutator generated.
enum class NeighborFate : std::uint8_t {
  kept,
  same_text,        ///< Equals the gold, up to whitespace and case.
  same_but_counts,  ///< Equals the gold once the arguments of COUNT are blanked (the paper's rule).
  proved_by_form,   ///< Has the gold's normal form: the same rows on every legal database.
  proved_by_program,  ///< SQLite compiles it to the gold's program.
  repeated_text,      ///< Equals another neighbor, up to whitespace and case.
  repeated_form,      ///< Has another neighbor's normal form.
  repeated_program,   ///< SQLite compiles it to the program of another neighbor.
  not_runnable,       ///< Fails even on empty tables.
  unstable,           ///< Its result differs from run to run.
};

inline constexpr std::size_t neighbor_fates = static_cast<std::size_t>(NeighborFate::unstable) + 1;

/// Such as "proved_by_form". A static string.
std::string_view name_of(NeighborFate fate) noexcept;

struct Neighbor {
  std::string text;
  /// The first mutator that generated it: a position among the mutators used.
  std::uint32_t mutator = 0;
  TextSpan changed;
  /// How many generated queries it represents, including those with the same text, form or program.
  std::uint32_t copies = 1;
  /// kept, proved_by_form or proved_by_program.
  NeighborFate fate = NeighborFate::kept;
};

struct NeighborSet {
  /// Empty, or why there are no neighbors: the gold itself does not run, or its result differs from
  /// run to run.
  std::string gold_problem;
  /// Neighbors to be distinguished from the gold, in the order in which they were generated.
  std::vector<Neighbor> neighbors;
  /// Neighbors that are proved equivalent to the gold; no database needs to distinguish them.
  std::vector<Neighbor> proved;
  /// For each mutator used, the number of its queries with each fate.
  std::vector<std::array<std::uint64_t, neighbor_fates>> fates;
  /// Whether every mutator finished within the limits.
  bool complete = true;

  std::uint64_t count(NeighborFate fate) const noexcept {
    std::uint64_t sum = 0;
    for (const auto &counts : fates) sum += counts[static_cast<std::size_t>(fate)];
    return sum;
  }
};

}  // namespace sluice::inline v0

#endif
