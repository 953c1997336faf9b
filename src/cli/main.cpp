/// The sluice command: parses the line, runs one subcommand, turns what is thrown into a status.

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
#include "sluice/core/utf8.hpp"
#include "sluice/core/version.hpp"

namespace {

namespace cli = sluice::cli;

constexpr const char *footer =
    "Examples:\n"
    "  sluice ask --db shop.sqlite \"Which customers bought wine last year?\"\n"
    "  sluice answer --db shop.sqlite --llm https://host/v1 --model M --execute \"…\"\n"
    "  sluice index my-index databases/ && sluice ask --catalog my-index \"…\"\n"
    "  sluice eval retrieval --tables tables.json --questions dev.jsonl\n"
    "  sluice score --gold dev_gold.sql --pred predicted.sql --db database/ --report r.html\n"
    "  sluice audit --gold dev_gold.sql --db database/\n"
    "  sluice refute --db shop.sqlite \"SELECT …\" \"SELECT …\"\n"
    "  sluice cluster candidates.sql --db shop.sqlite\n"
    "  sluice suite build --gold dev_gold.sql --db database/ --out dev.suite\n"
    "  sluice examples index train.examples --pairs train.jsonl --tables tables.json\n"
    "  sluice sql parse \"SELECT name FROM customer\"\n"
    "\n"
    "Exit status: 0 success, 1 nothing found, no SQL, refuted or leaking, 2 error (one line on standard error says which).";

std::string command_name(const CLI::App &app) {
  std::string name = "sluice";
  for (const CLI::App *at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    name += ' ' + at->get_name();
  }
  return name;
}

int run(int argc, char **argv) {
  CLI::App app("Finds what a text-to-SQL system needs to see.", "sluice");
  app.set_version_flag("--version", std::string(sluice::version));
  app.footer(footer);
  app.require_subcommand(1);
  const cli::Command root(app);
  cli::add_ask(root);
#if defined(SLUICE_WITH_LLM)
  cli::add_answer(root);
#endif
  cli::add_index(root);
  cli::add_route(root);
  cli::add_eval(root);
  cli::add_sql(root);
  cli::add_train(root);
  cli::add_score(root);
  cli::add_audit(root);
  cli::add_refute(root);
  cli::add_cluster(root);
  cli::add_suite(root);
#if defined(SLUICE_WITH_REPLAY)
  cli::add_serve_replay(root);
#endif
  cli::add_examples(root);
  const auto fail = [&](std::string_view message) {
    fmt::print(stderr, "{}: {}\n", command_name(app), sluice::one_line(message));
    return cli::failure;
  };
  try {
    app.parse(argc, argv);
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
    // An answer that did not get through, to a full disk for one, is no answer.
    if (std::cout.flush() && std::fflush(stdout) == 0) return status;
    const std::string why = std::generic_category().message(errno);
    std::fprintf(stderr, "sluice: cannot write the output: %s\n", why.c_str());
  } catch (...) {  // not even the message could be written
    std::fputs("sluice: out of memory\n", stderr);
  }
  return cli::failure;
}
