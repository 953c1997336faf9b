#ifndef SLUICE_SRC_CLI_TRAIN_TRAIN_HPP
#define SLUICE_SRC_CLI_TRAIN_TRAIN_HPP

/// What the subcommands of `sluice train` share.

#include <string>

namespace sluice::cli {

class Command;

/// Adds static, quantize, cross-encoder and synonyms: the weights that are not trained on
/// questions.
void add_train_vectors(const Command &train);

/// Adds router.
void add_router(const Command &train);

/// Adds --out.
void add_out(const Command &command, std::string &out);
/// Prints the name and size of the file.
void print_written(const std::string &path);

}  // namespace sluice::cli

#endif
