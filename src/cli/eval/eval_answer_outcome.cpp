#include "eval_answer_outcome.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "sluice/core/json_writer.hpp"

namespace sluice::cli {
namespace {

constexpr std::array<Hardness, 4> levels{Hardness::easy, Hardness::medium, Hardness::hard,
                                         Hardness::extra};

}  // namespace

void print_text(const EvalAnswerOutcome &outcome) {
  const ScoreReport &report = outcome.report;
  std::string head, count, execution, exact;
  for (const Hardness level : levels) {
    head += fmt::format("{:>8}", name_of(level));
    count += fmt::format("{:>8}", report.count(level));
    execution += fmt::format("{:>8.1f}", 100 * report.execution(level));
    exact += fmt::format("{:>8.1f}", 100 * report.exact(level));
  }
  fmt::print("{:<12}{}{:>8}\n", "", head, "all");
  fmt::print("{:<12}{}{:>8}\n", "questions", count, report.count());
  fmt::print("{:<12}{}{:>8.1f}\n", "execution", execution, 100 * report.execution());
  fmt::print("{:<12}{}{:>8.1f}\n", "exact set", exact, 100 * report.exact());
  for (const auto &fault : outcome.faults)
    fmt::print("{} answers with a fault: {}\n", fault.second, fault.first);
  if (outcome.failures > 0) {
    fmt::print("{} questions have no answer, since the endpoint failed; run again to ask them\n",
               outcome.failures);
  }
  const CompletionCounts &counts = outcome.counts;
  fmt::print("{} requests · {} prompt and {} answer tokens{} · cost {:.4f} · {}\n", counts.requests,
             counts.prompt_tokens, counts.answer_tokens,
             counts.uncounted > 0 ? fmt::format(" ({} requests not counted)", counts.uncounted)
                                  : "",
             outcome.cost, duration_text(outcome.seconds));
}

void print_json(const EvalAnswerOutcome &outcome, const std::string &questions,
                const std::string &settings) {
  const ScoreReport &report = outcome.report;
  JsonWriter writer;
  writer.begin_object()
      .member("questions", std::string_view(questions))
      .member("settings", std::string_view(settings));
  writer.key("count").begin_object();
  for (const Hardness level : levels) writer.member(name_of(level), report.count(level));
  writer.member("all", report.count()).end_object().key("execution").begin_object();
  for (const Hardness level : levels) writer.member(name_of(level), report.execution(level));
  writer.member("all", report.execution()).end_object().key("exact").begin_object();
  for (const Hardness level : levels) writer.member(name_of(level), report.exact(level));
  writer.member("all", report.exact()).end_object().key("faults").begin_object();
  for (const auto &fault : outcome.faults)
    writer.member(std::string_view(fault.first), fault.second);
  writer.end_object()
      .member("failures", outcome.failures)
      .member("kept", outcome.kept)
      .member("leaks", outcome.leaks.tasks)
      .member("leaks_elsewhere", outcome.leaks.elsewhere)
      .member("requests", outcome.counts.requests)
      .member("uncounted", outcome.counts.uncounted)
      .key("tokens")
      .begin_object()
      .member("prompt", outcome.counts.prompt_tokens)
      .member("answer", outcome.counts.answer_tokens)
      .end_object()
      .member("cost", outcome.cost)
      .member("seconds", outcome.seconds)
      .end_object();
  fmt::print("{}\n", writer.text());
}

}  // namespace sluice::cli
