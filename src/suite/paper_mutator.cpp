#include "sluice/suite/paper_mutator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>

#include <fmt/format.h>

#include "evaluate/loose_tokens.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/random.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice {
namespace {

using detail::character_size;
using sql::NodeId;
using sql::NodeKind;

using Strings = std::vector<std::string>;

constexpr int random_numbers = 10;
// Of runs of tokens: above it, of a very long query, only shorter runs are dropped.
constexpr std::size_t most_spans = 4'000'000;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string upper(std::string_view text) {
  std::string folded(text);
  for (char &c : folded) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  }
  return folded;
}

/// Whether there is surely no white space at either end.
bool is_bare(std::string_view text) noexcept {
  const auto is_sign = [](char c) { return c > ' ' && c < '\x7f'; };
  return !text.empty() && is_sign(text.front()) && is_sign(text.back());
}

/// Puts changed texts together and passes them on.
class Changes {
 public:
  Changes(const GoldQuery &gold, NeighborSink sink) : gold_(gold), sink_(sink) {
    for (const std::string_view token : gold.tokens()) size_ += token.size();
  }

  bool wanted() const noexcept { return wanted_; }

  /// The text with `[begin, end)` replaced.
  void give(std::size_t begin, std::size_t end, std::string_view with) {
    if (!wanted_) return;
    const std::string_view text = gold_.text().substr(0, size_);
    joined_.assign(text.substr(0, begin)).append(with).append(text.substr(end));
    const std::string_view rest = is_bare(joined_) ? joined_ : detail::stripped(joined_);
    given_.clear();
    for (std::size_t i = 0; i < rest.size(); ++i) {
      given_ += rest[i];
      if (rest[i] == ' ' && i + 1 < rest.size() && rest[i + 1] == ' ') ++i;
    }
    wanted_ = sink_(given_, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  void give_instead(std::string_view token, std::string_view with) {
    const auto begin = static_cast<std::size_t>(token.data() - gold_.text().data());
    give(begin, begin + token.size(), with);
  }

 private:
  const GoldQuery &gold_;
  NeighborSink sink_;
  std::size_t size_ = 0;  // of the first statement
  bool wanted_ = true;
  std::string joined_, given_;
};

/// `family` is sorted without regard to case.
void exchange(const GoldQuery &gold, const Strings &family, Changes &changes) {
  const bool capitals = family.empty() || family.front() == upper(family.front());
  for (const std::string_view token : gold.tokens()) {
    const std::string folded = capitals ? upper(token) : lower_ascii(token);
    if (!std::binary_search(family.begin(), family.end(), folded)) continue;
    for (const std::string &other : family) {
      if (!changes.wanted()) return;
      if (other != folded) changes.give_instead(token, other);
    }
  }
}

Strings columns_of(const Database &database) {
  Strings names;
  for (const Column &column : database.columns()) names.push_back(upper(column.name));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void change_integers(const GoldQuery &gold, Random random, Changes &changes) {
  for (const std::string_view token : gold.tokens()) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 4;
    if (error != std::errc() || end != token.data() + token.size()) continue;
    if (value > largest || value < -largest) continue;
    std::vector<std::int64_t> others = {value + 1, value - 1};
    const std::int64_t size = value < 0 ? -value : value;
    for (int i = 0; i < random_numbers; ++i) {
      const std::uint64_t drawn = random.below(2 * static_cast<std::uint64_t>(size) + 2);
      const std::int64_t other = static_cast<std::int64_t>(drawn) - size - 1;
      if (other != value) others.push_back(other);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const std::int64_t other : others) changes.give_instead(token, fmt::format("{}", other));
    if (!changes.wanted()) return;
  }
}

bool is_real(std::string_view token) noexcept {
  if (token.starts_with('-')) token.remove_prefix(1);
  if (token.empty() || !(is_digit(token[0]) || token[0] == '.')) return false;
  const bool marked = token.find_first_of(".eE") != token.npos;
  return marked && token.find_first_not_of("0123456789.eE-") == token.npos &&
         token.find_first_of("0123456789") != token.npos;
}

void change_reals(const GoldQuery &gold, Random random, Changes &changes) {
  constexpr double beside = 0.1;
  for (const std::string_view token : gold.tokens()) {
    if (!is_real(token)) continue;
    const double value = std::strtod(std::string(token).c_str(), nullptr);
    std::vector<double> others = {value + beside, value - beside};
    for (int i = 0; i < random_numbers; ++i) {
      others.push_back(random.unit() * 2 * value - value);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const double other : others) {
      if (!std::isfinite(other) || other == value) continue;
      std::string text = fmt::format("{}", other);
      if (text.find_first_of(".e") == text.npos) text += ".0";
      changes.give_instead(token, text);
    }
    if (!changes.wanted()) return;
  }
}

/// Offsets of the characters of a text, and its size.
std::vector<std::size_t> characters_of(std::string_view text) {
  std::vector<std::size_t> offsets = {0};
  while (offsets.back() < text.size()) {
    offsets.push_back(offsets.back() + character_size(text.substr(offsets.back())));
  }
  return offsets;
}

void change_string(std::string_view token, Changes &changes) {
  const std::string quote(token.substr(0, 1));
  const std::string_view inside = token.substr(1, token.size() - 2);
  std::string bare(inside), text;
  bare.erase(std::remove(bare.begin(), bare.end(), '%'), bare.end());
  const auto give = [&](std::string_view first, std::string_view second) {
    text.assign(first).append(second);
    // The published program leaves out what has no % instead of what gold says.
    if (text != bare) changes.give_instead(token, quote + text + quote);
  };
  give({}, {});
  give(bare, "%");
  give("%" + bare, {});
  give("%" + bare, "%");
  const std::vector<std::size_t> at = characters_of(inside);
  for (std::size_t begin = 0; begin + 1 < at.size(); ++begin) {
    for (std::size_t end = begin + 1; end + 1 < at.size(); ++end) {
      if (!changes.wanted()) return;
      give(inside.substr(at[begin], at[end] - at[begin]), {});
      give(inside.substr(0, at[begin]), inside.substr(at[end]));
    }
  }
}

void change_strings(const GoldQuery &gold, Changes &changes) {
  for (const std::string_view token : gold.tokens()) {
    if (token.size() < 2 || (token[0] != '\'' && token[0] != '"')) continue;
    if (token.back() != token.front()) continue;
    change_string(token, changes);
    if (!changes.wanted()) return;
  }
}

bool is_blank(std::string_view token) noexcept {
  return detail::starts_with_space(token) && token[0] != '\n' && token[0] != '\r';
}

/// What can stand before a dot: a word, bare or in back quotes.
bool is_name(std::string_view token) noexcept {
  const char first = lower_ascii(token[0]);
  return first == '_' || first == '`' || (first >= 'a' && first <= 'z') ||
         static_cast<unsigned char>(first) >= 0x80;
}

/// Whether dropping these tokens, without blanks, may change what the query says. `first` and
/// `second` are those that come first.
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

/// Whether an expression, a name or a query has to follow. Words that may be names are not listed.
bool wants_more(std::string_view token) noexcept {
  return is_one_of(token,
                   {",",   ".",     "=",         "<",      ">",        "<=",       ">=",
                    "!=",  "<>",    "||",        "/",      "SELECT",   "FROM",     "WHERE",
                    "AND", "OR",    "HAVING",    "LIMIT",  "BETWEEN",  "JOIN",     "ON",
                    "AS",  "UNION", "UNION ALL", "EXCEPT", "GROUP BY", "ORDER BY", "INTERSECT"});
}

/// Whether it can begin none of these.
bool begins_nothing(std::string_view token) noexcept {
  return is_one_of(token, {",",      ")",         ";",        ".",        "=",      "<",  ">",
                           "<=",     ">=",        "!=",       "<>",       "||",     "/",  "FROM",
                           "WHERE",  "AND",       "OR",       "HAVING",   "LIMIT",  "ON", "AS",
                           "JOIN",   "UNION",     "GROUP BY", "ORDER BY", "EXCEPT", "IN", "BETWEEN",
                           "NOT IN", "UNION ALL", "INTERSECT"});
}

/// The tokens of a gold query, and what tells at once that dropping some of them leaves no SQL:
/// most runs do, and reading each of these texts would take longer than all else.
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
        wants_more_.push_back(wants_more(token));
        begins_nothing_.push_back(begins_nothing(token));
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
    if (!comments_ && first > 0 && wants_more_[first - 1] && ends_or_begins_nothing(first, behind))
      return false;
    return is_droppable(count, count > 0 ? tokens_[words_[first]] : "",
                        count > 1 ? tokens_[words_[first + 1]] : "");
  }

