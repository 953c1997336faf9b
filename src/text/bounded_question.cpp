#include "bounded_question.hpp"

#include <algorithm>

#include "sluice/core/utf8.hpp"
#include "sluice/text/question.hpp"
#include "text/unicode.hpp"
#include "word_parts.hpp"

namespace sluice::inline v0::text_detail {
namespace {

std::size_t words_in(std::string_view written_word) {
  std::size_t words = 0;
  if (std::ranges::all_of(written_word,
                          [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    each_part(written_word, true, true, [&words](std::string_view) { ++words; });
  } else {
    each_folded_part(written_word, true, true, [&words](const std::string &) { ++words; });
  }
  return words;
}

/// Collects text until a bound is reached.
class BoundedText {
 public:
  bool is_full() const noexcept { return is_full_; }
  const std::string &text() const noexcept { return text_; }

  void gap(std::string_view gap) {
    if (!is_full_) write(clip_utf8(gap, max_word_bytes));
  }
  void word(std::string_view word) {
    while (!word.empty() && !is_full_) {
      const std::string_view piece = clip_utf8(word, max_word_bytes);
      words_ += words_in(piece);
      is_full_ = words_ > max_question_words;
      if (!is_full_) write(piece);
      word.remove_prefix(piece.size());
      if (!word.empty() && !is_full_) write(" ");
    }
  }

 private:
  void write(std::string_view piece) {
    is_full_ = text_.size() + piece.size() > max_question_bytes;
    if (!is_full_) text_ += piece;
  }

  std::string text_;
  std::size_t words_ = 0;
  bool is_full_ = false;
};

/// `is_whole` becomes whether the whole question is within the bounds.
std::string bounded(std::string_view question, bool &is_whole) {
  BoundedText read;
  const char *end = question.data();
  each_word(question, [&](std::string_view word) {
    read.gap({end, static_cast<std::size_t>(word.data() - end)});
    end = word.data() + word.size();
    read.word(word);
  });
  read.gap({end, static_cast<std::size_t>(question.data() + question.size() - end)});
  is_whole = !read.is_full();
  return read.text();
}

}  // namespace

std::string bounded_question(std::string_view question) {
  if (question.size() <= max_word_bytes) return std::string(question);
  // Usually the beginning of the text already reaches a bound.
  constexpr std::size_t beginning = 4 * max_question_bytes;
  bool is_whole = false;
  std::string read = bounded(clip_utf8(question, beginning), is_whole);
  return is_whole && question.size() > beginning ? bounded(question, is_whole) : read;
}

}  // namespace sluice::inline v0::text_detail
