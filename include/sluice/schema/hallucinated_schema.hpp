#ifndef SLUICE_SCHEMA_HALLUCINATED_SCHEMA_HPP
#define SLUICE_SCHEMA_HALLUCINATED_SCHEMA_HPP

/// The schema that somebody who has not seen the real one would expect to answer a question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.1.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/json.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

struct HallucinatedTable {
  std::string name;
  std::vector<std::string> columns;

  friend bool operator==(const HallucinatedTable &, const HallucinatedTable &) = default;
};

using HallucinatedSchema = std::vector<HallucinatedTable>;

/// More tables are not read.
inline constexpr std::size_t max_hallucinated_tables = 64;

/// Reads "Table(column, column, …)" lines as language models write them: numbering ("2:", "-",
/// "3."), blanks, quotes and any punctuation in names are taken; a line without brackets is a table
/// without columns; empty lines are passed over. Never fails. At most 64 tables of 256 columns are
/// kept. O(size).
HallucinatedSchema parse_hallucinated_schema(std::string_view text);

/// From JSON: an array of such lines, or of {"table": …, "columns": […]}, or one string of lines.
/// Throws Error(malformed) with the value's place.
HallucinatedSchema parse_hallucinated_schema(JsonValue json);

/// What is read of a schema beside a question: its first names, `max_question_words` of them and
/// `max_question_bytes` in all. `schema` itself, which may be null, or `shortened`.
const HallucinatedSchema *bounded_schema(const HallucinatedSchema *schema,
                                         HallucinatedSchema &shortened);

/// A question followed by the names of a schema that was hallucinated for it, as routing uses it.
/// nullptr: the question itself.
Question with_words_of(const Question &question, const HallucinatedSchema *schema);

}  // namespace sluice

#endif
