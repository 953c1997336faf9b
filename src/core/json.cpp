#include "sluice/core/json.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "json_tree.hpp"

namespace sluice::inline v0 {
namespace {

std::string_view kind_name(JsonKind kind) {
  switch (kind) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return "a boolean";
    case JsonKind::number: return "a number";
    case JsonKind::string: return "a string";
    case JsonKind::array: return "an array";
    case JsonKind::object: return "an object";
  }
  return "nothing";
}

}  // namespace

JsonValue JsonDocument::root() const noexcept { return {tree_.get(), 0}; }

JsonKind JsonValue::kind() const noexcept { return tree_->nodes[node_].kind; }

void JsonValue::expect(JsonKind expected) const {
  if (kind() != expected) {
    fail(fmt::format("expected {}, found {}", kind_name(expected), kind_name(kind())));
  }
}

bool JsonValue::as_bool() const {
  expect(JsonKind::boolean);
  return tree_->nodes[node_].truth;
}

double JsonValue::as_number() const {
  expect(JsonKind::number);
  const auto &node = tree_->nodes[node_];
  return node.integral ? static_cast<double>(node.integer) : node.number;
}

std::int64_t JsonValue::as_integer() const {
  expect(JsonKind::number);
  const auto &node = tree_->nodes[node_];
  if (node.integral) return node.integer;
  // Numbers that need more than 64 bits may have been rounded to exactly -2^63.
  if (node.number == std::floor(node.number) && std::abs(node.number) < 0x1p63) {
    return static_cast<std::int64_t>(node.number);
  }
  fail("expected an integer of at most 64 bits");
}

std::string_view JsonValue::as_string() const {
  expect(JsonKind::string);
  return tree_->string(tree_->nodes[node_]);
}

std::size_t JsonValue::size() const {
  if (!is(JsonKind::object)) expect(JsonKind::array);
  return tree_->nodes[node_].size;
}

JsonValue::Iterator JsonValue::begin() const {
  expect(JsonKind::array);
  return {tree_, node_ + 1};
}

JsonValue::Iterator JsonValue::end() const { return {tree_, tree_->nodes[node_].next}; }

JsonValue::Iterator &JsonValue::Iterator::operator++() noexcept {
  node_ = tree_->nodes[node_].next;
  return *this;
}

void JsonValue::each_member(function_ref<void(std::string_view key, JsonValue value)> visit) const {
  expect(JsonKind::object);
  const std::uint32_t end = tree_->nodes[node_].next;
  for (std::uint32_t key = node_ + 1; key < end; key = tree_->nodes[key + 1].next) {
    visit(tree_->string(tree_->nodes[key]), JsonValue(tree_, key + 1));
  }
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!is(JsonKind::object)) return std::nullopt;
  std::optional<JsonValue> found;
  each_member([&](std::string_view name, JsonValue value) {
    if (name == key) found = value;
  });
  return found;
}

JsonValue JsonValue::at(std::string_view key) const {
  expect(JsonKind::object);
  if (auto value = find(key)) return *value;
  fail(fmt::format("has no member \"{}\"", key));
}

Place JsonValue::place() const {
  return place_in(tree_->text, tree_->nodes[node_].offset, tree_->source, tree_->first_line);
}

void JsonValue::fail(const std::string &message) const {
  throw Error(ErrorCode::malformed, message, place());
}

void each_json_line(std::string_view text, const std::string &source,
                    function_ref<void(JsonValue value)> visit) {
  detail::skip_byte_order_mark(text);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    if (line.starts_with(detail::byte_order_mark)) {
      throw Error(ErrorCode::malformed, "has a byte order mark in the middle", {source, number, 1});
    }
    const JsonDocument document = JsonDocument::parse(line, source, number);
    visit(document.root());
  }
}

}  // namespace sluice::inline v0
