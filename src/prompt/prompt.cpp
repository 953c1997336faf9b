#include "sluice/prompt/prompt.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "prompt/tokens.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

std::string database_names(const Subset &subset) {
  std::string names;
  std::set<DatabaseId> named;
  for (const SubsetColumn &column : subset.columns) {
    const DatabaseId database = subset.catalog->database_of(column.id);
    if (!named.insert(database).second) continue;
    if (!names.empty()) names += ", ";
    names += one_line(subset.catalog->database(database).name());
  }
  return names;
}

/// The values as SQL comments, so that a parser still accepts the schema.
std::string values_text(const Subset &subset, std::span<const PromptValue> values) {
  std::string text;
  for (const PromptValue &value : values) {
    const Catalog &catalog = *subset.catalog;
    const std::string line = one_line(value.value);
    text += fmt::format("-- {}.{} holds {}\n",
                        quoted_name(catalog.table(catalog.table_of(value.column)).name),
                        quoted_name(catalog.column(value.column).name), sql::quote_string(line));
  }
  return text;
}

/// The longest prefix of the examples that takes at most `max_tokens`.
std::string examples_text(std::span<const PromptExample> examples, std::size_t max_tokens) {
  std::string text;
  std::size_t tokens = 0;
  for (const PromptExample &example : examples) {
    std::string one =
        fmt::format("Question: {}\nSQL: {}\n", one_line(example.question), one_line(example.sql));
    if (text.empty()) one.insert(0, "# Some examples of similar problems:\n");
    tokens += estimate_tokens(one);
    if (tokens > max_tokens) break;
    text += one;
  }
  return text;
}

}  // namespace

std::string make_prompt(const Subset &subset, std::string_view question, SchemaTextOptions options,
                        const PromptContext &context) {
  const std::string names = database_names(subset);
  const std::string before = fmt::format("# Given SQLite database schema {}:\n", names);
  const std::string task = "# Your task is to translate Question into SQL.\n";
  const std::string after = fmt::format("# Complete the following SQL for schema {}:\n"
                                        "Question: {}\nSQL:",
                                        names, one_line(question));
  const auto take = [&options](const std::string &text) {
    const std::size_t tokens = estimate_tokens(text);
    if (tokens > options.token_budget) return false;
    options.token_budget -= tokens;
    return true;
  };
  const std::size_t budget = options.token_budget;
  if (!take(before + task + after)) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the question alone takes about {} tokens of a budget of {}",
                            estimate_tokens(before + task + after), budget));
  }
  std::string values = values_text(subset, context.values);
  if (!take(values)) values.clear();
  const std::string examples =
      examples_text(context.examples, std::min(budget / 2, options.token_budget));
  take(examples);
  return before + schema_text(subset, options).text + values + task + examples + after;
}

}  // namespace sluice::inline v0
