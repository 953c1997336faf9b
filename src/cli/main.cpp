/// The command `sluice`: parses the command line, runs one subcommand, and turns exceptions into
/// exit statuses.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.hpp"
#include "command_line.hpp"
#include "names/resolve_names.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/core/version.hpp"

namespace {

namespace cli = sluice::cli;

constexpr const char *footer =
    "Examples:\n"
    "  sluice ask --db shop.sqlite \"Which customers bought wine last year?\"\n"
    "  sluice answer --db shop.sqlite --execute \"How many customers are there?\"\n"
    "  sluice index my-index databases/ && sluice ask --catalog my-index \"the oldest animal\"\n"
    "  sluice schema show shop.sqlite\n"
    "  sluice eval retrieval --tables tables.json --questions dev.jsonl\n"
    "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --report r.html\n"
    "  sluice audit --gold dev_gold.sql --db database/\n"
    "  sluice refute --db shop.sqlite \"SELECT count(*) FROM sale\" \"SELECT count(price) FROM sale\"\n"
    "  sluice cluster candidates.sql --db shop.sqlite\n"
    "  sluice suite build --gold dev_gold.sql --db database/ --out dev.suite\n"
    "  sluice examples index train.examples --pairs train.jsonl --tables tables.json\n"
    "  sluice mcp --db databases/ --hide customer.email\n"
    "  sluice sql parse \"SELECT name FROM customer\"\n"
    "\n"
    "Exit status: 0 success, 1 negative result, 2 error, 130 interrupted.\n"
    "Status 1 means that nothing was found, a statement does not parse, no query runs or passes the\n"
    "checks, a query was refuted, a check found a difference or a leak, or a score is below\n"
    "--fail-under. An error is described in one line on standard error. Ctrl-C interrupts `score`\n"
    "and `suite build`, which --resume continues. `sluice COMMAND --help` describes a command.";

struct Subcommand {
  std::string_view name;
  void (*add)(const cli::Command &);
};

/// In the order of --help.
constexpr Subcommand subcommands[] = {
    {"ask", cli::add_ask},
#if defined(SLUICE_WITH_LLM)
    {"answer", cli::add_answer},
#endif
    {"index", cli::add_index},
    {"store", cli::add_store},
    {"route", cli::add_route},
    {"eval", cli::add_eval},
    {"schema", cli::add_schema},
    {"sql", cli::add_sql},
    {"train", cli::add_train},
    {"score", cli::add_score},
    {"audit", cli::add_audit},
    {"refute", cli::add_refute},
    {"cluster", cli::add_cluster},
    {"suite", cli::add_suite},
#if defined(SLUICE_WITH_REPLAY)
    {"serve-replay", cli::add_serve_replay},
#endif
    {"examples", cli::add_examples},
    {"mcp", cli::add_mcp},
};

/// Adds only the command that is named on the command line, or all if there is none of this name:
/// adding all takes longer than answering many a question.
void add_commands(const cli::Command &root, std::string_view named) {
  bool found = false;
  for (const Subcommand &of : subcommands) found = found || of.name == named;
  for (const Subcommand &of : subcommands) {
    if (!found || of.name == named) of.add(root);
  }
}

int run(int argc, char **argv) {
  CLI::App app("Retrieves schemas for text-to-SQL, and judges the SQL.", "sluice");
  app.set_version_flag("--version", std::string(sluice::version));
  app.footer(footer);
  app.require_subcommand(1);
  const cli::Command root(app);
  add_commands(root, argc > 1 ? argv[1] : "");
  cli::ResolvedLine line = cli::resolve_names(app, {argv + std::min(argc, 1), argv + argc});
  const auto say = [&](std::string_view message) {
    fmt::print(stderr, "{}: {}\n", line.command, sluice::one_line(message));
  };
  const auto fail = [&](std::string_view message) {
    say(message);
    return cli::failure;
  };
  for (const std::string &note : line.notes) say(note);
  if (!line.problem.empty()) return fail(line.problem);
  std::ranges::reverse(line.words);  // as CLI11 takes them
  try {
    app.parse(line.words);
  } catch (const CLI::Success &wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::Error &error) {
    return fail(fmt::format("{}; see --help", error.what()));
  } catch (const cli::ExitWith &exit) {
    return exit.status;
  } catch (const std::exception &error) {
    return fail(error.what());
  }
  return cli::success;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    const int status = run(argc, argv);
    // Output that was not written, for example to a full disk, is an error.
    if (std::cout.flush() && std::fflush(stdout) == 0) return status;
    const std::string why = std::generic_category().message(errno);
    fmt::print(stderr, "sluice: cannot write the output: {}\n", why);
  } catch (...) {  // not even the message could be written
    std::fputs("sluice: out of memory\n", stderr);
  }
  return cli::failure;
}
