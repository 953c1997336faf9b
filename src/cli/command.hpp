#ifndef SLUICE_CLI_COMMAND_HPP
#define SLUICE_CLI_COMMAND_HPP

/// What the subcommands share: registration, exit statuses, progress and units.

#include <string>
#include <string_view>

#include "sluice/core/progress.hpp"

namespace sluice::cli {

class Command;

/// Exit statuses, as documented in `sluice --help`.
enum ExitStatus : int {
  success = 0,
  nothing_found = 1,  // the question is not related to the catalog
  rejected = 1,       // not SQL, refuted, a difference, a leak, below --fail-under
  failure = 2,        // wrong arguments, wrong input, an error
  interrupted = 130,  // by Ctrl-C; the work can be resumed
};

// Each adds a subcommand, whose callback throws sluice::Error, or ExitWith for another exit status.
void add_ask(const Command &app);
void add_answer(const Command &app);
void add_index(const Command &app);
void add_store(const Command &app);
void add_route(const Command &app);
void add_eval(const Command &app);
void add_schema(const Command &app);
void add_sql(const Command &app);
void add_train(const Command &app);
void add_score(const Command &app);
void add_audit(const Command &app);
void add_refute(const Command &app);
void add_cluster(const Command &app);
void add_suite(const Command &app);
void add_serve_replay(const Command &app);
void add_examples(const Command &app);
void add_mcp(const Command &app);

/// Thrown to end the command with an exit status but without an error message.
struct ExitWith {
  int status;
};

/// Shows the progress of long work in a line on standard error, if that is a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  void operator()(std::string_view stage, std::size_t done, std::size_t total);

 private:
  bool terminal_;
  bool shown_ = false;
  std::size_t last_percent_ = 101;
};

/// Such as "0.4 ms" or "12.0 s".
std::string duration_text(double seconds);
/// Such as "17.4 MB".
std::string bytes_text(std::size_t bytes);

}  // namespace sluice::cli

#endif
