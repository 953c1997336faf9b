#ifndef SLUICE_LLM_SCHEMA_CHOICE_HPP
#define SLUICE_LLM_SCHEMA_CHOICE_HPP

/// Chooses one of several candidate schemas, by a language model or a person. Source: Wang et al.
/// 2024 (DBCopilot), section 3.6.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"

namespace sluice::inline v0 {

/// Which candidate schemas are in the prompt that asks for SQL.
enum class SchemaStrategy : std::uint8_t {
  best,     ///< Only the first.
  several,  ///< All, in order.
  chain,    ///< One that the model chooses in an earlier request.
  human,    ///< One that a person chooses.
};

/// A candidate database, and its schema in a few lines.
struct SchemaCandidate {
  std::string name;
  std::string schema;
};

/// Returns a prompt that asks for the number, in brackets and from 1, of the best schema.
std::string schema_choice_prompt(std::string_view question,
                                 std::span<const SchemaCandidate> candidates);

/// Returns the position in `candidates` that an answer means: by the last number in brackets, else
/// by the name if it contains exactly one, else by its first number. If that is out of range or
/// missing, returns 0. Never fails. O(size × candidates).
std::size_t schema_choice_in(std::string_view answer, std::span<const SchemaCandidate> candidates);

/// Asks the model for a choice, unless there is only one candidate. Throws what the completer
/// throws, and Error(invalid_argument) if there is no candidate.
std::size_t choose_schema(const AnyCompleter &completer, std::string_view question,
                          std::span<const SchemaCandidate> candidates,
                          const CancellationToken &token = {});

}  // namespace sluice::inline v0

#endif
