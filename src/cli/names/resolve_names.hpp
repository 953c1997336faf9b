#ifndef SLUICE_SRC_CLI_NAMES_RESOLVE_NAMES_HPP
#define SLUICE_SRC_CLI_NAMES_RESOLVE_NAMES_HPP

/// The names of commands and flags on a command line, checked before it is parsed.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sluice::cli {

struct ResolvedLine {
  std::string command;             ///< Such as "sluice eval retrieval".
  std::vector<std::string> words;  ///< With today's names.
  std::vector<std::string> notes;  ///< One per old name.
  std::string problem;             ///< An unknown name, or an old and a new one together; or empty.
};

/// `words` are what follows the program's name. If help is asked for, unknown flags are ignored.
ResolvedLine resolve_names(const CLI::App &program, std::vector<std::string> words);

}  // namespace sluice::cli

#endif