 private:
  /// Whether nothing can follow the word before `first` if that is the word `behind`.
  bool ends_or_begins_nothing(std::size_t first, std::size_t behind) const noexcept {
    if (behind == words_.size()) return true;
    constexpr std::string_view signs = "<>=|";  // two of them may be one: ==, <=, <>, <<
    const char left = tokens_[words_[first - 1]].back(), right = tokens_[words_[behind]].front();
    const bool one = signs.find(left) != signs.npos && signs.find(right) != signs.npos;
    return begins_nothing_[behind] && !one;
  }

  std::span<const std::string_view> tokens_;
  std::vector<std::size_t> offsets_ = {0};
  std::vector<int> depths_;         // before each token
  std::vector<std::size_t> words_;  // tokens that are no blanks
  std::vector<std::size_t> words_before_;
  std::vector<bool> wants_more_, begins_nothing_;  // of words
  bool comments_ = false;
};

void drop_spans(const GoldQuery &gold, Changes &changes) {
  const Spans spans(gold);
  const std::size_t tokens = spans.tokens();
  if (tokens == 0) return;
  const std::size_t longest = std::clamp<std::size_t>(most_spans / tokens, 1, tokens);
  // Short ones first: they are what is left where there are too many.
  for (std::size_t size = 1; size <= longest; ++size) {
    for (std::size_t begin = 0; begin + size <= tokens; ++begin) {
      if (!spans.are_droppable(begin, begin + size)) continue;
      changes.give(spans.offset(begin), spans.offset(begin + size), {});
      if (!changes.wanted()) return;
    }
  }
}

