#ifndef SLUICE_SRC_CLI_TRAIN_TRAIN_HPP
#define SLUICE_SRC_CLI_TRAIN_TRAIN_HPP

/// What the subcommands of `sluice train` share.

#include <string>

namespace sluice::cli {

class Command;

/// `static`, `quantize`, `cross-encoder` and `synonyms`: what is not learned from questions.
void add_train_vectors(const Command &train);

void add_out(const Command &command, std::string &out);
/// The file's name and size, on standard output.
void print_written(const std::string &path);

}  // namespace sluice::cli

#endif
