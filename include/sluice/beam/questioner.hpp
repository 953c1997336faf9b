#ifndef SLUICE_BEAM_QUESTIONER_HPP
#define SLUICE_BEAM_QUESTIONER_HPP

/// From a schema back to a question that somebody might ask of it, so that a router can be trained
/// where nobody has asked anything yet.
/// Source: Wang et al. 2024 (DBCopilot), section 3.4.

#include <concepts>
#include <string>

#include "sluice/beam/schema_walks.hpp"
#include "sluice/core/random.hpp"

namespace sluice {

/// `question(sampled, random)` makes up a question whose query reads the sampled schema. The same
/// schema and random numbers give the same question, as far as the model can promise it. Safe to
/// call from many threads; may throw what its own work throws.
template <class T>
concept Questioner = requires(const T &questioner, const SampledSchema &sampled, Random &random) {
  { questioner.question(sampled, random) } -> std::same_as<std::string>;
};

}  // namespace sluice

#endif
