#include "resolve_names.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "nearest_name.hpp"
#include "old_names.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::cli {
namespace {

std::string note_on(std::string_view old_name, std::string_view name) {
  return fmt::format("{} is now {}; the old name goes away in release {}.{}", old_name, name,
                     old_names_end_major, old_names_end_minor);
}

std::string unknown(std::string_view what, const std::string &written,
                    const std::vector<std::string> &known) {
  constexpr std::size_t shown = 100;
  const std::string line = one_line(written);
  const std::string nearest = nearest_name(written, known);
  return fmt::format("unknown {} \"{}\"; {}", what, clip_utf8(line, shown),
                     nearest.empty() ? "see --help" : fmt::format("did you mean \"{}\"?", nearest));
}

/// A flag as it is written, "--name", "--name=value" or "-n", and its value.
struct WrittenFlag {
  std::size_t word = 0;  ///< Its position on the line.
  std::string name;
  std::string value;
  const OldFlag *old = nullptr;

  std::string_view resolved() const { return old == nullptr ? std::string_view(name) : old->name; }
};

class LineResolver {
 public:
  LineResolver(const CLI::App &program, std::vector<std::string> words) : app_(&program) {
    line_.command = program.get_name();
    line_.words = std::move(words);
  }

  ResolvedLine resolve() {
    const std::size_t first = find_command();
    if (line_.problem.empty()) {
      read_flags(first);
      rename_flags();
      check_flags();
    }
    return std::move(line_);
  }

 private:
  /// Follows the words that name a command. Returns the position of the first word behind them.
  std::size_t find_command() {
    std::size_t at = 0;
    for (; at < line_.words.size(); ++at) {
      const auto commands = app_->get_subcommands([](const CLI::App *) { return true; });
      if (commands.empty() || line_.words[at].starts_with('-')) break;
      rename_command(line_.words[at]);
      const std::string &word = line_.words[at];
      const auto found = std::ranges::find(commands, word, &CLI::App::get_name);
      if (found == commands.end()) {
        std::vector<std::string> known;
        for (const CLI::App *command : commands) known.push_back(command->get_name());
        line_.problem = unknown("command", word, known);
        break;
      }
      app_ = *found;
      line_.command += ' ' + word;
      path_ += (path_.empty() ? "" : " ") + word;
    }
    return at;
  }

  void rename_command(std::string &word) {
    for (const OldCommand &old : old_commands) {
      if (old.group != path_ || old.old_name != word) continue;
      line_.notes.push_back(note_on(word, old.name));
      word = old.name;
    }
  }

  const CLI::Option *option(std::string_view name) const {
    return app_->get_option_no_throw(std::string(name));
  }

  /// The option of that name, or of an old one.
  const CLI::Option *option_behind(const std::string &name) const {
    if (const CLI::Option *found = option(name)) return found;
    for (const OldFlag &old : old_flags) {
      if (old.command == path_ && old.old_name == name) return option(old.name);
    }
    return nullptr;
  }

  void read_flags(std::size_t first) {
    for (std::size_t at = first; at < line_.words.size(); ++at) {
      const std::string &word = line_.words[at];
      WrittenFlag flag;
      flag.word = at;
      std::string name;
      if (word == "--") return;
      if (CLI::detail::split_long(word, name, flag.value)) {
        flag.name = "--" + name;
      } else if (CLI::detail::split_short(word, name, flag.value)) {
        flag.name = option("-" + name) == nullptr ? word : "-" + name;
      } else {
        continue;
      }
      const CLI::Option *found = option_behind(flag.name);
      const bool takes_next =
          found != nullptr && found->get_items_expected_min() > 0 && flag.value.empty();
      if (takes_next && at + 1 < line_.words.size()) flag.value = line_.words[++at];
      flags_.push_back(std::move(flag));
    }
  }

  bool has_flag(std::string_view name) const {
    return std::ranges::find(flags_, name, &WrittenFlag::name) != flags_.end();
  }

  /// Whether the flag, whose name is an old one, is meant as the old one.
  bool has_old_meaning(const WrittenFlag &flag, const OldFlag &old) const {
    if (!old.beside.empty() && !has_flag(old.beside)) return false;
    if (old.one_of.empty() && old.beside.empty()) return true;
    std::error_code error;
    if (std::filesystem::is_regular_file(flag.value, error)) return false;
    return old.one_of.empty() ||
           fmt::format(" {} ", old.one_of).find(" " + flag.value + " ") != std::string::npos;
  }

  void rename_flags() {
    for (WrittenFlag &flag : flags_) {
      for (const OldFlag &old : old_flags) {
        if (old.command == path_ && old.old_name == flag.name && has_old_meaning(flag, old))
          flag.old = &old;
      }
      if (flag.old == nullptr) continue;
      std::string note = note_on(flag.name, flag.old->name);
      if (std::ranges::find(line_.notes, note) == line_.notes.end())
        line_.notes.push_back(std::move(note));
      line_.words[flag.word].replace(0, flag.name.size(), flag.old->name);
    }
  }

  void check_flags() {
    std::vector<std::string> known;
    for (const CLI::Option *each : app_->get_options()) {
      for (const std::string &name : each->get_lnames()) known.push_back("--" + name);
    }
    for (const WrittenFlag &flag : flags_) {
      if (flag.name == "--help" || flag.name == "-h") {
        line_.problem.clear();
        return;
      }
      if (!line_.problem.empty()) continue;
      if (option(flag.resolved()) == nullptr) {
        line_.problem = unknown("flag", flag.name, known);
      } else if (flag.old != nullptr && std::ranges::any_of(flags_, [&](const WrittenFlag &other) {
                   return other.old == nullptr && other.name == flag.old->name;
                 })) {
        line_.problem =
            fmt::format("{} is the old name of {}: give one of them, not both; see --help",
                        flag.name, flag.old->name);
      }
    }
  }

  const CLI::App *app_;
  std::string path_;
  ResolvedLine line_;
  std::vector<WrittenFlag> flags_;
};

}  // namespace

ResolvedLine resolve_names(const CLI::App &program, std::vector<std::string> words) {
  return LineResolver(program, std::move(words)).resolve();
}

}  // namespace sluice::cli
