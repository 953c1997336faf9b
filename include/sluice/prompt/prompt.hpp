#ifndef SLUICE_PROMPT_PROMPT_HPP
#define SLUICE_PROMPT_PROMPT_HPP

/// The whole text that asks a language model for a query.
/// Source: the AST-ranking paper, appendix B, table 8.

#include <string>
#include <string_view>

#include "sluice/prompt/schema_text.hpp"

namespace sluice {

/// The schema, the task, the question, and "SQL:" to go on from. `options.token_budget` holds for
/// the whole prompt. Throws Error(limit_exceeded) if the question alone does not fit.
std::string make_prompt(const Subset &subset, std::string_view question,
                        SchemaTextOptions options = {});

}  // namespace sluice

#endif