/// Whether commas or an operator tie the node's children to each other.
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

void drop_subtrees(const GoldQuery &gold, Changes &changes) {
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

}  // namespace

std::string_view PaperMutator::name() const noexcept {
  constexpr std::array names = {
      std::string_view("paper.aggregate"),  std::string_view("paper.comparison"),
      std::string_view("paper.direction"),  std::string_view("paper.arithmetic"),
      std::string_view("paper.connective"), std::string_view("paper.like"),
      std::string_view("paper.in"),         std::string_view("paper.column"),
      std::string_view("paper.integer"),    std::string_view("paper.real"),
      std::string_view("paper.string"),     std::string_view("paper.span"),
      std::string_view("paper.subtree")};
  return names[static_cast<std::size_t>(family_)];
}

void PaperMutator::mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const {
  Changes changes(gold, sink);
  const auto among = [&](const Strings &family) { exchange(gold, family, changes); };
  switch (family_) {
    case PaperFamily::aggregate: return among({"avg", "count", "max", "min", "sum"});
    case PaperFamily::comparison: return among({"!=", "<", "<=", "=", ">", ">="});
    case PaperFamily::direction: return among({"ASC", "DESC"});
    case PaperFamily::arithmetic: return among({"*", "+", "-", "/"});
    case PaperFamily::connective: return among({"AND", "OR"});
    case PaperFamily::like: return among({"LIKE", "NOT LIKE"});
    case PaperFamily::in: return among({"IN", "NOT IN"});
    case PaperFamily::column: return among(columns_of(gold.database()));
    case PaperFamily::integer: return change_integers(gold, Random(seed), changes);
    case PaperFamily::real: return change_reals(gold, Random(seed), changes);
    case PaperFamily::string: return change_strings(gold, changes);
    case PaperFamily::span: return drop_spans(gold, changes);
    case PaperFamily::subtree: return drop_subtrees(gold, changes);
  }
}

std::vector<AnyMutator> paper_mutators(bool subtrees_only) {
  std::vector<AnyMutator> all;
  for (auto i = static_cast<int>(PaperFamily::aggregate); i < static_cast<int>(PaperFamily::span);
       ++i) {
    all.emplace_back(PaperMutator(static_cast<PaperFamily>(i)));
  }
  all.emplace_back(PaperMutator(subtrees_only ? PaperFamily::subtree : PaperFamily::span));
  return all;
}

std::string with_blank_counts(std::string_view text) {
  constexpr std::string_view word = "count";
  text = detail::stripped(text);
  std::string blanked;
  std::size_t close = 0;  // the first `)` or end of line at or behind where one was asked for
  for (std::size_t at = 0; at < text.size();) {
    std::size_t open = at + word.size();
    if (same_name(text.substr(at, word.size()), word)) {
      if (detail::starts_with_space(text.substr(std::min(open, text.size())))) {
        open += character_size(text.substr(open));
      }
      if (open < text.size() && text[open] == '(') {
        if (close <= open) close = std::min(text.find_first_of(")\n", open), text.size());
        if (close < text.size() && text[close] == ')') {
          blanked += "COUNT()";
          at = close + 1;
          continue;
        }
      }
    }
    blanked += text[at++];
  }
  return blanked;
}

}  // namespace sluice
