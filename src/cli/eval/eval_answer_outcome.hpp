#ifndef SLUICE_SRC_CLI_EVAL_EVAL_ANSWER_OUTCOME_HPP
#define SLUICE_SRC_CLI_EVAL_EVAL_ANSWER_OUTCOME_HPP

/// What `sluice eval answer` found, and how it is printed.

#include <cstddef>
#include <map>
#include <string>

#include "sluice/llm/completion_client.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::cli {

/// Evaluated questions that stand in the store of examples.
struct ExampleLeaks {
  std::size_t tasks = 0;      ///< With question or query, of their own database.
  std::size_t elsewhere = 0;  ///< The same question, of another database.
};

struct EvalAnswerOutcome {
  ScoreReport report;
  std::map<std::string, std::size_t> faults;  ///< By name, without "none".
  std::size_t failures = 0;                   ///< Of the endpoint.
  CompletionCounts counts;
  double cost = 0;
  std::size_t kept = 0;  ///< Answers that were there already.
  ExampleLeaks leaks;
  double seconds = 0;
};

/// The figures by hardness, and what they cost.
void print_text(const EvalAnswerOutcome &outcome);
/// All of it, one JSON object in a line; `settings` is what answers depend on.
void print_json(const EvalAnswerOutcome &outcome, const std::string &questions,
                const std::string &settings);

}  // namespace sluice::cli

#endif
