#include "retrieve/explanation.hpp"

#include <algorithm>
#include <tuple>

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

}  // namespace

Explanation::Explanation(const LexicalIndex &index, const Question &question) : index_(index) {
  const AnalyzerOptions &analysis = index_.analyzer().options();
  if (index_.has_external_postings()) index_.fetch(question.terms(analysis));
  constexpr std::size_t max_words = 64;
  for (const QuestionWord &word : question.words()) {
    if (words_.size() >= max_words) break;
    if (word.is_stop_word) continue;
    if (std::ranges::find(words_, word.text, &Word::text) != words_.end()) continue;
    for (const std::string &term : question.terms(word, analysis)) {
      words_.push_back({std::string(word.text), index_.postings(term)});
    }
  }
}

std::vector<Reason> Explanation::reasons(ColumnId column) const {
  const TableId table = index_.hierarchy().table_of(column);
  std::vector<Reason> reasons;
  const auto add = [&](ReasonKind kind, const Word &word) {
    const bool known = std::ranges::any_of(
        reasons, [&](const Reason &reason) { return reason.text == word.text; });
    if (!known) reasons.push_back({kind, word.text});
  };
  for (const Word &word : words_) {
    const auto own = of_object(word.postings, Level::column, column.index());
    if (std::ranges::any_of(own, is_name)) add(ReasonKind::word, word);
  }
  for (const Word &word : words_) {
    const auto tables = of_object(word.postings, Level::table, table.index());
    if (std::ranges::any_of(tables, is_name)) add(ReasonKind::table, word);
  }
  for (const Word &word : words_) {
    if (!of_object(word.postings, Level::column, column.index()).empty()) {
      add(ReasonKind::value, word);
    }
  }
  return reasons;
}

}  // namespace sluice::inline v0
