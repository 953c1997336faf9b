/// `sluice eval`: measures sluice on benchmarks.

#include "eval.hpp"

#include "cli/command.hpp"
#include "cli/command_line.hpp"

namespace sluice::cli {

void add_eval(const Command &app) {
  const Command eval = app.add_group("eval", "Measure accuracy on benchmarks");
  eval.footer(
      "Examples:\n"
      "  sluice eval retrieval --tables tables.json --questions dev.jsonl\n"
      "  sluice eval retrieval --tables tables.json --questions dev.jsonl --system bm25-mean --system default");
  add_eval_retrieval(eval);
#if defined(SLUICE_WITH_LLM)
  add_eval_answer(eval);
#endif
}

}  // namespace sluice::cli
