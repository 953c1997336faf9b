#ifndef SLUICE_CLI_COMMAND_LINE_HPP
#define SLUICE_CLI_COMMAND_LINE_HPP

/// How a subcommand declares its options. CLI11 is included in the sources that need it, never
/// here: every file that includes it compiles all of it again.

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sluice::cli {

/// An option or a positional argument of a command. A view, which is valid as long as the command.
class Option {
 public:
  explicit Option(CLI::Option *option) : option_(option) {}

  /// The name of the value in --help; empty for none.
  Option type_name(const std::string &name) const;
  Option required() const;
  /// Accepts only these values, which --help lists.
  Option one_of(const std::vector<std::string> &known) const;
  /// Accepts only numbers in [minimum, maximum], which --help does not show.
  template <class Number>  // int or double
  Option between(Number minimum, Number maximum) const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  /// Whether the option is on the command line; valid after parsing.
  bool is_given() const;

 private:
  CLI::Option *option_;
};

/// A command while its options are declared. A view, which is valid as long as the program.
class Command {
 public:
  explicit Command(CLI::App &app) : app_(&app) {}

  Command add_command(const std::string &name, const std::string &about) const;
  /// A command that only has subcommands.
  Command add_group(const std::string &name, const std::string &about) const;

  /// The same command. Options that are added through it are listed under this title in --help.
  Command section(const std::string &title) const;

  /// Parsing stores the option in `value`, which must live until then: a std::string, a list of
  /// them, a std::size_t, a float, a double, or a std::optional of a number. A name without dashes
  /// is a positional argument. The initial `value` is the default, which --help shows unless it is
  /// empty. A list takes one value each time that the option is given.
  template <class Value>
  Option add_option(const std::string &name, Value &value, const std::string &about) const;
  Option add_flag(const std::string &name, bool &value, const std::string &about) const;

  /// The end of --help.
  void footer(const std::string &text) const;
  /// `run` throws sluice::Error, or ExitWith for another exit status.
  void callback(std::function<void()> run) const;

 private:
  CLI::App *app_;
  std::string section_ = "Options";
};

}  // namespace sluice::cli

#endif
