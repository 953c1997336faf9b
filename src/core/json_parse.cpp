/// Parses JSON with simdjson, into a tree that knows the place of each value.

#include <simdjson.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "json_tree.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

using detail::JsonNode;
using detail::JsonTree;
namespace ondemand = simdjson::ondemand;

constexpr std::size_t max_depth = 256;

/// simdjson's kernels are static objects; calling a destroyed one aborts. Creating them with the
/// library makes them outlive the static objects and exit handlers of programs that link it. Later
/// calls get an error.
std::atomic<bool> has_ended = false;
struct Kernels {
  Kernels() noexcept { static_cast<void>(simdjson::get_active_implementation()->name()); }
  ~Kernels() { has_ended = true; }
};
const Kernels kernels;

/// Walks simdjson's cursor once and records each value with its place.
class TreeBuilder {
 public:
  explicit TreeBuilder(JsonTree &tree) : tree_(tree) {}

  void build() {
    const std::size_t first = tree_.text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) fail_at(0, "is empty, expected JSON");
    last_ = first;
    // simdjson is lax about what follows a number or a word at the top level, so wrap it in an
    // array.
    const bool alone = tree_.text[first] != '[' && tree_.text[first] != '{';
    const simdjson::padded_string padded(alone ? '[' + tree_.text + ']' : tree_.text);
    begin_ = padded.data() + (alone ? 1 : 0);
    ondemand::parser parser;
    ondemand::document document;
    take(parser.iterate(padded), document);
    alone ? fill_from_array(document) : fill_container(document);
    fill_levels();
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      fail_at(last_, "more text follows the value");
    }
  }

 private:
  /// A container that is being read.
  struct Level {
    std::uint32_t node;
    std::uint32_t size = 0;
    bool is_array = false;
    simdjson::simdjson_result<ondemand::array_iterator> element, last_element;
    simdjson::simdjson_result<ondemand::object_iterator> member, last_member;
  };

  void fill_container(ondemand::document &document) {
    const std::uint32_t root = open(checked(document.raw_json_token()).data());
    if (checked(document.type()) == ondemand::json_type::array) {
      enter(root, checked(document.get_array()));
    } else {
      enter(root, checked(document.get_object()));
    }
  }

  void fill_from_array(ondemand::document &document) {
    for (auto element : checked(document.get_array())) {
      if (!tree_.nodes.empty()) fail_at(last_, "more text follows the value");
      fill(checked(element));
      fill_levels();
    }
    if (tree_.nodes.empty()) fail_at(last_, "is not a JSON value");
  }

  /// Fills in a value, except the contents of a container, which fill_levels reads later.
  void fill(ondemand::value value) {
    const std::uint32_t node = open(checked(value.raw_json_token()).data());
    const auto type = checked(value.type());
    if (type == ondemand::json_type::array) {
      enter(node, checked(value.get_array()));
    } else if (type == ondemand::json_type::object) {
      enter(node, checked(value.get_object()));
    } else {
      fill_scalar(node, type, value);
      close(node);
    }
  }

  void enter(std::uint32_t node, ondemand::array array) {
    guard();
    tree_.nodes[node].kind = JsonKind::array;
    Level &level = levels_.emplace_back();
    level.node = node;
    level.is_array = true;
    level.element = array.begin();
    level.last_element = array.end();
  }

  void enter(std::uint32_t node, ondemand::object object) {
    guard();
    tree_.nodes[node].kind = JsonKind::object;
    Level &level = levels_.emplace_back();
    level.node = node;
    level.member = object.begin();
    level.last_member = object.end();
  }

  /// Fills in the contents of all containers on the stack.
  void fill_levels() {
    while (!levels_.empty()) {
      Level &level = levels_.back();
      if (level.is_array ? fill_element(level) : fill_member(level)) continue;
      tree_.nodes[level.node].size = level.size;
      close(level.node);
      levels_.pop_back();
    }
  }

  /// Returns false at the end of the array. May invalidate `level`.
  bool fill_element(Level &level) {
    if (level.size > 0) ++level.element;
    if (!(level.element != level.last_element)) return false;
    ++level.size;
    fill(checked(*level.element));
    return true;
  }

  /// The same for an object.
  bool fill_member(Level &level) {
    if (level.size > 0) ++level.member;
    if (!(level.member != level.last_member)) return false;
    ++level.size;
    auto member = *level.member;
    // The raw key points into the text, one past the opening quote.
    const std::uint32_t key = open(checked(member.key()).raw());
    set_string(key, checked(member.unescaped_key()));
    close(key);
    fill(checked(member.value()));
    return true;
  }

  void fill_scalar(std::uint32_t index, ondemand::json_type type, ondemand::value &value) {
    JsonNode &node = tree_.nodes[index];
    switch (type) {
      case ondemand::json_type::string: set_string(index, checked(value.get_string())); break;
      case ondemand::json_type::boolean:
        node.kind = JsonKind::boolean;
        node.truth = checked(value.get_bool());
        break;
      case ondemand::json_type::number: set_number(node, value); break;
      default:
        if (!is_null(value)) fail_at(last_, "is not a JSON value");
        node.kind = JsonKind::null;
    }
  }

  // get_number() would do both, but simdjson 3.0 reads more than 19 digits as 0.
  void set_number(JsonNode &node, ondemand::value &value) {
    node.kind = JsonKind::number;
    if (value.get_int64().get(node.integer) == simdjson::SUCCESS &&
        (node.integer != 0 || tree_.text[last_] != '-')) {
      node.integral = true;
    } else if (value.get_double().get(node.number) != simdjson::SUCCESS ||
               !std::isfinite(node.number)) {
      fail_at(last_, "is not a JSON number, or is too large for a double");
    }
  }

  void set_string(std::uint32_t index, std::string_view content) {
    JsonNode &node = tree_.nodes[index];
    node.kind = JsonKind::string;
    node.string_offset = tree_.strings.size();
    node.size = static_cast<std::uint32_t>(content.size());
    tree_.strings += content;
  }

  std::uint32_t open(const char *token) {
    last_ = static_cast<std::size_t>(token - begin_);
    tree_.nodes.emplace_back().offset = last_;
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }

  void close(std::uint32_t node) {
    tree_.nodes[node].next = static_cast<std::uint32_t>(tree_.nodes.size());
  }

  void guard() const {
    if (levels_.size() == max_depth)
      fail_at(last_, fmt::format("nests deeper than {} levels", max_depth));
  }

  /// Later releases of simdjson report errors here.
  template <class Value>
  bool is_null(Value &value) const {
    if constexpr (std::is_same_v<decltype(value.is_null()), bool>) {
      return value.is_null();
    } else {
      return checked(value.is_null());
    }
  }

  static std::string_view checked(std::string_view token) { return token; }
  template <class T>
  T checked(simdjson::simdjson_result<T> result) const {
    T value;
    take(std::move(result), value);
    return value;
  }

  template <class T>
  void take(simdjson::simdjson_result<T> result, T &value) const {
    const auto error = std::move(result).get(value);
    if (error == simdjson::SUCCESS) return;
    const std::string_view why = simdjson::error_message(error);
    switch (error) {
      case simdjson::UTF8_ERROR: fail_at(utf8_valid_size(tree_.text), "is not valid UTF-8");
      case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
        fail_at(tree_.text.size(), "ends in the middle of an array or object");
      case simdjson::UNCLOSED_STRING:
        fail_at(broken_string(false), "begins a string without an end");
      case simdjson::UNESCAPED_CHARS:
        fail_at(broken_string(true), "has a control character in a string; escape it");
      case simdjson::INCORRECT_TYPE:
      case simdjson::T_ATOM_ERROR:
      case simdjson::F_ATOM_ERROR:
      case simdjson::N_ATOM_ERROR: fail_at(last_, "is not a JSON value");
      default: fail_at(last_, fmt::format("is not valid JSON after this point ({})", why));
    }
  }

  /// The start of the first unterminated string, or the first control character in a string.
  /// simdjson reports both before it reads the first value.
  std::size_t broken_string(bool at_control) const {
    const std::string_view text = tree_.text;
    std::size_t start = text.npos;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (start == text.npos) {
        if (text[at] == '"') start = at;
      } else if (text[at] == '\\') {
        ++at;
      } else if (text[at] == '"') {
        start = text.npos;
      } else if (at_control && static_cast<unsigned char>(text[at]) < ' ') {
        return at;
      }
    }
    return std::min(start, text.size());
  }

  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const {
    throw Error(
        ErrorCode::malformed, message,
        place_in(tree_.text, std::min(offset, tree_.text.size()), tree_.source, tree_.first_line));
  }

  JsonTree &tree_;
  const char *begin_ = nullptr;
  std::size_t last_ = 0;  // offset of the value read last
  std::vector<Level> levels_;
};

}  // namespace

JsonDocument JsonDocument::parse(std::string_view text, std::string source,
                                 std::uint64_t first_line) {
  auto tree = std::make_shared<detail::JsonTree>();
  tree->source = std::move(source);
  tree->first_line = first_line;
  if (has_ended) {
    throw Error(ErrorCode::unsupported, "JSON cannot be parsed while the process exits",
                {tree->source});
  }
  detail::skip_byte_order_mark(text);
  if (text.size() >= 0xFFFFFFFFU) {
    throw Error(ErrorCode::limit_exceeded, "JSON text is larger than 4 GB", {tree->source});
  }
  tree->text = text;
  TreeBuilder(*tree).build();
  return JsonDocument(std::move(tree));
}

}  // namespace sluice::inline v0
