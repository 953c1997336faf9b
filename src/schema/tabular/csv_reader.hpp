#ifndef SLUICE_SRC_SCHEMA_TABULAR_CSV_READER_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_CSV_READER_HPP

/// Reads tables as text: CSV (RFC 4180), also with other separators than the comma.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::schema_detail {

struct CsvLimits {
  std::size_t fields = 4096;                       ///< Of a row; further ones are left out.
  std::size_t field_bytes = std::size_t{1} << 20;  ///< Longer fields are cut.
};

/// Reads row by row. A quoted field may contain separators, line ends and doubled quotes. A line
/// ends with LF or CRLF. A field whose quote is never closed ends with its line. In text that is
/// separated by tabs, unquoted fields may contain `\t`, `\n`, `\r` and `\\`, as the clients of
/// databases write them. Not thread-safe. The whole text is read in O(size).
class CsvReader {
 public:
  /// `text` must outlive the reader. The separator is the one of `,`, `;`, tab and `|` that occurs
  /// most often in the first line, or the one that a first line such as "sep=;" names.
  explicit CsvReader(std::string_view text, CsvLimits limits = {});

  /// Reads the next row that is not empty; false after the last.
  bool next();

  /// Of the current row, valid until the next call of `next`.
  std::span<const std::string_view> fields() const noexcept { return fields_; }
  /// The line that the current row begins in, from 1.
  std::uint64_t line() const noexcept { return line_; }
  /// Whether fields or parts of fields were left out of the current row.
  bool is_cut() const noexcept { return is_cut_; }
  /// Whether a quote in the current row is not closed.
  bool has_open_quote() const noexcept { return has_open_quote_; }

  char separator() const noexcept { return separator_; }

 private:
  /// A field, in the text or in `store_`.
  struct Piece {
    std::size_t begin;
    std::size_t size;
    bool stored;
  };

  void read_row();
  Piece read_plain();
  Piece read_quoted();
  Piece store_unescaped(std::string_view field);
  std::size_t end_of_plain(std::size_t from) const noexcept;
  void add(Piece piece);
  bool at_line_end() const noexcept;

  std::string_view text_;
  CsvLimits limits_;
  char separator_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t next_line_ = 1;
  bool is_cut_ = false;
  bool has_open_quote_ = false;
  std::vector<Piece> pieces_;
  std::string store_;
  std::vector<std::string_view> fields_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
