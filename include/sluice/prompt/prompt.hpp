#ifndef SLUICE_PROMPT_PROMPT_HPP
#define SLUICE_PROMPT_PROMPT_HPP

/// The complete prompt that asks a language model for a query. Source: the AST-ranking paper,
/// appendix B, table 8.

#include <span>
#include <string>
#include <string_view>

#include "sluice/prompt/schema_text.hpp"

namespace sluice::inline v0 {

/// An example: a question and the query that answers it.
struct PromptExample {
  std::string_view question;
  std::string_view sql;
};

/// A value of a column that the question seems to name.
struct PromptValue {
  ColumnId column;
  std::string_view value;
};

/// The parts of a prompt besides the schema and the question. The spans must outlive the call.
struct PromptContext {
  std::span<const PromptExample> examples;  ///< The best ones first.
  std::span<const PromptValue> values;      ///< Ids are those of the subset's catalog.
};

/// The schema, the values, the task, the examples, the question, and "SQL:" for the model to
/// continue. Names the dialect of the databases; values are cut after 300 bytes, on one line and in
/// quotes. `options.token_budget` limits the whole prompt; the examples get at most half of it.
/// The last examples, and all values, are dropped if they do not fit. Throws Error(limit_exceeded)
/// if the question alone does not fit.
std::string make_prompt(const Subset &subset, std::string_view question,
                        SchemaTextOptions options = {}, const PromptContext &context = {});

}  // namespace sluice::inline v0

#endif
