#include "retrieve/explanation.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include "text/unspaced.hpp"

namespace sluice::inline v0 {
namespace {

/// The postings of one object.
std::span<const Posting> of_object(std::span<const Posting> postings, Level level,
                                   std::size_t object) {
  const auto first = std::lower_bound(
      postings.begin(), postings.end(), Posting{static_cast<std::uint32_t>(object), 0, level, {}},
      [](const Posting &a, const Posting &b) {
        return std::tie(a.level, a.object) < std::tie(b.level, b.object);
      });
  auto last = first;
  while (last != postings.end() && last->level == level && last->object == object) ++last;
  return {first, last};
}

bool is_name(const Posting &posting) {
  return posting.field == TextField::name || posting.field == TextField::implied;
}

/// What a pair of characters adds to the pair before it: "标周" has one character more than "指标";
/// empty if they do not overlap.
std::string more_than(std::string_view before, std::string_view pair) {
  std::string_view last, first;
  text_detail::each_character(before, [&last](std::string_view piece, bool) { last = piece; });
  text_detail::each_character(pair, [&first](std::string_view piece, bool) {
    if (first.empty()) first = piece;
  });
  return last.empty() || last != first ? std::string() : std::string(pair.substr(first.size()));
}

}  // namespace

Explanation::Explanation(const LexicalIndex &index, const Question &question) : index_(index) {
  const AnalyzerOptions &analysis = index_.analyzer().options();
  if (index_.has_external_postings()) index_.fetch(question.terms(analysis));
  constexpr std::size_t max_words = 64;
  for (const QuestionWord &word : question.words()) {
    if (words_.size() >= max_words) break;
    if (word.is_stop_word) continue;
    if (std::ranges::find(words_, word.text, &Word::text) != words_.end()) continue;
    const bool is_unspaced = text_detail::has_unspaced(word.text);
    std::string_view before;
    const std::vector<std::string> terms = question.terms(word, analysis);
    for (const std::string &term : terms) {
      Word &added = words_.emplace_back();
      added.text = is_unspaced ? term : std::string(word.text);
      added.postings = index_.postings(term);
      added.is_pair = is_unspaced;
      if (is_unspaced) added.more = more_than(before, term);
      before = term;
    }
  }
}

std::vector<Reason> Explanation::reasons(ColumnId column) const {
  const TableId table = index_.hierarchy().table_of(column);
  std::vector<Reason> reasons;
  const auto add = [&](ReasonKind kind, auto is_matched) {
    bool is_open = false;  // whether the word before was added last
    for (const Word &word : words_) {
      if (!is_matched(word)) {
        is_open = false;
      } else if (is_open && !word.more.empty()) {
        reasons.back().text += word.more;
      } else {
        is_open = !std::ranges::any_of(reasons, [&word](const Reason &reason) {
          return word.is_pair ? reason.text.find(word.text) != std::string::npos
                              : reason.text == word.text;
        });
        if (is_open) reasons.push_back({kind, word.text});
      }
    }
  };
  add(ReasonKind::word, [column](const Word &word) {
    return std::ranges::any_of(of_object(word.postings, Level::column, column.index()), is_name);
  });
  add(ReasonKind::table, [table](const Word &word) {
    return std::ranges::any_of(of_object(word.postings, Level::table, table.index()), is_name);
  });
  add(ReasonKind::value, [column](const Word &word) {
    return !of_object(word.postings, Level::column, column.index()).empty();
  });
  return reasons;
}

}  // namespace sluice::inline v0
