#ifndef SLUICE_CLI_COMMAND_HPP
#define SLUICE_CLI_COMMAND_HPP

/// What the subcommands share: how they hang in the command line, and how they talk.

#include <string>
#include <string_view>

#include "sluice/core/progress.hpp"

namespace sluice::cli {

class Command;

/// Exit statuses, as `sluice --help` documents them.
enum ExitStatus : int {
  success = 0,
  nothing_found = 1,  // the question has nothing to do with the catalog
  rejected = 1,       // a statement is no SQL, a query is refuted
  failure = 2,        // bad arguments, bad input, an error
  interrupted = 130,  // Ctrl-C ended the work, which can be resumed
};

// Each adds a subcommand whose callback throws sluice::Error, or ExitWith for a status of its own.
void add_ask(const Command &app);
void add_answer(const Command &app);
void add_index(const Command &app);
void add_store(const Command &app);
void add_route(const Command &app);
void add_eval(const Command &app);
void add_eval_answer(const Command &eval);
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

/// Thrown to end the command with a status that is no error.
struct ExitWith {
  int status;
};

/// A line on standard error that follows long work, if standard error is a terminal; else silent.
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

/// "0.4 ms", "12 s"
std::string duration_text(double seconds);
/// "17.4 MB"
std::string bytes_text(std::size_t bytes);

}  // namespace sluice::cli

#endif
