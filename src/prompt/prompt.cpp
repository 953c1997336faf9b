#include "sluice/prompt/prompt.hpp"

#include <set>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/prompt/tokens.hpp"

namespace sluice {
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

}  // namespace

std::string make_prompt(const Subset &subset, std::string_view question,
                        SchemaTextOptions options) {
  const std::string names = database_names(subset);
  const std::string before = fmt::format("# Given SQLite database schema {}:\n", names);
  const std::string after = fmt::format("# Your task is to translate Question into SQL.\n"
                                        "# Complete the following SQL for schema {}:\n"
                                        "Question: {}\nSQL:",
                                        names, one_line(question));
  const std::size_t frame = estimate_tokens(before) + estimate_tokens(after);
  if (frame > options.token_budget) {
    throw Error(ErrorCode::limit_exceeded,
                fmt::format("the question alone takes about {} tokens of a budget of {}", frame,
                            options.token_budget));
  }
  options.token_budget -= frame;
  return before + schema_text(subset, options).text + after;
}

}  // namespace sluice
