#include "sluice/prompt/prompt.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "comments.hpp"
#include "prompt/tokens.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/quoted_names.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0 {
namespace {

// Longer values are cut.
constexpr std::size_t max_prompt_value_bytes = 300;

/// The databases of the subset, in its order.
std::vector<DatabaseId> databases_of(const Subset &subset) {
  std::vector<DatabaseId> databases;
  std::set<DatabaseId> known;
  for (const SubsetColumn &column : subset.columns) {
    const DatabaseId database = subset.catalog->database_of(column.id);
    if (known.insert(database).second) databases.push_back(database);
  }
  return databases;
}

std::string joined_databases(const Catalog &catalog, std::span<const DatabaseId> databases,
                             bool with_dialects) {
  std::string names;
  for (const DatabaseId id : databases) {
    const Database &database = catalog.database(id);
    if (!names.empty()) names += ", ";
    names += one_line(database.name());
    if (with_dialects) names += fmt::format(" ({})", sql::dialect_title(database.dialect()));
  }
  return names;
}

/// "SQLite database schema shop", "database schemas shop (SQLite), sales (PostgreSQL)".
std::string schemas_text(const Catalog &catalog, std::span<const DatabaseId> databases) {
  const auto dialect = [&](DatabaseId id) { return catalog.database(id).dialect(); };
  const bool is_one = std::ranges::all_of(
      databases, [&](DatabaseId id) { return dialect(id) == dialect(databases.front()); });
  if (!is_one) return "database schemas " + joined_databases(catalog, databases, true);
  const sql::Dialect common = databases.empty() ? sql::Dialect::sqlite : dialect(databases.front());
  return fmt::format("{} database schema {}", sql::dialect_title(common),
                     joined_databases(catalog, databases, false));
}

/// The values as SQL comments, so that a parser still accepts the schema.
std::string values_text(const Subset &subset, std::span<const PromptValue> values) {
  std::string text;
  for (const PromptValue &value : values) {
    const Catalog &catalog = *subset.catalog;
    const sql::Dialect dialect = catalog.database(catalog.database_of(value.column)).dialect();
    const Table &table = catalog.table(catalog.table_of(value.column));
    text +=
        fmt::format("-- {}.{} holds {}\n", one_line(quoted_table(table, dialect)),
                    one_line(quoted_column(catalog.column(value.column), dialect)),
                    sql::quoted_string(
                        prompt_detail::bounded_line(value.value, max_prompt_value_bytes), dialect));
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
  const std::vector<DatabaseId> databases = databases_of(subset);
  const std::string before = fmt::format("# Given {}:\n", schemas_text(*subset.catalog, databases));
  const std::string task = "# Your task is to translate Question into SQL.\n";
  const std::string after =
      fmt::format("# Complete the following SQL for schema {}:\n"
                  "Question: {}\nSQL:",
                  joined_databases(*subset.catalog, databases, false), one_line(question));
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
