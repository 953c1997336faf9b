#ifndef SLUICE_CLI_STANDARD_INPUT_HPP
#define SLUICE_CLI_STANDARD_INPUT_HPP

#include <string>

namespace sluice::cli {

/// Reads standard input to its end. Throws Error(io).
std::string read_standard_input();

}  // namespace sluice::cli

#endif
