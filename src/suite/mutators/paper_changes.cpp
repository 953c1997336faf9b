#include "paper_changes.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <vector>

#include "judge/python_characters.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0::suite_detail {
namespace {

using sql::NodeId;
using sql::NodeKind;

// Maximum number of token runs; for longer queries, only shorter runs are dropped.
constexpr std::size_t max_spans = 4'000'000;

/// Whether it is certain that there is no white space at either end.
bool is_bare(std::string_view text) noexcept {
  const auto is_sign = [](char c) { return c > ' ' && c < '\x7f'; };
  return !text.empty() && is_sign(text.front()) && is_sign(text.back());
}

bool is_blank(std::string_view token) noexcept {
  return judge_detail::starts_with_space(token) && token[0] != '\n' && token[0] != '\r';
}

/// Whether the token can precede a dot: a word, bare or in backquotes.
bool is_name(std::string_view token) noexcept {
  const char first = token[0];
  return first == '_' || first == '`' || is_ascii_letter(first) ||
         static_cast<unsigned char>(first) >= 0x80;
}

/// Whether dropping these tokens, not counting blanks, may change the meaning of the query. `first`
/// and `second` are the first two of them.
bool is_droppable(std::size_t words, std::string_view first, std::string_view second) noexcept {
  if (words == 0) return false;
  if (words == 1) {
    return !same_name(first, "asc") && first != "*" && !same_name(first, "as") && first != ";";
  }
  if (words == 2) {
    if (second == "." && is_name(first)) return false;
    if (same_name(first, "as") && same_name(second, "result")) return false;
  }
  return true;
}

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(),
                     [token](std::string_view word) { return same_name(token, word); });
}

/// Whether an expression, a name or a query must follow. Omits words that may be names.
bool expects_operand(std::string_view token) noexcept {
  return is_one_of(token,
                   {",",   ".",     "=",         "<",      ">",        "<=",       ">=",
                    "!=",  "<>",    "||",        "/",      "SELECT",   "FROM",     "WHERE",
                    "AND", "OR",    "HAVING",    "LIMIT",  "BETWEEN",  "JOIN",     "ON",
                    "AS",  "UNION", "UNION ALL", "EXCEPT", "GROUP BY", "ORDER BY", "INTERSECT"});
}

/// Whether none of these can start with the token.
bool cannot_begin_operand(std::string_view token) noexcept {
  return is_one_of(token, {",",      ")",         ";",        ".",        "=",      "<",  ">",
                           "<=",     ">=",        "!=",       "<>",       "||",     "/",  "FROM",
                           "WHERE",  "AND",       "OR",       "HAVING",   "LIMIT",  "ON", "AS",
                           "JOIN",   "UNION",     "GROUP BY", "ORDER BY", "EXCEPT", "IN", "BETWEEN",
                           "NOT IN", "UNION ALL", "INTERSECT"});
}

