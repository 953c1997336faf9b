#ifndef SLUICE_SRC_CLI_SUITE_SUITE_HPP
#define SLUICE_SRC_CLI_SUITE_SUITE_HPP

/// The subcommands of `sluice suite`.

#include <cstddef>
#include <string>

#include "sluice/suite/suite.hpp"

namespace sluice::cli {

class Command;

void add_suite_build(const Command &suite);
/// `export` and `import`.
void add_suite_folders(const Command &suite);

/// The contents of a suite as a few lines of text.
std::string counts_text(const SuiteCounts &counts, std::size_t bytes);

}  // namespace sluice::cli

#endif
