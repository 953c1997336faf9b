#ifndef SLUICE_REPORT_ANSWER_EXPLANATION_HPP
#define SLUICE_REPORT_ANSWER_EXPLANATION_HPP

/// Explains to a user why a question was answered as it was.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/report/answer.hpp"
#include "sluice/route/question_matches.hpp"
#include "sluice/schema/schema_graph.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// Contains visible objects only. The answer's subset keeps the catalog alive.
struct AnswerExplanation {
  Question question;
  Answer answer;
  /// What each content word means among the names of the databases in the answer and, without the
  /// ranker, which word it is the stem of.
  std::vector<WordMatches> words;
  /// Columns that a larger budget would have added next, in order.
  std::vector<SubsetColumn> cut_off;
  std::vector<TableId> chosen;     ///< Tables of the answer's columns, in order.
  std::vector<TableId> neighbors;  ///< Tables that join them, the most likely first.
  std::vector<Join> joins;         ///< Joins among all these tables, without duplicates.
  std::size_t budget = 0;
  std::size_t databases = 0;
  bool is_masked = false;
  bool is_hallucinated = false;  ///< Whether a hallucinated schema was used as well.
  std::string trained_on;  ///< The data that the ranker was trained on; empty without a ranker.
};

/// One self-contained HTML page; deterministic. Names and questions are escaped. Long lists are
/// truncated.
std::string explanation_page(const AnswerExplanation &explanation);

}  // namespace sluice::inline v0

#endif
