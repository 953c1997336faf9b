#ifndef SLUICE_SRC_SCHEMA_APPS_RUBY_CALL_HPP
#define SLUICE_SRC_SCHEMA_APPS_RUBY_CALL_HPP

/// Calls as they are written in schema.rb, without running Ruby.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

struct RubyValue;

using RubyOptions = std::vector<std::pair<std::string, RubyValue>>;

/// A string, a symbol, a number or a word as text; a list of these; or a hash. What is computed,
/// such as `-> { "now()" }`, is empty.
struct RubyValue {
  std::string text = {};
  std::vector<std::string> items = {};
  RubyOptions options = {};
  bool is_list = false;
};

/// `t.string "name", null: false`, with its receiver, its method, one argument and one option.
struct RubyCall {
  std::string receiver;
  std::string method;
  std::vector<RubyValue> arguments;
  RubyOptions options;
  std::string heredoc;  ///< The word that ends a text on the next lines; empty if there is none.
  bool opens_block = false;

  /// The option of that name, or nullptr.
  const RubyValue *find(std::string_view name) const;
  /// The text of the option; empty if there is none.
  std::string_view text(std::string_view name) const;
  /// The text of the argument; empty if there are fewer.
  std::string_view argument(std::size_t number) const;
};

/// Reads the call that the line consists of; nullopt for other code. O(size).
std::optional<RubyCall> read_ruby_call(std::string_view line);

}  // namespace sluice::inline v0::schema_detail

#endif
