#ifndef SLUICE_SRC_CLI_EVAL_EVAL_ANSWER_OUTCOME_HPP
#define SLUICE_SRC_CLI_EVAL_EVAL_ANSWER_OUTCOME_HPP

/// The result of `sluice eval answer`, and its output.

#include <cstddef>
#include <map>
#include <string>

#include "example_leaks.hpp"
#include "sluice/llm/completion_client.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::cli {

struct EvalAnswerOutcome {
  ScoreReport report;
  std::map<std::string, std::size_t> faults;  ///< Number of answers by fault, without "none".
  std::size_t failures = 0;                   ///< Questions that the endpoint failed to answer.
  CompletionCounts counts;
  double cost = 0;
  std::size_t kept = 0;  ///< Answers that an earlier run had kept.
  ExampleLeaks leaks;
  double seconds = 0;
};

/// Prints accuracy by hardness, and the cost.
void print_text(const EvalAnswerOutcome &outcome);
/// Prints everything as one line of JSON. `settings` is what the answers depend on.
void print_json(const EvalAnswerOutcome &outcome, const std::string &questions,
                const std::string &settings);

}  // namespace sluice::cli

#endif