/// The tokens of a gold query, with a quick test for runs whose removal leaves invalid SQL: that
/// holds for most runs, and parsing all these texts would dominate the running time.
class Spans {
 public:
  explicit Spans(const GoldQuery &gold) : tokens_(gold.tokens()) {
    int depth = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view token = tokens_[i];
      words_before_.push_back(words_.size());
      depths_.push_back(depth);
      if (!is_blank(token)) {
        words_.push_back(i);
        expects_operand_.push_back(expects_operand(token));
        cannot_begin_operand_.push_back(cannot_begin_operand(token));
      }
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
      offsets_.push_back(offsets_.back() + token.size());
    }
    words_before_.push_back(words_.size());
    depths_.push_back(depth);
    comments_ = gold.text().find("--") != std::string_view::npos ||
                gold.text().find("/*") != std::string_view::npos;
  }

  std::size_t tokens() const noexcept { return tokens_.size(); }
  std::size_t offset(std::size_t token) const noexcept { return offsets_[token]; }

  /// Whether to drop the tokens `[begin, end)`.
  bool are_droppable(std::size_t begin, std::size_t end) const noexcept {
    const std::size_t first = words_before_[begin], behind = words_before_[end];
    const std::size_t count = behind - first;
    if (depths_[begin] != depths_[end]) return false;
    if (!comments_ && first > 0 && expects_operand_[first - 1] && cannot_follow(first, behind))
      return false;
    return is_droppable(count, count > 0 ? tokens_[words_[first]] : "",
                        count > 1 ? tokens_[words_[first + 1]] : "");
  }

 private:
  /// Whether the word `behind` cannot directly follow the word before `first`.
  bool cannot_follow(std::size_t first, std::size_t behind) const noexcept {
    if (behind == words_.size()) return true;
    constexpr std::string_view signs = "<>=|";  // two of these may combine: ==, <=, <>, <<
    const char left = tokens_[words_[first - 1]].back(), right = tokens_[words_[behind]].front();
    const bool one = signs.find(left) != signs.npos && signs.find(right) != signs.npos;
    return cannot_begin_operand_[behind] && !one;
  }

  std::span<const std::string_view> tokens_;
  std::vector<std::size_t> offsets_ = {0};
  std::vector<int> depths_;         // before each token
  std::vector<std::size_t> words_;  // tokens that are not blanks
  std::vector<std::size_t> words_before_;
  std::vector<bool> expects_operand_, cannot_begin_operand_;  // by word
  bool comments_ = false;
};

/// Whether commas or an operator connect the node's children.
bool ties_children(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::select_list:
    case NodeKind::group_by:
    case NodeKind::order_by:
    case NodeKind::list:
    case NodeKind::row:
    case NodeKind::binary:
    case NodeKind::compound:
    case NodeKind::with:
    case NodeKind::function: return true;
    default: return false;
  }
}

}  // namespace

void PaperChanges::give(std::size_t begin, std::size_t end, std::string_view with) {
  // The first statement according to sqlparse may be shorter than according to SQLite.
  if (!wanted_ || end > size_) return;
  const std::string_view text = gold_.text().substr(0, size_);
  joined_.assign(text.substr(0, begin)).append(with).append(text.substr(end));
  const std::string_view rest = is_bare(joined_) ? joined_ : judge_detail::stripped(joined_);
  given_.clear();
  for (std::size_t i = 0; i < rest.size(); ++i) {
    given_ += rest[i];
    if (rest[i] == ' ' && i + 1 < rest.size() && rest[i + 1] == ' ') ++i;
  }
  wanted_ = sink_(given_, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
}

void drop_spans(const GoldQuery &gold, PaperChanges &changes) {
  const Spans spans(gold);
  const std::size_t tokens = spans.tokens();
  if (tokens == 0) return;
  const std::size_t longest = std::clamp<std::size_t>(max_spans / tokens, 1, tokens);
  // Short runs come first, since they are the ones to keep if there are too many.
  for (std::size_t size = 1; size <= longest; ++size) {
    for (std::size_t begin = 0; begin + size <= tokens; ++begin) {
      if (!spans.are_droppable(begin, begin + size)) continue;
      changes.give(spans.offset(begin), spans.offset(begin + size), {});
      if (!changes.wanted()) return;
    }
  }
}

void drop_subtrees(const GoldQuery &gold, PaperChanges &changes) {
  const sql::SyntaxTree &tree = gold.tree();
  if (tree.root() == sql::no_node) return;
  for (const NodeId parent : sql::nodes_of(tree)) {
    const bool tied = ties_children(tree.kind(parent));
    NodeId before = sql::no_node;
    for (const NodeId child : tree.children(parent)) {
      const NodeId next = tree.next_sibling(child);
      std::size_t begin = tree[child].begin, end = tree[child].end;
      if (tied && next != sql::no_node && tree.kind(next) == tree.kind(child)) {
        end = tree[next].begin;
      } else if (tied && next != sql::no_node && before == sql::no_node) {
        end = tree[next].begin;
      } else if (tied && before != sql::no_node) {
        begin = tree[before].end;
      }
      if (begin < end) changes.give(begin, end, {});
      if (!changes.wanted()) return;
      before = child;
    }
  }
}

}  // namespace sluice::inline v0::suite_detail
