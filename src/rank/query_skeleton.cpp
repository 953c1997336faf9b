#include "query_skeleton.hpp"

#include <algorithm>
#include <string>

#include "sluice/core/hash.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0 {
namespace {

using sql::TokenKind;

struct Word {
  TokenKind kind;
  std::uint64_t hash;
};

/// The token `_` for names and values. Keywords, operators and function names stay.
constexpr TokenKind hidden = TokenKind::parameter;

bool is_comparison(TokenKind kind) noexcept {
  return kind == TokenKind::equal || kind == TokenKind::not_equal || kind == TokenKind::less ||
         kind == TokenKind::less_equal || kind == TokenKind::greater ||
         kind == TokenKind::greater_equal;
}

/// Appends words one by one and reduces the end as soon as a rule applies.
class Skeleton {
 public:
  void add(Word word) {
    if (word.kind == TokenKind::kw_where) in_where_ = true;
    if (word.kind == TokenKind::kw_on) {
      in_on_ = true;
      return;
    }
    if (in_on_) {
      // A join's condition ends where the next clause or join begins.
      const bool inside = word.kind == hidden || is_comparison(word.kind) ||
                          word.kind == TokenKind::kw_and || word.kind == TokenKind::kw_or ||
                          word.kind == TokenKind::dot;
      if (inside) return;
      in_on_ = false;
    }
    if (word.kind == TokenKind::kw_group || word.kind == TokenKind::kw_order ||
        word.kind == TokenKind::kw_limit || word.kind == TokenKind::kw_select)
      in_where_ = false;
    words_.push_back(word);
    while (cut()) {
    }
  }

  std::vector<std::uint64_t> hashes() const {
    std::vector<std::uint64_t> all;
    for (const Word &word : words_) all.push_back(word.hash);
    return all;
  }

 private:
  /// `_ , _`, `_ op _`, `_ JOIN _`, and in WHERE `_ AND _`, become `_`.
  bool cut() {
    const std::size_t size = words_.size();
    if (size < 3 || words_[size - 1].kind != hidden || words_[size - 3].kind != hidden)
      return false;
    const TokenKind between = words_[size - 2].kind;
    const bool joins = between == TokenKind::comma || between == TokenKind::kw_join ||
                       is_comparison(between) ||
                       (in_where_ && (between == TokenKind::kw_and || between == TokenKind::kw_or));
    if (joins) words_.resize(size - 2);
    return joins;
  }

  std::vector<Word> words_;
  bool in_where_ = false;
  bool in_on_ = false;
};

}  // namespace

FeatureCounts counted(std::vector<std::uint64_t> features) {
  std::ranges::sort(features);
  FeatureCounts counts;
  for (const std::uint64_t feature : features) {
    if (counts.empty() || counts.back().first != feature) counts.emplace_back(feature, 0);
    ++counts.back().second;
  }
  return counts;
}

FeatureCounts query_skeleton(std::string_view shape_text) {
  Skeleton skeleton;
  for (const sql::Token &token : sql::tokenize(shape_text, sql::Dialect::permissive)) {
    if (token.kind == TokenKind::end) break;
    const std::string_view text = shape_text.substr(token.begin, token.end - token.begin);
    const bool is_hidden = text == "_" || token.kind == TokenKind::integer;
    skeleton.add({is_hidden ? hidden : token.kind, is_hidden ? 1 : hash64(text)});
  }
  return counted(skeleton.hashes());
}

}  // namespace sluice::inline v0
