#ifndef SLUICE_CLI_COMMAND_LINE_HPP
#define SLUICE_CLI_COMMAND_LINE_HPP

/// What a subcommand says of its options. CLI11 stands behind it in one source alone: each file
/// that includes it compiles the whole of it again.

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sluice::cli {

/// An option or an argument of a command. A view, which the command outlives.
class Option {
 public:
  explicit Option(CLI::Option *option) : option_(option) {}

  /// What `--help` calls the value; empty: nothing.
  Option type_name(const std::string &name) const;
  Option required() const;
  Option one_of(const std::vector<std::string> &known) const;
  template <class Number>  // int or double
  Option between(Number least, Number most) const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  /// Whether the command line has it; known once it is parsed.
  bool is_given() const;

 private:
  CLI::Option *option_;
};

/// A command, on its way into the command line. A view.
class Command {
 public:
  explicit Command(CLI::App &app) : app_(&app) {}

  Command add_command(const std::string &name, const std::string &about) const;
  /// A command that only holds others.
  Command add_group(const std::string &name, const std::string &about) const;

  /// Fills `value`, which outlives the command line: a std::string, a list of them, a std::size_t,
  /// a float, a double, or a std::optional of a number. A name without dashes is an argument by its
  /// place. What `value` holds is the default, and an option shows it unless it is empty. A list
  /// takes one value each time that the option is given.
  template <class Value>
  Option add_option(const std::string &name, Value &value, const std::string &about) const;
  Option add_flag(const std::string &name, bool &value, const std::string &about) const;

  /// What `--help` ends with.
  void footer(const std::string &text) const;
  /// Throws sluice::Error, or ExitWith for a status of its own.
  void callback(std::function<void()> run) const;

 private:
  CLI::App *app_;
};

}  // namespace sluice::cli

#endif
