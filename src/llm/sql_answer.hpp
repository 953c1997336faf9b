#ifndef SLUICE_SRC_LLM_SQL_ANSWER_HPP
#define SLUICE_SRC_LLM_SQL_ANSWER_HPP

/// Finds the query in a language model's answer.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

/// The text inside each Markdown fence (``` or ~~~, with or without a language), in order; views.
/// If the last fence is not closed, its text ends with the answer. O(size).
struct FencedText {
  std::string_view text;
  bool is_closed = true;
};
std::vector<FencedText> fenced_texts(std::string_view answer);

struct SqlAnswer {
  /// One statement without its semicolon; empty if nothing looks like one. If nothing parses, the
  /// longest text from the beginning of a statement.
  std::string sql;
  bool parses = false;
  bool is_cut = false;     ///< Does not parse because it ends too early.
  bool is_closed = false;  ///< A fence, a semicolon or later text shows that it is complete.
  std::size_t more = 0;    ///< Number of later statements that were skipped.
};

/// Searches fences first, then JSON ({"sql": …} or {"query": …}), then all text. A statement begins
/// with SELECT, WITH or VALUES, or continues the prompt's SELECT. The first text that parses wins.
/// Labels, prose around the statement, and text after its semicolon are skipped. Reads the first 64
/// kB and parses at most 64 times; never fails.
SqlAnswer find_sql(std::string_view answer, sql::Dialect dialect = sql::Dialect::sqlite);

}  // namespace sluice::inline v0

#endif
