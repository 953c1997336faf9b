#ifndef SLUICE_SRC_SQL_PRINT_WRITER_HPP
#define SLUICE_SRC_SQL_PRINT_WRITER_HPP

#include <string>
#include <string_view>
#include <utility>

#include "lexer.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::sql {

/// Text that grows by words, with blanks where the style wants them.
class PrintWriter {
 public:
  explicit PrintWriter(PrintStyle style) : minimal_(style == PrintStyle::minimal) {}

  /// A word, a blank before it.
  void word(std::string_view text) {
    if (!glue_ && !out_.empty() && (!minimal_ || merges(out_.back(), text.front()))) out_ += ' ';
    out_ += text;
    glue_ = false;
  }
  /// A sign right behind what is there.
  void tight(std::string_view sign) {
    out_ += sign;
    glue_ = false;
  }
  /// What comes next follows without a blank.
  void glue() noexcept { glue_ = true; }
  void sign_then_glue(std::string_view sign) {
    word(sign);
    glue_ = true;
  }
  void comma() { tight(","); }
  void open() { sign_then_glue("("); }
  void open_call() {
    tight("(");
    glue_ = true;
  }
  void close() { tight(")"); }
  bool minimal() const noexcept { return minimal_; }
  std::string take() && { return std::move(out_); }

 private:
  /// Whether two bytes side by side would be read as one word, or as a comment.
  static bool merges(char before, char after) {
    // Two quotes would be one that is escaped.
    if (before == after && (before == '"' || before == '\'')) return true;
    const bool word_before = byte_class::is(before, byte_class::word);
    if (word_before) {
      return byte_class::is(after, byte_class::word) || after == '\'' || after == '.' ||
             after == ':' || after == '@' || after == '?' || after == '[';
    }
    constexpr std::string_view signs = "+-*/<>=!|&~#@%^:?.";
    // A dot after a name's quote or a bracket would make a qualifier of it; `5.` ends with one, and
    // `$a::` with a colon.
    if (after == '.') return true;
    if ((before == '.' || before == ':') && byte_class::is(after, byte_class::word)) return true;
    return signs.find(before) != std::string_view::npos &&
           signs.find(after) != std::string_view::npos;
  }

  std::string out_;
  bool minimal_;
  bool glue_ = false;
};

}  // namespace sluice::sql

#endif
