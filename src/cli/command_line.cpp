#include "command_line.hpp"

#include <cstddef>
#include <optional>
#include <type_traits>

#include <CLI/CLI.hpp>

namespace sluice::cli {

Option Option::type_name(const std::string &name) const { return Option(option_->type_name(name)); }

Option Option::required() const { return Option(option_->required()); }

Option Option::one_of(const std::vector<std::string> &known) const {
  return Option(option_->check(CLI::IsMember(known)));
}

template <class Number>
Option Option::between(Number least, Number most) const {
  return Option(option_->check(CLI::Range(least, most)));
}

template Option Option::between(int, int) const;
template Option Option::between(double, double) const;

Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }

Option Option::needs(Option other) const { return Option(option_->needs(other.option_)); }

bool Option::is_given() const { return option_->count() != 0; }

Command Command::add_command(const std::string &name, const std::string &about) const {
  return Command(*app_->add_subcommand(name, about));
}

Command Command::add_group(const std::string &name, const std::string &about) const {
  CLI::App *group = app_->add_subcommand(name, about);
  group->require_subcommand(1);
  return Command(*group);
}

template <class Value>
Option Command::add_option(const std::string &name, Value &value, const std::string &about) const {
  CLI::Option *option = app_->add_option(name, value, about);
  if (!name.starts_with('-')) return Option(option);
  if constexpr (std::is_arithmetic_v<Value>) {
    option->capture_default_str();
  } else if constexpr (requires { value.empty(); }) {
    if (!value.empty()) option->capture_default_str();
  }
  // Else a list would swallow the arguments behind it.
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) option->allow_extra_args(false);
  return Option(option);
}

template Option Command::add_option(const std::string &, std::string &, const std::string &) const;
template Option Command::add_option(const std::string &, std::vector<std::string> &,
                                    const std::string &) const;
template Option Command::add_option(const std::string &, std::size_t &, const std::string &) const;
template Option Command::add_option(const std::string &, float &, const std::string &) const;
template Option Command::add_option(const std::string &, double &, const std::string &) const;
template Option Command::add_option(const std::string &, std::optional<std::size_t> &,
                                    const std::string &) const;
template Option Command::add_option(const std::string &, std::optional<double> &,
                                    const std::string &) const;

Option Command::add_flag(const std::string &name, bool &value, const std::string &about) const {
  return Option(app_->add_flag(name, value, about));
}

void Command::footer(const std::string &text) const { app_->footer(text); }

void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

}  // namespace sluice::cli
