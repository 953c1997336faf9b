#ifndef SLUICE_SRC_CLI_EVAL_EVAL_HPP
#define SLUICE_SRC_CLI_EVAL_EVAL_HPP

/// The subcommands of `sluice eval`.

namespace sluice::cli {

class Command;

void add_eval_retrieval(const Command &eval);
void add_eval_answer(const Command &eval);

}  // namespace sluice::cli

#endif
