#ifndef SLUICE_PROMPT_PROMPT_HPP
#define SLUICE_PROMPT_PROMPT_HPP

/// The whole text that asks a language model for a query.
/// Source: the AST-ranking paper, appendix B, table 8.

#include <span>
#include <string>
#include <string_view>

#include "sluice/prompt/schema_text.hpp"

namespace sluice::inline v0 {

/// A question that was answered before.
struct PromptExample {
  std::string_view question;
  std::string_view sql;
};

/// A value that a column holds and the question seems to name.
struct PromptValue {
  ColumnId column;
  std::string_view value;
};

/// What a prompt says besides the schema and the question; views, for the call.
struct PromptContext {
  std::span<const PromptExample> examples;  ///< The best ones first.
  std::span<const PromptValue> values;      ///< Of columns of the subset's catalog.
};

/// The schema, the values, the task, the examples, the question, and "SQL:" to go on from.
/// `options.token_budget` holds for the whole prompt; of the examples, the last ones are left out
/// where all would take more than half of it. Throws Error(limit_exceeded) if the question alone
/// does not fit.
std::string make_prompt(const Subset &subset, std::string_view question,
                        SchemaTextOptions options = {}, const PromptContext &context = {});

}  // namespace sluice::inline v0

#endif
