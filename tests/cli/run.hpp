#ifndef SLUICE_TESTS_CLI_RUN_HPP
#define SLUICE_TESTS_CLI_RUN_HPP

/// Runs the command as a separate process.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sluice/core/json.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice::test {

struct CommandResult {
  int status = -1;  ///< 128 + the signal, if one ended it.
  std::string out;
  std::string error;
};

/// A running command, which is stopped after five minutes.
class Command {
 public:
  explicit Command(std::vector<std::string> arguments, const std::string &output = "",
                   const std::string &input = "/dev/null")
      : out_(output.empty() ? inside("out") : output) {
    const std::string error = inside("error");
    std::string program = SLUICE_COMMAND;
    std::vector<char *> argv{program.data()};
    for (std::string &argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    child_ = ::fork();
    REQUIRE(child_ >= 0);
    if (child_ == 0) {
      constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
      const bool ready = ::dup2(::open(input.c_str(), O_RDONLY), STDIN_FILENO) >= 0 &&
                         ::dup2(::open(out_.c_str(), flags, 0600), STDOUT_FILENO) >= 0 &&
                         ::dup2(::open(error.c_str(), flags, 0600), STDERR_FILENO) >= 0;
      // If Unprivileged gave up rights temporarily, the command gives them up permanently, as the
      // leak checker demands.
      const uid_t user = ::geteuid();
      const bool settled = user == ::getuid() || (::seteuid(0) == 0 && ::setuid(user) == 0);
      if (ready && settled) {
        ::alarm(300);
        ::execv(program.c_str(), argv.data());
      }
      ::_exit(126);
    }
  }
  ~Command() {
    if (child_ > 0) wait();
  }
  Command(const Command &) = delete;
  Command &operator=(const Command &) = delete;

  void kill() const { ::kill(child_, SIGKILL); }
  /// Like Ctrl-C.
  void interrupt() const { ::kill(child_, SIGINT); }

  CommandResult wait() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    REQUIRE(code != 126);
    return {code, bytes_of(inside("out")), bytes_of(inside("error"))};
  }

 private:
  std::string inside(const char *name) const { return (folder_.path() / name).string(); }

  TemporaryDirectory folder_;
  std::string out_;
  pid_t child_ = -1;
};

inline CommandResult run(std::vector<std::string> arguments, const std::string &output = "") {
  return Command(std::move(arguments), output).wait();
}

/// Checks for one line on standard error that holds `saying`, status 2, and nothing on standard
/// output.
inline void check_refused(const CommandResult &result, const std::string &saying) {
  CAPTURE(result.error);
  CAPTURE(saying);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(result.error.starts_with("sluice"));
  CHECK(result.error.size() < 1000);
  CHECK(result.error.find('\n') + 1 == result.error.size());
  CHECK(result.error.find(saying) != std::string::npos);
}

/// The keys of a JSON object in order.
inline std::vector<std::string> keys(JsonValue object) {
  std::vector<std::string> names;
  object.each_member([&](std::string_view key, JsonValue) { names.emplace_back(key); });
  return names;
}

/// A folder with two small databases, shop.sqlite and zoo.sqlite.
class SampleFolder {
 public:
  SampleFolder() {
    make_sqlite(shop(), "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
                        "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id REFERENCES "
                        "customer(id), wine TEXT, bought_on DATE);"
                        "INSERT INTO customer VALUES (1, 'Zoë');"
                        "INSERT INTO purchase VALUES (1, 1, 'Rioja', '2020-02-02');");
    make_sqlite(zoo(),
                "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT, birthdate DATE);"
                "CREATE TABLE cage (id INTEGER PRIMARY KEY, animal_id REFERENCES animal(id))");
  }

  std::filesystem::path path() const { return folder_.path(); }
  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::string shop() const { return path("shop.sqlite"); }
  std::string zoo() const { return path("zoo.sqlite"); }

 private:
  TemporaryDirectory folder_;
};

/// The text member `name` of the JSON object that `ask` printed.
inline std::string answer_of(const CommandResult &result, const char *name = "prompt") {
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  return std::string(JsonDocument::parse(result.out).root().at(name).as_string());
}

}  // namespace sluice::test

#endif
