#ifndef SLUICE_TEXT_QUESTION_HPP
#define SLUICE_TEXT_QUESTION_HPP

/// A question in natural language, read once: its text, words, stems, marks, literals and script.
/// Every room that looks at a question takes this value and derives what it needs from these parts.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/text/analyzer.hpp"
#include "sluice/text/literals.hpp"
#include "sluice/text/script.hpp"

namespace sluice::inline v0 {

/// Bounds of what is read of a question, so that no question takes long. The first words are read.
/// A word here is a part of a written word, as split_identifier separates them. The longest
/// question of the benchmarks has 110.
inline constexpr std::size_t max_question_words = 512;
/// A longer written word is read as several: Chinese is written without blanks.
inline constexpr std::size_t max_word_bytes = 256;
/// All that is read, including what is between the words.
inline constexpr std::size_t max_question_bytes = 16'384;

/// A part of a written word, as split_identifier separates them: "custAddr2" → cust, addr, 2.
struct QuestionPart {
  std::string text;  ///< Folded.
  std::string stem;
  bool is_stop_word = false;
};

/// A written word: a run of letters, marks and digits (see each_word).
struct QuestionWord {
  std::string_view text;         ///< A part of the question's text.
  std::string folded;            ///< The whole word; empty if nothing is left of it.
  std::string stem;              ///< Of `folded`.
  std::uint32_t first_part = 0;  ///< Its parts, by position among the question's.
  std::uint32_t end_part = 0;
  bool is_stop_word = false;
  bool has_capital = false;
  bool begins_sentence = false;
  bool is_quoted = false;  ///< In quotes of any kind: ', ", “”, ‘’ or «».

  /// Written as the name of one particular thing: a capital inside a sentence, or quotes.
  bool is_name() const noexcept { return is_quoted || (has_capital && !begins_sentence); }
};

/// Immutable and thread-safe; copies share what was read. Everything is read in the constructor.
class Question {
 public:
  /// The empty question.
  Question() noexcept = default;
  /// Repairs the text to UTF-8 and cuts it at the bounds above. Text between two words is read up
  /// to `max_word_bytes`. O(size); in practice only the first 64 KiB of a longer text are looked
  /// at.
  Question(std::string_view text);    // NOLINT(google-explicit-constructor)
  Question(const std::string &text);  // NOLINT(google-explicit-constructor)
  Question(const char *text);         // NOLINT(google-explicit-constructor)

  /// What was read. Reading it again gives the same question.
  std::string_view text() const noexcept;
  /// In order. An apostrophe inside or after a word opens no quote, nor does a quote that is never
  /// closed.
  std::span<const QuestionWord> words() const noexcept;
  /// The parts of all words, in order: what split_identifier makes of the text.
  std::span<const QuestionPart> parts() const noexcept;
  std::span<const QuestionPart> parts(const QuestionWord &word) const noexcept {
    return parts().subspan(word.first_part, word.end_part - word.first_part);
  }
  /// The kinds of the literals, each once (see literal_kinds).
  std::span<const LiteralKind> literals() const noexcept;
  /// The script of the most letters (see ScriptCounts); nothing without letters.
  std::optional<Script> script() const noexcept;

  /// What an analyzer with these options makes of the text, or of one of the words. O(words) for
  /// analyzers that split at case and digits, as they do by default; O(size) for others.
  std::vector<std::string> terms(const AnalyzerOptions &options) const;
  std::vector<std::string> terms(const QuestionWord &word, const AnalyzerOptions &options) const;

  /// The question with further words after it, read again as a whole and within the bounds: a quote
  /// that the question leaves open may be closed by them. The question itself if there are none.
  Question with(std::string_view words) const;

 private:
  struct Reading;
  std::shared_ptr<const Reading> reading_;  // nullptr: of the empty question
};

}  // namespace sluice::inline v0

#endif
