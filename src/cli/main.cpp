/// The sluice command: parses the line, runs one subcommand, turns what is thrown into a status.

#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/version.hpp"

namespace {

constexpr const char *footer =
    "Examples:\n"
    "  sluice ask --db shop.sqlite \"Which customers bought wine last year?\"\n"
    "  sluice index my-index databases/ && sluice ask --catalog my-index \"…\"\n"
    "  sluice eval retrieval --tables tables.json --questions dev.jsonl\n"
    "\n"
    "Exit status: 0 success, 1 nothing found, 2 error (one line on standard error says which).";

std::string command_name(const CLI::App &app) {
  std::string name = "sluice";
  for (const CLI::App *at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    name += ' ' + at->get_name();
  }
  return name;
}

}  // namespace

int main(int argc, char **argv) {
  using namespace sluice;
  CLI::App app("Finds what a text-to-SQL system needs to see.", "sluice");
  app.set_version_flag("--version", std::string(version));
  app.footer(footer);
  app.require_subcommand(1);
  cli::add_ask(app);
  cli::add_index(app);
  cli::add_eval(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::Error &error) {
    fmt::print(stderr, "{}: {}; see --help\n", command_name(app), error.what());
    return cli::failure;
  } catch (const cli::ExitWith &exit) {
    return exit.status;
  } catch (const std::exception &error) {
    fmt::print(stderr, "{}: {}\n", command_name(app), error.what());
    return cli::failure;
  }
  return cli::success;
}
