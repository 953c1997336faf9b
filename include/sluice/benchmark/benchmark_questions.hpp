#ifndef SLUICE_BENCHMARK_BENCHMARK_QUESTIONS_HPP
#define SLUICE_BENCHMARK_BENCHMARK_QUESTIONS_HPP

/// Questions with known answers, resolved against a catalog.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/retrieve/hallucination.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

struct BenchmarkQuestion {
  std::string id;
  std::string question;
  std::string evidence;             ///< A hint that some benchmarks give; may be empty.
  HallucinatedSchema hallucinated;  ///< Recorded; may be empty.
  DatabaseId database;
  std::vector<TableId> tables;    ///< Gold, each once.
  std::vector<ColumnId> columns;  ///< Gold, each once.
  std::size_t unknown = 0;        ///< Gold columns that the catalog does not have.
};

/// JSON lines with db_id, question, and gold_elements (database.table.column) or gold_tables and
/// gold_columns (Table.Column); optionally id, evidence and hallucinated. Names are found ignoring
/// ASCII case. Throws Error(malformed) with the place; not_found if the catalog lacks a database or
/// gold table.
std::vector<BenchmarkQuestion> read_benchmark_questions(std::string_view json_lines,
                                                        const std::string &source,
                                                        const Catalog &catalog);

/// Some of the questions in other words: JSON lines with the id of a question and "question", how
/// else it is asked, or "hallucinated", a schema made up for it. Their evidence is left out. Throws
/// Error with the place: malformed, not_found if no question has the id.
std::vector<BenchmarkQuestion> read_reworded(std::string_view json_lines, const std::string &source,
                                             std::span<const BenchmarkQuestion> questions);

}  // namespace sluice

#endif
