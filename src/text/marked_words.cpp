#include "marked_words.hpp"

#include <algorithm>
#include <array>

#include "opaque_words.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0::text_detail {
namespace {

bool begins_with_capital(std::string_view word) {
  const std::string_view first = word.substr(0, std::max<std::size_t>(1, utf8_sequence_size(word)));
  return lower_case(first) != first;
}

/// Tracks the open quote by the text between words.
class Quotes {
 public:
  explicit Quotes(std::string_view text) : text_(text) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      last_closing_[k] = last_closing(kinds[k].closing);
  }

  bool open() const noexcept { return !closing_.empty(); }
  /// `gap`: the part of the text before a word.
  void pass(std::string_view gap) {
    // Between two letters, the mark is an apostrophe.
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

  /// The last position of the mark without a letter after it; 0 if there is none.
  std::size_t last_closing(std::string_view closing) const {
    if (text_.find(closing.front()) == text_.npos) return 0;  // as in most texts
    for (std::size_t at = text_.rfind(closing); at != text_.npos && at > 0;
         at = text_.rfind(closing, at - 1)) {
      const std::string_view rest = text_.substr(at + closing.size());
      if (rest.empty() || !is_ascii_letter(rest.front())) return at;
    }
    return 0;
  }

  std::string_view text_;
  std::array<std::size_t, kinds.size()> last_closing_{};
  std::string_view closing_;  // the mark that closes the open quote
};

}  // namespace

std::vector<QuestionWord> marked_words(std::string_view text) {
  std::vector<QuestionWord> words;
  Quotes quotes(text);
  const char *end = text.data();
  each_word(text, [&](std::string_view written) {
    const std::string_view gap(end, static_cast<std::size_t>(written.data() - end));
    end = written.data() + written.size();
    quotes.pass(gap);
    QuestionWord &word = words.emplace_back();
    word.text = written;
    word.has_capital = begins_with_capital(written);
    word.begins_sentence = words.size() == 1 || gap.find_first_of(".?!:;") != gap.npos;
    word.is_quoted = quotes.open();
  });
  mark_opaque_words(words);
  return words;
}

}  // namespace sluice::inline v0::text_detail
