#ifndef SLUICE_TEXT_QUESTION_HPP
#define SLUICE_TEXT_QUESTION_HPP

/// A question in natural language, read once: its text, its words with their stems and properties,
/// its literals and its script. Every part of the library that uses a question takes this value.

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

/// Bounds on the part of a question that is read, so that no question takes long; the rest is
/// ignored. A word here is a QuestionPart. The longest question of the benchmarks has 110 words.
inline constexpr std::size_t max_question_words = 512;
/// A longer written word is split into several, since some languages, such as Chinese, are written
/// without blanks.
inline constexpr std::size_t max_word_bytes = 256;
/// Total size, including the text between words.
inline constexpr std::size_t max_question_bytes = 16'384;

/// A part of a written word, which ends where the case changes or digits begin or end: "custAddr2"
/// has the parts cust, addr and 2.
struct QuestionPart {
  std::string text;  ///< Folded: in lower case and without accents.
  std::string stem;
  bool is_stop_word = false;
};

/// A written word: a run of letters, combining marks and digits.
struct QuestionWord {
  std::string_view text;         ///< A part of the question's text.
  std::string folded;            ///< The whole word, folded; may be empty.
  std::string stem;              ///< Of `folded`.
  std::uint32_t first_part = 0;  ///< Its parts are [first_part, end_part) of the question's.
  std::uint32_t end_part = 0;
  bool is_stop_word = false;
  bool has_capital = false;
  bool begins_sentence = false;
  /// An id, a hash or a long number ("0xa0b86991", "09700166582"): it may be a value but is not a
  /// word, so it has no parts.
  bool is_opaque = false;
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

  /// The text that was read. A Question constructed from it is the same.
  std::string_view text() const noexcept;
  /// The text without opaque words, for search by meaning. The whole text if it has no other words.
  std::string_view wording() const noexcept;
  /// In order. An apostrophe inside or after a word does not open a quote, nor does a quotation
  /// mark that is never closed.
  std::span<const QuestionWord> words() const noexcept;
  /// The parts of all words, in order. Opaque words have none.
  std::span<const QuestionPart> parts() const noexcept;
  std::span<const QuestionPart> parts(const QuestionWord &word) const noexcept {
    return parts().subspan(word.first_part, word.end_part - word.first_part);
  }
  /// The kinds of literals in the text, without duplicates (see literal_kinds).
  std::span<const LiteralKind> literals() const noexcept;
  /// The script with the most letters (see ScriptCounts); nullopt if there are no letters.
  std::optional<Script> script() const noexcept;

  /// The terms that an analyzer with these options finds in the text, without opaque words, or in
  /// one of the words, which may be opaque: whoever looks for values asks for each word's. O(words)
  /// for analyzers that split at case and digits, as they do by default; O(size) for others.
  std::vector<std::string> terms(const AnalyzerOptions &options) const;
  std::vector<std::string> terms(const QuestionWord &word, const AnalyzerOptions &options) const;

  /// The question with `words` appended, read again as a whole within the bounds, since `words` may
  /// close a quote that the question leaves open. The same question if `words` is empty.
  Question with(std::string_view words) const;

 private:
  struct Reading;
  std::shared_ptr<const Reading> reading_;  // nullptr for the empty question
};

}  // namespace sluice::inline v0

#endif
