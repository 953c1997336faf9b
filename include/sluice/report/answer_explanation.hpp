#ifndef SLUICE_REPORT_ANSWER_EXPLANATION_HPP
#define SLUICE_REPORT_ANSWER_EXPLANATION_HPP

/// Why a question was answered as it was, for a person to read.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/report/answer.hpp"
#include "sluice/route/question_matches.hpp"
#include "sluice/schema/schema_graph.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

/// Of visible objects only. Keeps its catalog alive, by the answer's subset.
struct AnswerExplanation {
  Question question;
  Answer answer;
  /// What each content word means among the names of the databases that the answer is from, and,
  /// without the ranker, what it is the stem of.
  std::vector<WordMatches> words;
  /// What a larger budget would have taken next, in order.
  std::vector<SubsetColumn> cut_off;
  std::vector<TableId> chosen;     ///< Tables of the answer's columns, in their order.
  std::vector<TableId> neighbors;  ///< Tables that join them, the likeliest first.
  std::vector<Join> joins;         ///< Among all these, each once.
  std::size_t budget = 0;
  std::size_t databases = 0;
  bool is_masked = false;
  bool is_hallucinated = false;  ///< A schema made up for the question was heard too.
  std::string trained_on;        ///< What the ranker was; empty: there is none.
};

/// One self-contained HTML page, the same for the same explanation; whatever names and questions
/// hold stays text. Long lists are cut.
std::string explanation_page(const AnswerExplanation &explanation);

}  // namespace sluice

#endif
