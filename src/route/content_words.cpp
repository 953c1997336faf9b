#include "sluice/route/content_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/stop_words.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

constexpr std::size_t most_words = 40;

/// Words that ask for a kind of column, among those that no column is called by.
bool is_question_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> asking{"who", "whom", "when", "where", "how"};
  return std::ranges::find(asking, word) != asking.end();
}

bool has_capital(std::string_view word) {
  const std::string_view first = word.substr(0, std::max<std::size_t>(1, utf8_sequence_size(word)));
  return lower_case(first) != first;
}

/// Follows the quotes of a text, from what stands between its words.
class Quotes {
 public:
  explicit Quotes(std::string_view text) : text_(text) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      last_closing_[k] = last_closing(kinds[k].closing);
  }

  bool open() const noexcept { return !closing_.empty(); }
  /// `gap`: the part of the text in front of a word.
  void pass(std::string_view gap) {
    // Between two letters it is an apostrophe.
    if (open() && gap.starts_with(closing_) && gap.size() > closing_.size()) closing_ = {};
    const auto word = static_cast<std::size_t>(gap.data() + gap.size() - text_.data());
    for (std::size_t k = 0; k < kinds.size() && !open(); ++k) {
      const auto &[opening, closing] = kinds[k];
      const bool opens =
          gap.ends_with(opening) && (gap.size() > opening.size() || gap.data() == text_.data());
      if (opens && word < last_closing_[k]) closing_ = closing;
    }
  }

 private:
  struct Kind {
    std::string_view opening, closing;
  };
  static constexpr std::array<Kind, 5> kinds{
      {{"'", "'"}, {"\"", "\""}, {"“", "”"}, {"‘", "’"}, {"«", "»"}}};

  /// Where it stands last and no letter follows; 0: nowhere.
  std::size_t last_closing(std::string_view closing) const {
    for (std::size_t at = text_.rfind(closing); at != text_.npos && at > 0;
         at = text_.rfind(closing, at - 1)) {
      const std::string_view rest = text_.substr(at + closing.size());
      const char next = rest.empty() ? ' ' : lower_ascii(rest.front());
      if (next < 'a' || next > 'z') return at;
    }
    return 0;
  }

  std::string_view text_;
  std::array<std::size_t, kinds.size()> last_closing_{};
  std::string_view closing_;  // of what is open
};

/// Folded, with the parts of each.
std::vector<std::string> words_of_names(std::string_view question) {
  std::vector<std::string> names;
  Quotes quotes(question);
  bool is_first = true;  // of its sentence
  const char *end = question.data();
  std::size_t words = 0, capitals = 0;
  each_word(question, [&](std::string_view word) {
    const std::string_view gap(end, static_cast<std::size_t>(word.data() - end));
    end = word.data() + word.size();
    quotes.pass(gap);
    is_first = is_first || gap.find_first_of(".?!:;") != gap.npos;
    const bool is_capital = has_capital(word);
    if (!is_stop_word(fold(word))) {
      ++words;
      capitals += is_capital ? 1 : 0;
    }
    if (quotes.open() || (is_capital && !is_first)) {
      for (std::string &part : split_identifier(word)) names.push_back(std::move(part));
    }
    is_first = false;
  });
  const bool is_title = words > 2 && 10 * capitals > 7 * words;
  return is_title ? std::vector<std::string>() : names;
}

}  // namespace

std::vector<ContentWord> content_words(std::string_view question) {
  const std::vector<std::string> names = words_of_names(question);
  std::vector<ContentWord> words;
  const auto add = [&words, &names](std::string word) {
    if (words.size() == most_words) return;
    if (is_stop_word(word) && !is_question_word(word)) return;
    if (std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; })) return;
    std::string stemmed = sluice::stem(word);
    const bool is_known =
        std::ranges::any_of(words, [&](const ContentWord &known) { return known.stem == stemmed; });
    if (is_known) return;
    const bool is_name = std::ranges::find(names, word) != names.end();
    words.push_back({std::move(word), std::move(stemmed), is_name});
  };
  for (std::string &word : split_identifier(question)) add(std::move(word));
  return words;
}

}  // namespace sluice
