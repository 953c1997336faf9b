#include "retrieve/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
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

/// Whether a part of a word is worth naming: not one letter, nor a number.
bool is_telling(std::string_view part) { return part.size() > 1 && !is_ascii_digits(part); }

}  // namespace

/// A part of an object's text.
struct Explanation::Place {
  ReasonKind kind;
  Level level;
  std::size_t object;
  bool is_name = false;
  TextField field = TextField::name;  // unless it is a name
  std::array<std::span<const std::string_view>, 2> texts = {};

  bool has(std::span<const Posting> postings) const {
    return std::ranges::any_of(of_object(postings, level, object), [this](const Posting &posting) {
      return is_name ? is_of_name(posting.field) : posting.field == field;
    });
  }
};

Explanation::Explanation(const Catalog &catalog, const LexicalIndex &index,
                         const Question &question)
    : catalog_(catalog), index_(index) {
  constexpr std::size_t max_words = 64;
  if (index_.has_external_postings()) {
    std::vector<std::string> terms;
    for (const QuestionWord &word : question.words())
      std::ranges::move(question.terms(word, index_.analyzer().options()),
                        std::back_inserter(terms));
    index_.fetch(terms);
  }
  for (const QuestionWord &word : question.words()) {
    if (words_.size() >= max_words) break;
    const bool is_known = std::ranges::find(words_, word.text, &Word::text) != words_.end();
    if (!word.is_stop_word && !is_known) add(question, word);
  }
}

void Explanation::add(const Question &question, const QuestionWord &word) {
  const std::vector<std::string> terms = question.terms(word, index_.analyzer().options());
  const auto parts = question.parts(word);
  const bool is_unspaced = text_detail::has_unspaced(word.text);
  std::string_view before;
  Word whole{std::string(word.text), {}, word.is_opaque};
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const bool has_parts = parts.size() == terms.size();
    Term term{terms[t], has_parts ? parts[t].text : terms[t], index_.postings(terms[t])};
    if (is_unspaced) {
      words_.push_back({terms[t], {std::move(term)}, false, true, more_than(before, terms[t])});
    } else {
      whole.terms.push_back(std::move(term));
    }
    before = terms[t];
  }
  if (!whole.terms.empty()) words_.push_back(std::move(whole));
}

std::vector<std::string> Explanation::terms_of(const Place &place) const {
  constexpr std::size_t max_bytes = 16'384;
  std::vector<std::string> terms;
  std::size_t bytes = 0;
  for (const auto &texts : place.texts) {
    for (const std::string_view text : texts) {
      const std::string_view read = clip_utf8(text, max_bytes - bytes);
      bytes += read.size();
      std::ranges::move(index_.analyzer()(read), std::back_inserter(terms));
      if (read.size() < text.size()) {
        if (!terms.empty()) terms.pop_back();  // may be cut
        return terms;
      }
      terms.emplace_back();  // ends the text
    }
  }
  return terms;
}

void Explanation::add_reasons(const Place &place, std::vector<Reason> &reasons) const {
  const auto is_given = [&](std::string_view text) {
    return std::ranges::find(reasons, text, &Reason::text) != reasons.end();
  };
  std::optional<std::vector<std::string>> read;
  const auto is_whole = [&](const Word &word) {
    const bool has_all = std::ranges::all_of(
        word.terms, [&place](const Term &term) { return place.has(term.postings); });
    if (!has_all || place.is_name || word.terms.size() == 1) return has_all;
    if (!read) read = terms_of(place);
    const auto is_same = [](const std::string &text, const Term &term) {
      return text == term.text;
    };
    return std::search(read->begin(), read->end(), word.terms.begin(), word.terms.end(), is_same) !=
           read->end();
  };
  bool is_open = false;  // whether the pair before was added last
  for (const Word &word : words_) {
    if (word.is_opaque && place.is_name) continue;
    if (!is_whole(word)) {
      is_open = false;
      if (!place.is_name || word.terms.size() == 1 || is_given(word.text)) continue;
      for (const Term &term : word.terms) {
        if (is_telling(term.part) && !is_given(term.part) && place.has(term.postings))
          reasons.push_back({place.kind, term.part});
      }
    } else if (is_open && !word.more.empty()) {
      reasons.back().text += word.more;
    } else {
      is_open = word.is_pair ? std::ranges::none_of(reasons,
                                                    [&word](const Reason &reason) {
                                                      return reason.text.find(word.text) !=
                                                             std::string::npos;
                                                    })
                             : !is_given(word.text);
      if (is_open) reasons.push_back({place.kind, word.text});
    }
  }
}

std::vector<Reason> Explanation::reasons(ColumnId id) const {
  const TableId table_id = index_.hierarchy().table_of(id);
  const Column &column = catalog_.column(id);
  const std::string_view description = column.description;
  const std::string_view of_table = catalog_.table(table_id).description;
  std::vector<Reason> reasons;
  add_reasons({ReasonKind::word, Level::column, id.index(), true}, reasons);
  add_reasons({ReasonKind::table, Level::table, table_id.index(), true}, reasons);
  add_reasons({ReasonKind::value,
               Level::column,
               id.index(),
               false,
               TextField::values,
               {column.samples(), column.values()}},
              reasons);
  add_reasons({ReasonKind::description,
               Level::column,
               id.index(),
               false,
               TextField::description,
               {std::span(&description, 1)}},
              reasons);
  if (!reasons.empty()) return reasons;
  add_reasons({ReasonKind::table_description,
               Level::table,
               table_id.index(),
               false,
               TextField::description,
               {std::span(&of_table, 1)}},
              reasons);
  return reasons;
}

}  // namespace sluice::inline v0
