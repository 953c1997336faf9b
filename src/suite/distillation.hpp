#ifndef SLUICE_SRC_SUITE_DISTILLATION_HPP
#define SLUICE_SRC_SUITE_DISTILLATION_HPP

/// What a distillation knows about gold queries and about the databases that it tried, and the
/// report of it.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gold_trial.hpp"
#include "set_cover.hpp"
#include "sluice/suite/constraints.hpp"
#include "sluice/suite/distiller.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0::suite {

/// State of a gold query during distillation.
struct Work {
  std::unique_ptr<GoldTrial> trial;
  std::uint32_t lines = 1;
  std::vector<std::uint32_t> alive;
  std::map<std::uint32_t, std::size_t>
      distinguished;  // by candidate: number of neighbors it distinguished first
  std::optional<std::uint32_t> rows_shown;  // the first candidate with rows
  std::optional<std::uint32_t> ran;         // the first candidate that it ran on

  bool done() const noexcept { return alive.empty() && rows_shown.has_value(); }
};

/// A database that was kept.
struct Candidate {
  std::string origin;
  TestDatabase database;
  std::size_t distinguished = 0;
};

struct Distilled {
  const Constraints &constraints;
  std::span<const AnyMutator> mutators;
  std::span<const Work> works;  // by gold
  std::span<const Candidate> candidates;
};

/// The part of the suite for one schema. `serving` has the candidates that serve each gold.
SuiteSchema report_of(const Distilled &distilled, std::vector<Serving> serving);

}  // namespace sluice::inline v0::suite

#endif
