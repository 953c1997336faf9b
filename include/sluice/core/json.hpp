#ifndef SLUICE_CORE_JSON_HPP
#define SLUICE_CORE_JSON_HPP

/// Parses JSON into an immutable tree. Each value knows its place in the text, so that errors can
/// report it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/error.hpp"
#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

namespace detail {
struct JsonTree;
}

/// A view of one value; valid while its JsonDocument lives. Cheap to copy. The `as_` functions
/// throw Error(malformed) with the value's place if the value is of another type.
class JsonValue {
 public:
  JsonKind kind() const noexcept;
  bool is(JsonKind kind) const noexcept { return this->kind() == kind; }

  bool as_bool() const;
  double as_number() const;
  /// A number without a fraction, within 64 bits.
  std::int64_t as_integer() const;
  std::string_view as_string() const;

  /// Number of elements of an array, or of members of an object.
  std::size_t size() const;

  class Iterator;
  /// Iterates over the elements of an array. Throws Error(malformed) if this is not an array.
  Iterator begin() const;
  Iterator end() const;

  /// Calls `visit(key, value)` for each member of an object, in file order.
  void each_member(function_ref<void(std::string_view key, JsonValue value)> visit) const;
  /// The member with that key (the last one if it is repeated), if this is an object that has one.
  std::optional<JsonValue> find(std::string_view key) const;
  /// The member with that key. Throws Error(malformed) if there is none.
  JsonValue at(std::string_view key) const;

  Place place() const;
  /// Throws Error(malformed) with this value's place.
  [[noreturn]] void fail(const std::string &message) const;

 private:
  friend class JsonDocument;
  JsonValue(const detail::JsonTree *tree, std::uint32_t node) noexcept : tree_(tree), node_(node) {}
  void expect(JsonKind kind) const;

  const detail::JsonTree *tree_;
  std::uint32_t node_;
};

class JsonValue::Iterator {
 public:
  JsonValue operator*() const noexcept { return {tree_, node_}; }
  Iterator &operator++() noexcept;
  friend bool operator==(const Iterator &a, const Iterator &b) noexcept {
    return a.node_ == b.node_;
  }

 private:
  friend class JsonValue;
  Iterator(const detail::JsonTree *tree, std::uint32_t node) noexcept : tree_(tree), node_(node) {}
  const detail::JsonTree *tree_;
  std::uint32_t node_;
};

/// A parsed JSON text. Immutable. Thread-safe. At most 256 levels of nesting and 4 GB of text.
class JsonDocument {
 public:
  /// Parses the whole of `text`, which must hold exactly one value. `source` and `first_line` are
  /// used in errors. O(size).
  /// Throws Error: malformed; unsupported if called while the process exits and destroys the static
  /// objects of libraries.
  static JsonDocument parse(std::string_view text, std::string source = "JSON",
                            std::uint64_t first_line = 1);

  JsonValue root() const noexcept;

 private:
  explicit JsonDocument(std::shared_ptr<const detail::JsonTree> tree) noexcept
      : tree_(std::move(tree)) {}
  std::shared_ptr<const detail::JsonTree> tree_;
};

/// Calls `visit` with the value of each line; skips empty lines. Throws Error(malformed).
void each_json_line(std::string_view text, const std::string &source,
                    function_ref<void(JsonValue value)> visit);

}  // namespace sluice::inline v0

#endif
