/// Names of commands and flags: old ones, unknown ones, and the nearest to them.

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "cli/names/old_names.hpp"
#include "run.hpp"
#include "sluice/core/version.hpp"

using namespace sluice;
using cli::OldFlag;
using test::check_refused;
using test::run;

namespace {

using Line = std::vector<std::string>;

Line words_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  return {std::istream_iterator<std::string>(words), {}};
}

Line operator+(Line line, const Line &more) {
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

std::string note_on(std::string_view old_name, std::string_view name) {
  return std::string(old_name) + " is now " + std::string(name) +
         "; the old name goes away in release " + std::to_string(cli::old_names_end_major) + '.' +
         std::to_string(cli::old_names_end_minor) + '\n';
}

/// Empty if this build does not have the command.
std::string help_of(const Line &command) {
  const test::CommandResult result = run(command + Line{"--help"});
  return result.status == 0 ? result.out : "";
}

/// Whether the help lists the name of a command or a flag.
bool lists(const std::string &help, std::string_view name) {
  return help.find("\n  " + std::string(name) + ' ') != std::string::npos;
}

std::string without_times(const std::string &text) {
  return std::regex_replace(text, std::regex("[0-9.]+ m?s\\b"), "TIME");
}

/// The old flag with all that it needs to count as the old one.
Line written(const OldFlag &flag) {
  Line line;
  if (!flag.beside.empty()) line = {std::string(flag.beside), "7"};
  line.emplace_back(flag.old_name);
  line.push_back(flag.one_of.empty() ? "7" : words_of(flag.one_of).front());
  return line;
}

}  // namespace

TEST_CASE("an old flag prints one note, with today's name and the release that drops the old one") {
  for (const OldFlag &flag : cli::old_flags) {
    const Line command = words_of(flag.command);
    const std::string help = help_of(command);
    if (help.empty()) continue;
    CAPTURE(flag.command);
    CAPTURE(flag.old_name);
    const bool is_reused = !flag.one_of.empty() || !flag.beside.empty();
    CHECK(lists(help, flag.name));
    CHECK(lists(help, flag.old_name) ==
          (is_reused || std::ranges::any_of(cli::old_flags, [&](const OldFlag &other) {
             return other.command == flag.command && other.name == flag.old_name;
           })));
    const std::string note =
        "sluice " + std::string(flag.command) + ": " + note_on(flag.old_name, flag.name);
    const test::CommandResult result = run(command + written(flag) + written(flag));
    CAPTURE(result.error);
    CHECK(result.error.starts_with(note));
    CHECK(result.error.find(" is now ", note.size()) == std::string::npos);
    CHECK(result.error.find("unknown") == std::string::npos);
    CHECK(run(command + Line{std::string(flag.name), "7"}).error.find(" is now ") ==
          std::string::npos);
  }
}

TEST_CASE("an old flag and its new name on one line are refused") {
  for (const OldFlag &flag : cli::old_flags) {
    const Line command = words_of(flag.command);
    if (help_of(command).empty()) continue;
    CAPTURE(flag.command);
    CAPTURE(flag.old_name);
    for (const Line &line : {written(flag) + Line{std::string(flag.name), "7"},
                             Line{std::string(flag.name) + "=7"} + written(flag)}) {
      const test::CommandResult result = run(command + line);
      CAPTURE(result.error);
      CHECK(result.status == 2);
      CHECK(result.error.find(std::string(flag.old_name) + " is the old name of " +
                              std::string(flag.name) + ": give one of them") != std::string::npos);
    }
  }
}

TEST_CASE("an old command prints a note and does what the new one does") {
  for (const auto &old : cli::old_commands) {
    const std::string group(old.group), old_name(old.old_name), name(old.name);
    CHECK(lists(help_of({group}), name));
    CHECK(!lists(help_of({group}), old_name));
    const test::CommandResult result = run({group, old_name});
    CHECK(
        result.error.starts_with("sluice " + group + ' ' + name + ": " + note_on(old_name, name)));
  }
  const test::CommandResult old =
      run({"sql", "normalise", "SELECT T1.a FROM t AS T1"});  // wording: allowed
  CHECK(old.status == 0);
  CHECK(old.out == run({"sql", "normalize", "SELECT T1.a FROM t AS T1"}).out);
}

