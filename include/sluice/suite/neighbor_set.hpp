#ifndef SLUICE_SUITE_NEIGHBOR_SET_HPP
#define SLUICE_SUITE_NEIGHBOR_SET_HPP

/// The neighbors of one gold query, and what became of all that were made.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice {

/// What became of a query that a mutator made.
enum class NeighborFate : std::uint8_t {
  kept,
  same_text,          ///< As gold, up to blanks and case.
  same_but_counts,    ///< As gold once what COUNT counts is blanked (the paper's rule).
  proved_by_form,     ///< Has gold's normal form: the same rows on every legal database.
  proved_by_program,  ///< SQLite runs the same program for it.
  repeated_text,      ///< As another neighbor, up to blanks and case.
  repeated_form,      ///< Has another neighbor's normal form.
  repeated_program,   ///< SQLite runs the same program for it as for another neighbor.
  not_runnable,       ///< Not even on tables without rows.
  unstable,           ///< Its result differs from run to run.
};

inline constexpr std::size_t neighbor_fates = static_cast<std::size_t>(NeighborFate::unstable) + 1;

/// Such as "proved_by_form". A static string.
std::string_view name_of(NeighborFate fate) noexcept;

struct Neighbor {
  std::string text;
  /// Which mutator made it first: a position among those that were asked.
  std::uint32_t mutator = 0;
  TextSpan changed;
  /// How many that were made are this one: texts, forms or programs that repeat it count.
  std::uint32_t copies = 1;
  /// kept, proved_by_form or proved_by_program.
  NeighborFate fate = NeighborFate::kept;
};

struct NeighborSet {
  /// Empty, or why there are no neighbors: gold itself does not run, or its result differs from run
  /// to run.
  std::string gold_problem;
  /// To be told apart from gold, in the order in which they were made.
  std::vector<Neighbor> neighbors;
  /// Proved to be no different from gold; nothing needs to tell them apart.
  std::vector<Neighbor> proved;
  /// For each mutator that was asked, how many of its queries met each fate.
  std::vector<std::array<std::uint64_t, neighbor_fates>> fates;
  /// Whether every mutator came to its end within the bounds.
  bool complete = true;

  std::uint64_t count(NeighborFate fate) const noexcept {
    std::uint64_t sum = 0;
    for (const auto &counts : fates) sum += counts[static_cast<std::size_t>(fate)];
    return sum;
  }
};

}  // namespace sluice

#endif
