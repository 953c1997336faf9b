#include "sluice/text/question.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "bounded_question.hpp"
#include "marked_words.hpp"
#include "sluice/core/utf8.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"
#include "word_parts.hpp"

namespace sluice::inline v0 {
namespace {

std::string read_text(std::string_view text) {
  std::string bounded = text_detail::bounded_question(text);
  std::string repaired = repair_utf8(bounded);
  // Replacement characters are longer than the stray bytes that they replace.
  return repaired.size() == bounded.size() ? repaired : text_detail::bounded_question(repaired);
}

/// The text without opaque words and what joins two of them; empty if there are none, or no others.
std::string wording_of(std::string_view text, std::span<const QuestionWord> words) {
  const auto opaque = std::ranges::count_if(words, &QuestionWord::is_opaque);
  std::string wording;
  if (opaque == 0 || static_cast<std::size_t>(opaque) == words.size()) return wording;
  std::size_t read = 0;
  bool was_opaque = false;
  for (const QuestionWord &word : words) {
    const auto first = static_cast<std::size_t>(word.text.data() - text.data());
    const std::string_view gap = text.substr(read, first - read);
    if (!was_opaque || !word.is_opaque || gap.find(' ') != gap.npos) wording += gap;
    if (!word.is_opaque) wording += word.text;
    was_opaque = word.is_opaque;
    read = first + word.text.size();
  }
  return wording += text.substr(read);
}

/// The terms of an Analyzer that splits at case and digits.
std::vector<std::string> terms_of(std::span<const QuestionPart> parts,
                                  const AnalyzerOptions &options) {
  std::vector<std::string> terms;
  terms.reserve(parts.size());
  for (const QuestionPart &part : parts) {
    if (options.drop_stop_words && part.is_stop_word) continue;
    const bool stemmed = options.stem && part.text.size() <= text_detail::max_stemmed_bytes;
    terms.push_back(stemmed ? part.stem : part.text);
  }
  return terms;
}

}  // namespace

struct Question::Reading {
  explicit Reading(std::string read)
      : text(std::move(read)),
        words(text_detail::marked_words(text)),
        literals(literal_kinds(text)) {
    parts.reserve(words.size());
    for (QuestionWord &word : words) add_parts(word);
    wording = wording_of(text, words);
    ScriptCounts counts;
    counts.add(text);
    script = counts.main();
  }
  Reading(const Reading &) = delete;  // words view the text
  Reading &operator=(const Reading &) = delete;

  void add_parts(QuestionWord &word) {
    word.folded = fold(word.text);
    word.stem = sluice::stem(word.folded);
    word.is_stop_word = sluice::is_stop_word(word.folded);
    word.first_part = word.end_part = static_cast<std::uint32_t>(parts.size());
    if (word.is_opaque) return;
    text_detail::each_folded_part(word.text, true, true, [&](std::string folded) {
      QuestionPart &part = parts.emplace_back();
      part.text = std::move(folded);
      const bool is_whole = part.text == word.folded;
      part.stem = is_whole ? word.stem : sluice::stem(part.text);
      part.is_stop_word = is_whole ? word.is_stop_word : sluice::is_stop_word(part.text);
    });
    word.end_part = static_cast<std::uint32_t>(parts.size());
  }

  const std::string text;
  std::string wording;  // empty if it is the text
  std::vector<QuestionWord> words;
  std::vector<QuestionPart> parts;
  std::vector<LiteralKind> literals;
  std::optional<Script> script;
};

Question::Question(std::string_view text)
    : reading_(text.empty() ? nullptr : std::make_shared<const Reading>(read_text(text))) {}
Question::Question(const std::string &text) : Question(std::string_view(text)) {}
Question::Question(const char *text) : Question(std::string_view(text)) {}

std::string_view Question::text() const noexcept {
  return reading_ == nullptr ? std::string_view() : reading_->text;
}

std::string_view Question::wording() const noexcept {
  return reading_ == nullptr || reading_->wording.empty() ? text() : reading_->wording;
}

std::span<const QuestionWord> Question::words() const noexcept {
  return reading_ == nullptr ? std::span<const QuestionWord>() : reading_->words;
}

std::span<const QuestionPart> Question::parts() const noexcept {
  return reading_ == nullptr ? std::span<const QuestionPart>() : reading_->parts;
}

std::span<const LiteralKind> Question::literals() const noexcept {
  return reading_ == nullptr ? std::span<const LiteralKind>() : reading_->literals;
}

std::optional<Script> Question::script() const noexcept {
  return reading_ == nullptr ? std::nullopt : reading_->script;
}

std::vector<std::string> Question::terms(const AnalyzerOptions &options) const {
  if (options.split_case && options.split_digits) return terms_of(parts(), options);
  std::vector<std::string> all;
  for (const QuestionWord &word : words()) {
    if (word.is_opaque) continue;
    std::vector<std::string> own = terms(word, options);
    std::ranges::move(own, std::back_inserter(all));
  }
  return all;
}

std::vector<std::string> Question::terms(const QuestionWord &word,
                                         const AnalyzerOptions &options) const {
  const bool has_parts = options.split_case && options.split_digits && !word.is_opaque;
  return has_parts ? terms_of(parts(word), options) : Analyzer(options)(word.text);
}

Question Question::with(std::string_view words) const {
  if (words.empty()) return *this;
  std::string longer(text());
  longer += ' ';
  longer += words;
  return longer;
}

}  // namespace sluice::inline v0
