#ifndef SLUICE_SRC_SQL_PRINTER_PRINT_WRITER_HPP
#define SLUICE_SRC_SQL_PRINTER_PRINT_WRITER_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/sql/node.hpp"
#include "sluice/sql/print.hpp"
#include "sql/parser/lexer.hpp"

namespace sluice::inline v0::sql {

/// Something to write later: a node, or a text that PrintWriter stores.
struct PrintStep {
  enum class Kind : std::uint8_t { node, word, tight, glue };
  Kind kind = Kind::node;
  std::uint8_t before = 0;  // of a node
  std::uint8_t behind = 0;
  NodeId node;
  std::size_t text_begin = 0;
  std::size_t text_size = 0;
};

/// Builds text from tokens, with spaces where the style requires them.
class PrintWriter {
 public:
  explicit PrintWriter(PrintStyle style) : minimal_(style == PrintStyle::minimal) {}

  /// From now on, appends the output to `steps` instead; nullptr ends this.
  void record(std::vector<PrintStep> *steps) noexcept { steps_ = steps; }
  bool is_recording() const noexcept { return steps_ != nullptr; }
  void record_node(NodeId node, int before, int behind) {
    PrintStep &step = steps_->emplace_back();
    step.before = static_cast<std::uint8_t>(before);
    step.behind = static_cast<std::uint8_t>(behind);
    step.node = node;
  }
  /// Writes a recorded text.
  void write(const PrintStep &step) {
    const auto text = std::string_view(recorded_).substr(step.text_begin, step.text_size);
    switch (step.kind) {
      case PrintStep::Kind::node: break;
      case PrintStep::Kind::word: return word(text);
      case PrintStep::Kind::tight: return tight(text);
      case PrintStep::Kind::glue: return glue();
    }
  }

  /// Writes a word, preceded by a space if necessary.
  void word(std::string_view text) {
    if (is_recording()) return record_text(PrintStep::Kind::word, text);
    if (!glue_ && !out_.empty() && (!minimal_ || merges(out_.back(), text.front()))) out_ += ' ';
    out_ += text;
    glue_ = false;
  }
  /// Writes punctuation directly after the previous text.
  void tight(std::string_view sign) {
    if (is_recording()) return record_text(PrintStep::Kind::tight, sign);
    out_ += sign;
    glue_ = false;
  }
  /// Makes the next token follow without a space.
  void glue() {
    if (is_recording()) return record_text(PrintStep::Kind::glue, {});
    glue_ = true;
  }
  void sign_then_glue(std::string_view sign) {
    word(sign);
    glue();
  }
  void comma() { tight(","); }
  void open() { sign_then_glue("("); }
  void open_call() {
    tight("(");
    glue();
  }
  void close() { tight(")"); }
  bool minimal() const noexcept { return minimal_; }
  std::string take() && { return std::move(out_); }

 private:
  [[gnu::noinline]] void record_text(PrintStep::Kind kind, std::string_view text) {
    PrintStep &step = steps_->emplace_back();
    step.kind = kind;
    step.text_begin = recorded_.size();
    step.text_size = text.size();
    recorded_ += text;
  }
  /// Whether two adjacent bytes would be read as one token, or as a comment.
  static bool merges(char before, char after) {
    // Two quotes would be read as one escaped quote.
    if (before == after && (before == '"' || before == '\'')) return true;
    const bool word_before = byte_class::is(before, byte_class::word);
    if (word_before) {
      return byte_class::is(after, byte_class::word) || after == '\'' || after == '.' ||
             after == ':' || after == '@' || after == '?' || after == '[';
    }
    constexpr std::string_view signs = "+-*/<>=!|&~#@%^:?.";
    // A dot after a quoted name or a bracket would make that a qualifier; `5.` ends with a dot, and
    // `$a::` with a colon.
    if (after == '.') return true;
    if ((before == '.' || before == ':') && byte_class::is(after, byte_class::word)) return true;
    return signs.find(before) != std::string_view::npos &&
           signs.find(after) != std::string_view::npos;
  }

  std::string out_;
  std::vector<PrintStep> *steps_ = nullptr;
  std::string recorded_;
  bool minimal_;
  bool glue_ = false;
};

}  // namespace sluice::inline v0::sql

#endif
