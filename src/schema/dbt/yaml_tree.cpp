#include "yaml_tree.hpp"

#include <yaml.h>

#include <algorithm>
#include <array>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// libyaml compares each %TAG with all that came before it.
constexpr std::size_t max_directives = 64;

/// One event of libyaml, freed with this object.
class YamlEvent {
 public:
  YamlEvent() = default;
  YamlEvent(const YamlEvent &) = delete;
  YamlEvent &operator=(const YamlEvent &) = delete;
  ~YamlEvent() { clear(); }

  yaml_event_t *fill() {
    clear();
    filled_ = true;
    return &event_;
  }
  const yaml_event_t &operator*() const noexcept { return event_; }
  const yaml_event_t *operator->() const noexcept { return &event_; }

 private:
  void clear() {
    if (filled_) yaml_event_delete(&event_);
    filled_ = false;
  }

  yaml_event_t event_{};
  bool filled_ = false;
};

class YamlParser {
 public:
  YamlParser(std::string_view text, const std::string &source) : text_(text), source_(source) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char *>(text.data()),
                                 text.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  }
  YamlParser(const YamlParser &) = delete;
  YamlParser &operator=(const YamlParser &) = delete;
  ~YamlParser() { yaml_parser_delete(&parser_); }

  void next(YamlEvent &event) {
    if (yaml_parser_parse(&parser_, event.fill()) == 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    Place place{source_, parser_.problem_mark.line + 1, 0};
    if (parser_.error == YAML_READER_ERROR)
      place.line = place_in(text_, std::min(parser_.problem_offset, text_.size()), source_).line;
    const char *problem = parser_.problem != nullptr ? parser_.problem : "unknown problem";
    throw Error(ErrorCode::malformed, fmt::format("is not valid YAML: {}", problem), place);
  }

  yaml_parser_t parser_{};
  std::string_view text_;
  const std::string &source_;
};

std::string_view anchor_text(const yaml_char_t *name) noexcept {
  return name != nullptr ? std::string_view(reinterpret_cast<const char *>(name))
                         : std::string_view();
}

}  // namespace

/// Makes the tree from events. What an alias refers to is not copied, but counted again.
class YamlTreeBuilder {
 public:
  YamlTreeBuilder(std::string_view text, const std::string &source)
      : source_(source), parser_(text, source) {
    if (text.size() > YamlText::max_bytes)
      exceed(1, fmt::format("is longer than {} bytes", YamlText::max_bytes));
    std::size_t directives = 0;
    for (std::size_t at = text.find("%TAG"); at != text.npos; at = text.find("%TAG", at + 1))
      if (++directives > max_directives) exceed(1, "has too many %TAG lines");
  }

  YamlText build() {
    YamlEvent event;
    do {
      parser_.next(event);
      apply(event);
    } while (event->type != YAML_STREAM_END_EVENT);
    return std::move(tree_);
  }

 private:
  using Node = YamlText::Node;

  /// What a node is when all aliases in it are replaced.
  struct Extent {
    std::size_t nodes = 1;
    std::size_t bytes = 0;
    std::size_t depth = 1;
  };

  struct OpenCollection {
    Node node;
    std::string anchor;
    std::vector<std::uint32_t> children;
  };

  void apply(const YamlEvent &event) {
    const std::size_t line = event->start_mark.line + 1;
    switch (event->type) {
      case YAML_DOCUMENT_START_EVENT: anchors_.clear(); break;
      case YAML_ALIAS_EVENT: add_alias(anchor_text(event->data.alias.anchor), line); break;
      case YAML_SCALAR_EVENT: add_scalar(event, line); break;
      case YAML_SEQUENCE_START_EVENT:
        open(YamlKind::sequence, anchor_text(event->data.sequence_start.anchor), line);
        break;
      case YAML_MAPPING_START_EVENT:
        open(YamlKind::mapping, anchor_text(event->data.mapping_start.anchor), line);
        break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: close(); break;
      default: break;
    }
  }

