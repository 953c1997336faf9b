#include "command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace sluice::cli {
namespace {

/// Broken into lines that fit in 100 columns next to the names.
std::string wrapped(std::string_view text) {
  constexpr std::size_t width = 70;
  std::string lines;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto shown = static_cast<std::size_t>(std::ranges::count_if(
        word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    const bool fits = used + 1 + shown <= width;
    if (used > 0) lines += fits ? ' ' : '\n';
    used = (used > 0 && fits ? used + 1 : 0) + shown;
    lines += word;
  }
  return lines;
}

template <class Value>
std::string type_name_of() {
  if constexpr (std::is_same_v<Value, std::size_t> ||
                std::is_same_v<Value, std::optional<std::size_t>>)
    return "N";
  if constexpr (std::is_floating_point_v<Value> || std::is_same_v<Value, std::optional<double>>)
    return "NUMBER";
  return "TEXT";
}

}  // namespace

Option Option::type_name(const std::string &name) const { return Option(option_->type_name(name)); }

Option Option::required() const { return Option(option_->required()); }

Option Option::one_of(const std::vector<std::string> &known) const {
  option_->type_name(fmt::format("{}", fmt::join(known, "|")));
  return Option(option_->check(CLI::IsMember(known).description("")));
}

template <class Number>
Option Option::between(Number minimum, Number maximum) const {
  return Option(option_->check(CLI::Range(minimum, maximum).description("")));
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

Command Command::section(const std::string &title) const {
  Command same = *this;
  same.section_ = title;
  return same;
}

template <class Value>
Option Command::add_option(const std::string &name, Value &value, const std::string &about) const {
  CLI::Option *option = app_->add_option(name, value, wrapped(about));
  option->type_name(type_name_of<Value>());
  if (!name.starts_with('-')) return Option(option);
  option->group(section_);
  if constexpr (std::is_arithmetic_v<Value>) {
    option->capture_default_str();
  } else if constexpr (requires { value.empty(); }) {
    if (!value.empty()) option->capture_default_str();
  }
  // Otherwise a list would take the positional arguments behind it.
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
  return Option(app_->add_flag(name, value, wrapped(about))->group(section_));
}

void Command::footer(const std::string &text) const { app_->footer(text); }

void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

}  // namespace sluice::cli
