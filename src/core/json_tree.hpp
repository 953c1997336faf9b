#ifndef SLUICE_SRC_CORE_JSON_TREE_HPP
#define SLUICE_SRC_CORE_JSON_TREE_HPP

/// A JSON text and its values, as JsonDocument keeps them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/json.hpp"

namespace sluice::inline v0::detail {

/// A value or an object's key. The nodes of a container's members follow it; `next` is the index
/// after them.
struct JsonNode {
  JsonKind kind = JsonKind::null;
  bool integral = false;
  std::uint32_t next = 0;
  std::uint32_t size = 0;    // members of a container, bytes of a string
  std::uint64_t offset = 0;  // in the text
  union {
    double number;
    std::int64_t integer;
    std::uint64_t string_offset;  // in the tree's strings
    bool truth;
  };
  JsonNode() : number(0) {}
};

struct JsonTree {
  std::string text;
  std::string source;
  std::uint64_t first_line = 1;
  std::vector<JsonNode> nodes;
  std::string strings;

  std::string_view string(const JsonNode &node) const {
    return std::string_view(strings).substr(node.string_offset, node.size);
  }
};

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

inline void skip_byte_order_mark(std::string_view &text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
}

}  // namespace sluice::inline v0::detail

#endif
