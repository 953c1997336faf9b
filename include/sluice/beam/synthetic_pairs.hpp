#ifndef SLUICE_BEAM_SYNTHETIC_PAIRS_HPP
#define SLUICE_BEAM_SYNTHETIC_PAIRS_HPP

/// Synthesizes questions from a catalog, with the schemas that they are about.
/// Source: Wang et al. 2024 (DBCopilot), section 3.4.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sluice/beam/questioner.hpp"
#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {

/// Samples `count` walks and generates a question for each. Each pair has its own random numbers,
/// which depend only on the seed and its position; a longer list therefore starts with the pairs of
/// a shorter one. Throws what the questioner throws, and Error(cancelled).
template <Questioner Model>
std::vector<RoutingPair> synthesize_pairs(const SchemaWalks &walks, const Model &questioner,
                                          std::size_t count, std::uint64_t seed,
                                          const Progress &progress = {}) {
  std::vector<RoutingPair> pairs;
  pairs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 1024 == 0) progress.step("synthesizing questions", i, count);
    // Seeding a generator with the output of another puts the seeds far apart in SplitMix64's
    // sequence.
    Random random(Random(seed ^ (0x9e3779b97f4a7c15U * (i + 1)))());
    SampledSchema sampled = walks.sample(random);
    std::string question = questioner.question(sampled, random);
    pairs.push_back({std::move(question), std::move(sampled)});
  }
  return pairs;
}

/// The same without a language model. Templates, words and query sizes are mined from `asked`. If
/// that is empty, uses the built-in templates and WordNet's words, if they are compiled in. Throws
/// Error: invalid_argument (no database has a table), cancelled.
std::vector<RoutingPair> synthesize_pairs(const JoinGraphs &graphs,
                                          std::span<const RoutingPair> asked, std::size_t count,
                                          std::uint64_t seed, const Progress &progress = {});

/// The default number of training pairs for a catalog of this size: 50 per table, in [200, 20,000].
std::size_t usual_pair_count(const Catalog &catalog) noexcept;

}  // namespace sluice::inline v0

#endif
