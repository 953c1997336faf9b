#ifndef SLUICE_REPORT_ANSWER_HPP
#define SLUICE_REPORT_ANSWER_HPP

/// The answer to a question: columns, the underlying ranking of databases and tables, and how sure
/// it is.

#include <optional>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/retrieve/subset.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/script.hpp"

namespace sluice::inline v0 {

struct Answer {
  Subset subset;  ///< Empty if no visible name or value is related to the question.
  /// All visible databases, best first.
  std::vector<Scored<DatabaseId>> databases;
  /// Visible tables, best first. Without the trained ranker, all of them; with it, only those of at
  /// most 30 databases whose probability exceeds 0.001, and of those that the columns may come
  /// from.
  std::vector<Scored<TableId>> tables;
  /// With the trained ranker: columns of the best tables of AskOptions::databases, best first.
  std::vector<Scored<ColumnId>> columns;
  /// Whether scores are the probabilities of a RankerAnswer; otherwise they are only comparable.
  bool trained = false;
  /// The question's script, if no visible name has a letter of it. Matching words finds nothing
  /// then; only an embedder that knows both languages does.
  std::optional<Script> foreign_script = std::nullopt;
  /// The same as in RankerAnswer; the threshold is that of AskOptions, or Ranker::fits_threshold.
  std::optional<float> fits;
  float fits_threshold = 0;
  /// Databases about as likely as the first, and tables about as likely as the first in the
  /// databases of `subset`, except those that `subset` has columns of. The scores are
  /// probabilities. Without the trained ranker, there are no tables.
  Alternatives alternatives = {};
  /// `subset` is empty, or more likely wrong than right: see is_unsure.
  bool unsure = true;
};

}  // namespace sluice::inline v0

#endif
