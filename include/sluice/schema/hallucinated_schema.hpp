#ifndef SLUICE_SCHEMA_HALLUCINATED_SCHEMA_HPP
#define SLUICE_SCHEMA_HALLUCINATED_SCHEMA_HPP

/// The schema that a language model expects to answer a question, without having seen the real one.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.1.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/json.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct HallucinatedTable {
  std::string name;
  std::vector<std::string> columns;

  friend bool operator==(const HallucinatedTable &, const HallucinatedTable &) = default;
};

using HallucinatedSchema = std::vector<HallucinatedTable>;

/// Further tables are ignored.
inline constexpr std::size_t max_hallucinated_tables = 64;

/// Parses lines of the form "Table(column, column, …)" as language models write them. Accepts
/// numbering ("2:", "-", "3."), blanks, quotes and any punctuation in names. A line without
/// parentheses is a table without columns. Skips empty lines. Never fails. Keeps at most 64 tables
/// with 256 columns each. O(size).
HallucinatedSchema parse_hallucinated_schema(std::string_view text);

/// Parses JSON: an array of such lines or of {"table": …, "columns": […]} objects, or one string of
/// lines. Throws Error(malformed) with the value's place.
HallucinatedSchema parse_hallucinated_schema(JsonValue json);

/// Limits a schema to its first names, `max_question_words` words and `max_question_bytes` in
/// total. Returns `schema`, which may be null, if it is within the limits, else `shortened`.
const HallucinatedSchema *bounded_schema(const HallucinatedSchema *schema,
                                         HallucinatedSchema &shortened);

/// The question followed by the names of the schema hallucinated for it: the input of routing. If
/// `schema` is nullptr, the question itself.
Question with_schema_words(const Question &question, const HallucinatedSchema *schema);

}  // namespace sluice::inline v0

#endif
