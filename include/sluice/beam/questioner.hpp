#ifndef SLUICE_BEAM_QUESTIONER_HPP
#define SLUICE_BEAM_QUESTIONER_HPP

/// Generates a question that a user might ask about a schema, so that a router can be trained
/// before there are real questions.
/// Source: Wang et al. 2024 (DBCopilot), section 3.4.

#include <concepts>
#include <string>

#include "sluice/beam/schema_walks.hpp"
#include "sluice/core/random.hpp"

namespace sluice::inline v0 {

/// `question(sampled, random)` generates a question whose query reads the sampled schema. The same
/// schema and random numbers give the same question, as far as the model allows. Thread-safe; may
/// throw its own errors.
template <class T>
concept Questioner = requires(const T &questioner, const SampledSchema &sampled, Random &random) {
  { questioner.question(sampled, random) } -> std::same_as<std::string>;
};

}  // namespace sluice::inline v0

#endif