  void add_alias(std::string_view name, std::size_t line) {
    const auto found = anchors_.find(std::string(name));
    if (found == anchors_.end()) {
      throw Error(ErrorCode::malformed,
                  fmt::format("uses the alias *{}, but &{} does not come before it", name, name),
                  {source_, line});
    }
    const Extent &extent = extents_[found->second];
    check_depth(open_.size() + extent.depth, line);
    place(found->second, line);
  }

  void add_scalar(const YamlEvent &event, std::size_t line) {
    const auto &scalar = event->data.scalar;
    Node node;
    node.is_plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node.first = static_cast<std::uint32_t>(tree_.scalars_.size());
    node.size = static_cast<std::uint32_t>(scalar.length);
    node.line = static_cast<std::uint32_t>(line);
    tree_.scalars_.append(reinterpret_cast<const char *>(scalar.value), scalar.length);
    check_depth(open_.size() + 1, line);
    add(node, {1, scalar.length, 1}, anchor_text(scalar.anchor));
  }

  void open(YamlKind kind, std::string_view anchor, std::size_t line) {
    check_depth(open_.size() + 1, line);
    OpenCollection &collection = open_.emplace_back();
    collection.node.kind = kind;
    collection.node.line = static_cast<std::uint32_t>(line);
    collection.anchor = anchor;
  }

  void close() {
    OpenCollection closed = std::move(open_.back());
    open_.pop_back();
    if (closed.node.kind == YamlKind::mapping) merge(closed);
    closed.node.first = static_cast<std::uint32_t>(tree_.children_.size());
    closed.node.size = static_cast<std::uint32_t>(closed.children.size());
    tree_.children_.insert(tree_.children_.end(), closed.children.begin(), closed.children.end());
    Extent extent;
    for (const std::uint32_t child : closed.children) {
      extent.nodes += extents_[child].nodes;
      extent.bytes += extents_[child].bytes;
      extent.depth = std::max(extent.depth, extents_[child].depth + 1);
    }
    // Its children were counted already.
    bytes_ -= extent.bytes;
    node_count_ -= extent.nodes - 1;
    add(closed.node, extent, closed.anchor);
  }

  void add(Node node, Extent extent, std::string_view anchor) {
    const auto number = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_.push_back(node);
    extents_.push_back(extent);
    if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), number);
    place(number, node.line);
  }

  /// Puts a node where the parser is.
  void place(std::uint32_t number, std::size_t line) {
    count(number, line);
    if (open_.empty()) {
      tree_.documents_.push_back(number);
      return;
    }
    OpenCollection &parent = open_.back();
    const bool is_key = parent.node.kind == YamlKind::mapping && parent.children.size() % 2 == 0;
    if (is_key && tree_.nodes_[number].kind != YamlKind::scalar) {
      throw Error(ErrorCode::malformed, "has a list or a mapping as a key, expected a word",
                  {source_, line});
    }
    parent.children.push_back(number);
  }

  void count(std::uint32_t number, std::size_t line) {
    node_count_ += extents_[number].nodes;
    bytes_ += extents_[number].bytes;
    if (node_count_ <= YamlText::max_nodes && bytes_ <= 2 * YamlText::max_bytes) return;
    exceed(line, fmt::format("has more than {} values or {} bytes, when aliases are replaced",
                             YamlText::max_nodes, 2 * YamlText::max_bytes));
  }

  /// Replaces merge keys. The mapping's own members take precedence, then those of earlier
  /// mappings. What was merged stays counted, which bounds the work.
  void merge(OpenCollection &mapping) {
    std::vector<std::uint32_t> &children = mapping.children;
    std::vector<std::uint32_t> merged;
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i + 1 < children.size(); i += 2) {
      const Node &key = tree_.nodes_[children[i]];
      const bool is_merged =
          key.is_plain && scalar(key) == "<<" && add_merged(children[i + 1], merged);
      if (!is_merged) kept.insert(kept.end(), {children[i], children[i + 1]});
    }
    if (merged.empty()) return;
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < kept.size(); i += 2) names.insert(scalar(tree_.nodes_[kept[i]]));
    for (const std::uint32_t source : merged) {
      const Node node = tree_.nodes_[source];
      for (std::size_t i = node.first; i < node.first + node.size; i += 2) {
        if (!names.insert(scalar(tree_.nodes_[tree_.children_[i]])).second) continue;
        for (const std::uint32_t child : {tree_.children_[i], tree_.children_[i + 1]}) {
          count(child, mapping.node.line);
          kept.push_back(child);
        }
      }
    }
    children = std::move(kept);
  }

  /// Whether a value can be merged: a mapping, or a list of mappings.
  bool add_merged(std::uint32_t value, std::vector<std::uint32_t> &merged) const {
    const Node &node = tree_.nodes_[value];
    if (node.kind == YamlKind::mapping) {
      merged.push_back(value);
      return true;
    }
    if (node.kind != YamlKind::sequence || node.size == 0) return false;
    const auto begin = tree_.children_.begin() + node.first;
    const auto end = begin + node.size;
    const auto is_mapping = [&](std::uint32_t element) {
      return tree_.nodes_[element].kind == YamlKind::mapping;
    };
    if (!std::all_of(begin, end, is_mapping)) return false;
    merged.insert(merged.end(), begin, end);
    return true;
  }

  std::string_view scalar(const Node &node) const {
    return std::string_view(tree_.scalars_).substr(node.first, node.size);
  }

  void check_depth(std::size_t depth, std::size_t line) const {
    if (depth > YamlText::max_depth)
      exceed(line, fmt::format("is nested more than {} levels deep", YamlText::max_depth));
  }

  [[noreturn]] void exceed(std::size_t line, const std::string &message) const {
    throw Error(ErrorCode::limit_exceeded, message, {source_, line});
  }

  const std::string &source_;
  YamlParser parser_;
  YamlText tree_;
  std::vector<Extent> extents_;  // by node
  std::vector<OpenCollection> open_;
  std::unordered_map<std::string, std::uint32_t> anchors_;
  std::size_t node_count_ = 0;
  std::size_t bytes_ = 0;
};

