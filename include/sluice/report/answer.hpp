#ifndef SLUICE_REPORT_ANSWER_HPP
#define SLUICE_REPORT_ANSWER_HPP

/// What a question was answered with: columns, and the ranking of databases and tables behind them.

#include <optional>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/retrieve/subset.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/script.hpp"

namespace sluice {

struct Answer {
  Subset subset;  ///< Empty if no visible name or value has to do with the question.
  /// All visible ones, best first.
  std::vector<Scored<DatabaseId>> databases;
  /// Visible ones, best first: all, or by the trained ranker those of databases that are meant in
  /// more than a case of a thousand, of 30 at most, and of those that the columns may come from.
  std::vector<Scored<TableId>> tables;
  /// By the trained ranker: those of the best tables of AskOptions::databases, best first.
  std::vector<Scored<ColumnId>> columns;
  /// Whether scores are the probabilities of a RankerAnswer; else they only compare.
  bool trained = false;
  /// The question's script, if no visible name has a letter of it: then words alone find nothing,
  /// and only an embedder that knows both languages does.
  std::optional<Script> foreign_script = std::nullopt;
  /// As RankerAnswer's, with Ranker::fits_threshold.
  std::optional<float> fits;
  float fits_threshold = 0;
};

}  // namespace sluice

#endif