TEST_CASE("old flags do what the new ones do") {
  const test::SampleFolder folder;
  const std::string path = folder.path().string(), question = "wine of customers";
  const auto same = [](const Line &old, const Line &now) {
    const test::CommandResult before = run(old), after = run(now);
    CAPTURE(before.error);
    CHECK(before.status == after.status);
    CHECK(after.error.empty());
    CHECK(without_times(before.out) == without_times(after.out));
  };
  for (const std::string old : {"--budget 3", "--budget=3"})
    same({Line{"ask", "--db", path} + words_of(old) + Line{question}},
         {"ask", "--db", path, "--columns", "3", question});
  same({"route", "--db", path, "--tables", "1", question},
       {"route", "--db", path, "--max-tables", "1", question});
  const Line pair{"SELECT count(*) FROM cage", "SELECT count(animal_id) FROM cage"};
  same(Line{"refute", "--tables", path, "--db", "zoo"} + pair,
       Line{"refute", "--tables", path, "--database", "zoo"} + pair);
}

TEST_CASE("a name that has another meaning today keeps it where the old one is not certain") {
  const test::SampleFolder folder;
  const std::string path = folder.path().string();
  // Without --tables, --db is a file; with them, a file is not the name of a database.
  CHECK(run({"refute", "--db", folder.zoo(), "SELECT id FROM cage", "SELECT id FROM cage"})
            .error.empty());
  check_refused(run({"refute", "--tables", path, "--db", folder.zoo(), "SELECT 1", "SELECT 2"}),
                "--db excludes --tables");
  const test::CommandResult tables =
      run({"route", "--db", path, "--tables", "tables.json", "wine of customers"});
  CHECK(tables.status == 2);
  CHECK(tables.error.find("--max-tables: Value tables.json") != std::string::npos);
  if (help_of({"eval", "answer"}).empty()) return;
  const Line eval{"eval", "answer", "--db", path, "--questions", "q", "--llm", "x", "--model", "m"};
  const test::CommandResult named = run(eval + Line{"--examples", "train.examples"});
  check_refused(named, "q: ");  // no note
}

TEST_CASE("a value that looks like an old flag, and what follows --, stay as they are") {
  const test::SampleFolder folder;
  check_refused(run({"ask", "--db", folder.shop(), "--glossary", "--budget", "wine"}),
                "--budget: cannot open");
  CHECK(run({"ask", "--db", folder.shop(), "--", "--budget of wine"}).error.empty());
}

TEST_CASE("an unknown command or flag is refused with the nearest name, if one is near") {
  for (const auto &[line, saying] : std::vector<std::tuple<Line, std::string>>{
           {{"aks"}, "sluice: unknown command \"aks\"; did you mean \"ask\"?\n"},
           {{"rout", "q"}, "sluice: unknown command \"rout\"; did you mean \"route\"?\n"},
           {{"teach"}, "sluice: unknown command \"teach\"; see --help\n"},
           {{"sql", "prase"}, "sluice sql: unknown command \"prase\"; did you mean \"parse\"?\n"},
           {{"suite", "biuld", "--out"},
            "sluice suite: unknown command \"biuld\"; did you mean \"build\"?\n"},
           {{"train", "labels!"},
            "sluice train: unknown command \"labels!\"; did you mean \"labels\"?\n"},
           {{"eval", "retreival"},
            "sluice eval: unknown command \"retreival\"; did you mean \"retrieval\"?\n"},
           {{"index", "--bogus"}, "sluice index: unknown flag \"--bogus\"; see --help\n"},
           {{"examples", "indx"},
            "sluice examples: unknown command \"indx\"; did you mean \"index\"?\n"},
           {{"--verison"}, "sluice: unknown flag \"--verison\"; did you mean \"--version\"?\n"},
           {{"ask", "--colums", "3", "q"},
            "sluice ask: unknown flag \"--colums\"; did you mean \"--columns\"?\n"},
           {{"ask", "-columns=3", "q"},
            "sluice ask: unknown flag \"-columns=3\"; did you mean \"--columns\"?\n"},
           {{"score", "--tables", "t"},
            "sluice score: unknown flag \"--tables\"; did you mean \"--table\"?\n"},
           {{"eval", "retrieval", "--question", "q"},
            "sluice eval retrieval: unknown flag \"--question\"; did you mean "
            "\"--questions\"?\n"},
           {{"sql", "parse", "--dialct=sqlite"},
            "sluice sql parse: unknown flag \"--dialct\"; did you mean \"--dialect\"?\n"}}) {
    const test::CommandResult result = run(line);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(result.error == saying);
  }
  check_refused(run({std::string(100000, 'x')}), "xx\"; see --help");
  check_refused(run({"ask", "--two\nlines\x1b[2J"}), "unknown flag \"--two lines [2J\"");
}

TEST_CASE("the release that drops the old names is still to come") {
  const bool is_ahead = SLUICE_VERSION_MAJOR < cli::old_names_end_major ||
                        (SLUICE_VERSION_MAJOR == cli::old_names_end_major &&
                         SLUICE_VERSION_MINOR < cli::old_names_end_minor);
  CHECK_MESSAGE(is_ahead, "remove the old names and their tests");
}