YamlText YamlText::parse(std::string_view text, const std::string &source) {
  return YamlTreeBuilder(text, source).build();
}

YamlKind YamlValue::kind() const noexcept { return tree_->nodes_[node_].kind; }

bool YamlValue::is_null() const noexcept {
  const YamlText::Node &node = tree_->nodes_[node_];
  if (node.kind != YamlKind::scalar || !node.is_plain) return false;
  const std::string_view text = std::string_view(tree_->scalars_).substr(node.first, node.size);
  constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};
  return std::ranges::find(nulls, text) != nulls.end();
}

std::string_view YamlValue::text() const noexcept {
  const YamlText::Node &node = tree_->nodes_[node_];
  if (node.kind != YamlKind::scalar || is_null()) return {};
  return std::string_view(tree_->scalars_).substr(node.first, node.size);
}

std::size_t YamlValue::line() const noexcept { return tree_->nodes_[node_].line; }

std::size_t YamlValue::size() const noexcept {
  const YamlText::Node &node = tree_->nodes_[node_];
  switch (node.kind) {
    case YamlKind::scalar: return 0;
    case YamlKind::sequence: return node.size;
    case YamlKind::mapping: return node.size / 2;
  }
  return 0;
}

YamlValue YamlValue::operator[](std::size_t position) const noexcept {
  const YamlText::Node &node = tree_->nodes_[node_];
  const std::size_t child = node.kind == YamlKind::mapping ? 2 * position + 1 : position;
  return {tree_, tree_->children_[node.first + child]};
}

std::string_view YamlValue::key(std::size_t position) const noexcept {
  const YamlText::Node &node = tree_->nodes_[node_];
  const YamlText::Node &key = tree_->nodes_[tree_->children_[node.first + 2 * position]];
  return std::string_view(tree_->scalars_).substr(key.first, key.size);
}

std::optional<YamlValue> YamlValue::find(std::string_view key) const noexcept {
  if (!is(YamlKind::mapping)) return std::nullopt;
  for (std::size_t i = size(); i-- > 0;) {
    if (this->key(i) == key) return (*this)[i];
  }
  return std::nullopt;
}

}  // namespace sluice::inline v0::schema_detail
