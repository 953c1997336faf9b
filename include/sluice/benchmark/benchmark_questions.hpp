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

namespace sluice::inline v0 {

struct BenchmarkQuestion {
  std::string id;
  std::string question;
  std::string evidence;             ///< A hint that some benchmarks provide; may be empty.
  HallucinatedSchema hallucinated;  ///< Recorded; may be empty.
  DatabaseId database;
  std::vector<TableId> tables;    ///< Gold, without duplicates.
  std::vector<ColumnId> columns;  ///< Gold, without duplicates.
  std::size_t unknown = 0;        ///< Number of gold columns that the catalog does not have.
};

/// Reads JSON lines with db_id, question, and gold_elements (database.table.column) or gold_tables
/// and gold_columns (Table.Column); optionally id, evidence and hallucinated. Names are looked up
/// ignoring ASCII case. Throws Error(malformed), with the place, and Error(not_found) if the
/// catalog lacks a database or gold table.
std::vector<BenchmarkQuestion> read_benchmark_questions(std::string_view json_lines,
                                                        const std::string &source,
                                                        const Catalog &catalog);

/// Reads rewordings of some questions: JSON lines with the id of a question and "question", another
/// wording, or "hallucinated", a hallucinated schema. The results have no evidence. Throws
/// Error(malformed), and Error(not_found) if there is no question with the id, both with the place.
std::vector<BenchmarkQuestion> read_reworded(std::string_view json_lines, const std::string &source,
                                             std::span<const BenchmarkQuestion> questions);

}  // namespace sluice::inline v0

#endif
