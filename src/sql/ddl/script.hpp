#ifndef SLUICE_SRC_SQL_DDL_SCRIPT_HPP
#define SLUICE_SRC_SQL_DDL_SCRIPT_HPP

/// Splits a script into statements, as the clients of the engines do: they end at `;`, at a line GO
/// or `/`, or at what DELIMITER says, and there are lines that are for the client alone.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sql/parser/lexer.hpp"
#include "sql/token.hpp"

namespace sluice::inline v0::sql {

class Script {
 public:
  /// `text` must outlive the script. Fails with Error(limit_exceeded) from 4 GiB on.
  Script(std::string_view text, Dialect dialect);

  /// Reads the next statement; false after the last.
  bool next();

  /// Of the current statement, without its terminator; the last one is `end`. There is at least one
  /// other.
  std::span<const Token> tokens() const noexcept { return tokens_; }
  /// Whether tokens were left out of a statement that is too long.
  bool is_cut() const noexcept { return is_cut_; }
  /// The lines of data that follow COPY … FROM stdin.
  std::string_view data() const noexcept { return data_; }
  /// The line that the current statement begins in, from 1.
  std::size_t line() const noexcept { return line_; }

  Dialect dialect() const noexcept { return dialect_; }
  std::string_view text() const noexcept { return text_; }
  std::string_view text(const Token &token) const noexcept {
    return text_.substr(token.begin, token.end - token.begin);
  }

 private:
  enum class Kind : std::uint8_t { unknown, data, routine, block, use, other };

  bool read();
  void begin_statement(const Token &first);
  void keep(const Token &token);
  Kind classify() const;
  bool declares_block() const;
  bool is_first_in_line(const Token &token) const noexcept;
  std::string_view rest_of_line(std::size_t offset) const noexcept;
  bool is_client_line(const Token &token);
  bool is_separator_line(const Token &token) const;
  bool ends_at(const Token &token);
  bool is_open_routine() const noexcept;
  bool begins_another(const Token &token) const;
  std::string word_after(std::size_t offset) const;
  void track_blocks(const Token &token);
  void skip_line(std::size_t offset);
  void take_copied_data();
  void skip_lines(std::size_t offset, std::string_view count);

  std::string padded_;
  std::string_view text_;
  Dialect dialect_;
  Lexer<ChosenRules> lexer_;
  bool has_separators_ = false;  // lines GO
  std::string delimiter_;        // empty: `;`

  std::vector<Token> tokens_;
  std::string_view data_;
  Kind kind_ = Kind::unknown;
  std::size_t count_ = 0;  // tokens of the statement, kept or not
  bool is_cut_ = false;
  int parentheses_ = 0;
  int blocks_ = 0;
  bool has_block_ = false;
  bool after_end_ = false;    // the last token is END
  bool after_begin_ = false;  // the last token is BEGIN
  std::size_t line_ = 1;
  std::size_t counted_to_ = 0;  // newlines are counted up to here
  std::size_t counted_line_ = 1;
};

}  // namespace sluice::inline v0::sql

#endif
