#ifndef SLUICE_SRC_SCHEMA_DBT_YAML_TREE_HPP
#define SLUICE_SRC_SCHEMA_DBT_YAML_TREE_HPP

/// Parses YAML into an immutable tree.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::schema_detail {

enum class YamlKind : std::uint8_t { scalar, sequence, mapping };

class YamlText;

/// A view of one node; valid while its YamlText lives. Cheap to copy.
class YamlValue {
 public:
  YamlKind kind() const noexcept;
  bool is(YamlKind kind) const noexcept { return this->kind() == kind; }
  /// Whether this is a scalar that says nothing: empty, `~` or `null` without quotes.
  bool is_null() const noexcept;
  /// Of a scalar that is not null; empty for all others.
  std::string_view text() const noexcept;
  /// Where the node begins; counts from 1.
  std::size_t line() const noexcept;

  /// The number of elements or members; 0 for a scalar.
  std::size_t size() const noexcept;
  /// The element, or the value of the member, at a position below `size()`.
  YamlValue operator[](std::size_t position) const noexcept;
  /// The key of the member at a position below `size()`.
  std::string_view key(std::size_t position) const noexcept;
  /// The value of the member with that key, the last one if it is repeated; nullopt if this is not
  /// a mapping or has none. O(members).
  std::optional<YamlValue> find(std::string_view key) const noexcept;

 private:
  friend class YamlText;
  YamlValue(const YamlText *tree, std::uint32_t node) noexcept : tree_(tree), node_(node) {}

  const YamlText *tree_;
  std::uint32_t node_;
};

/// The documents of a text. Aliases are replaced by what they refer to, and merge keys (`<<`) by
/// the members that they add. Tags are ignored. Not movable while values of it are used.
class YamlText {
 public:
  // Bounds for one text, with all aliases replaced.
  static constexpr std::size_t max_bytes = std::size_t{1} << 25;
  static constexpr std::size_t max_nodes = std::size_t{1} << 20;
  static constexpr std::size_t max_depth = 64;

  /// `text` must be valid UTF-8. Throws Error: malformed, with the line; limit_exceeded, if a bound
  /// is exceeded. O(size).
  static YamlText parse(std::string_view text, const std::string &source);

  std::size_t document_count() const noexcept { return documents_.size(); }
  YamlValue document(std::size_t number) const noexcept { return {this, documents_[number]}; }

 private:
  friend class YamlValue;
  friend class YamlTreeBuilder;

  struct Node {
    YamlKind kind = YamlKind::scalar;
    bool is_plain = false;    ///< A scalar without quotes.
    std::uint32_t first = 0;  ///< In `children_` or, of a scalar, in `scalars_`.
    std::uint32_t size = 0;
    std::uint32_t line = 0;
  };

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> children_;  ///< Of a mapping, key and value alternate.
  std::string scalars_;
  std::vector<std::uint32_t> documents_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
