#ifndef SLUICE_LLM_SCHEMA_CHOICE_HPP
#define SLUICE_LLM_SCHEMA_CHOICE_HPP

/// Which of several candidate schemas a language model or a person is to go on with.
/// Source: Wang et al. 2024 (DBCopilot), section 3.6.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"

namespace sluice {

/// How candidate schemas come into the prompt that asks for SQL.
enum class SchemaStrategy : std::uint8_t {
  best,     ///< The first one alone.
  several,  ///< All of them, one after the other.
  chain,    ///< One that the model chooses, asked before.
  human,    ///< One that a person chooses.
};

/// A database that may answer, and its schema in a few lines.
struct SchemaCandidate {
  std::string name;
  std::string schema;
};

/// Asks for the number of the schema that answers the question best, in brackets, from 1.
std::string schema_choice_prompt(std::string_view question,
                                 std::span<const SchemaCandidate> candidates);

/// The position in `candidates` that an answer means: by the last number in brackets, else by the
/// only name that it names, else by its first number. What is out of range, or says nothing, is the
/// first candidate. Never fails; O(size × candidates).
std::size_t schema_choice_in(std::string_view answer, std::span<const SchemaCandidate> candidates);

/// Asks; one candidate is chosen without. Throws what the completer throws, and
/// Error(invalid_argument) if there is no candidate.
std::size_t choose_schema(const AnyCompleter &completer, std::string_view question,
                          std::span<const SchemaCandidate> candidates,
                          const CancellationToken &token = {});

}  // namespace sluice

#endif
