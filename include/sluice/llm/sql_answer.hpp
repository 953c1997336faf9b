#ifndef SLUICE_LLM_SQL_ANSWER_HPP
#define SLUICE_LLM_SQL_ANSWER_HPP

/// The query in what a language model answers.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice {

/// The bytes inside each Markdown fence (``` or ~~~, with or without a language), in order; views.
/// The last one may be open: then it goes on to the end. O(size).
struct FencedText {
  std::string_view text;
  bool is_closed = true;
};
std::vector<FencedText> fenced_texts(std::string_view answer);

struct SqlAnswer {
  /// One statement without a semicolon behind it; empty if nothing looks like one. If it does not
  /// parse, what stands where a statement begins, as far as it goes.
  std::string sql;
  bool parses = false;
  bool is_cut = false;     ///< It does not parse because it ends too early.
  bool is_closed = false;  ///< A fence, a semicolon or what follows shows that nothing is missing.
  std::size_t more = 0;    ///< Statements behind it that were passed over.
};

/// Looks in fences first, then in JSON ({"sql": …} or {"query": …}), then anywhere: a statement
/// begins with SELECT, WITH or VALUES, or goes on from the prompt's SELECT. What parses wins, first
/// come first; labels, prose around it and what stands behind a semicolon are passed over. Reads
/// the first 64 kB, parses at most 64 times; never fails.
SqlAnswer find_sql(std::string_view answer, sql::Dialect dialect = sql::Dialect::sqlite);

}  // namespace sluice

#endif
