#include "csv_reader.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::string_view csv_separators = ",;\t|";
// Of the first line, to find the separator.
constexpr std::size_t max_header_bytes = std::size_t{1} << 16;

std::string_view csv_first_line(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of("\r\n"), text.size());
  text = text.substr(start, max_header_bytes);
  return text.substr(0, text.find_first_of("\r\n"));
}

char csv_separator_of(std::string_view line) {
  std::size_t counts[csv_separators.size()] = {};
  bool quoted = false;
  for (const char byte : line) {
    if (byte == '"') quoted = !quoted;
    const std::size_t found = quoted ? csv_separators.npos : csv_separators.find(byte);
    if (found != csv_separators.npos) ++counts[found];
  }
  const auto most = std::ranges::max_element(counts);
  return csv_separators[static_cast<std::size_t>(most - counts)];
}

/// What spreadsheets read before the first row: "sep=;".
bool names_separator(std::string_view line) {
  return line.size() == 5 && same_name(line.substr(0, 4), "sep=") &&
         csv_separators.find(line[4]) != line.npos;
}

}  // namespace

CsvReader::CsvReader(std::string_view text, CsvLimits limits) : text_(text), limits_(limits) {
  const std::string_view line = csv_first_line(text);
  if (!names_separator(line)) {
    separator_ = csv_separator_of(line);
    return;
  }
  separator_ = line[4];
  at_ = static_cast<std::size_t>(line.data() + line.size() - text.data());
  next_line_ += static_cast<std::uint64_t>(std::ranges::count(text.substr(0, at_), '\n'));
}

bool CsvReader::at_line_end() const noexcept {
  return at_ >= text_.size() || text_[at_] == '\n' ||
         (text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'));
}

bool CsvReader::next() {
  // Empty lines.
  for (; at_ < text_.size() && at_line_end(); ++at_) {
    if (text_[at_] == '\n') ++next_line_;
  }
  if (at_ >= text_.size()) return false;
  line_ = next_line_;
  const std::size_t begin = at_;
  read_row();
  next_line_ +=
      static_cast<std::uint64_t>(std::ranges::count(text_.substr(begin, at_ - begin), '\n'));
  return true;
}

void CsvReader::read_row() {
  pieces_.clear();
  store_.clear();
  is_cut_ = has_open_quote_ = false;
  for (;;) {
    add(at_ < text_.size() && text_[at_] == '"' ? read_quoted() : read_plain());
    if (at_line_end()) break;
    ++at_;  // the separator
  }
  fields_.clear();
  for (const Piece &piece : pieces_) {
    const std::string_view whole = piece.stored ? std::string_view(store_) : text_;
    fields_.push_back(whole.substr(piece.begin, piece.size));
  }
}

void CsvReader::add(Piece piece) {
  if (pieces_.size() >= limits_.fields) {
    is_cut_ = true;
    if (piece.stored) store_.resize(piece.begin);
    return;
  }
  if (piece.size > limits_.field_bytes) {
    is_cut_ = true;
    const std::string_view whole = piece.stored ? std::string_view(store_) : text_;
    piece.size = clip_utf8(whole.substr(piece.begin, piece.size), limits_.field_bytes).size();
    if (piece.stored) store_.resize(piece.begin + piece.size);
  }
  pieces_.push_back(piece);
}

std::size_t CsvReader::end_of_plain(std::size_t from) const noexcept {
  const char ends[] = {separator_, '\n'};
  std::size_t end = std::min(text_.find_first_of(std::string_view(ends, 2), from), text_.size());
  const bool ends_line = end == text_.size() || text_[end] == '\n';
  if (ends_line && end > from && text_[end - 1] == '\r') --end;
  return end;
}

CsvReader::Piece CsvReader::read_plain() {
  const std::size_t begin = at_;
  at_ = end_of_plain(begin);
  const std::string_view field = text_.substr(begin, at_ - begin);
  if (separator_ == '\t' && field.size() > 2 && field.find('\\') != field.npos)
    return store_unescaped(field);
  return {begin, field.size(), false};
}

CsvReader::Piece CsvReader::store_unescaped(std::string_view field) {
  const std::size_t start = store_.size();
  for (std::size_t i = 0; i < field.size(); ++i) {
    const char next = field[i] == '\\' && i + 1 < field.size() ? field[i + 1] : '\0';
    switch (next) {
      case 't': store_ += '\t'; break;
      case 'n': store_ += '\n'; break;
      case 'r': store_ += '\r'; break;
      case '\\': store_ += '\\'; break;
      default: store_ += field[i]; continue;
    }
    ++i;
  }
  return {start, store_.size() - start, true};
}

/// At a quote. What follows the closing quote, up to the separator, belongs to the field as well.
CsvReader::Piece CsvReader::read_quoted() {
  const std::size_t begin = at_ + 1;
  const std::size_t start = store_.size();
  std::size_t from = begin;
  for (;;) {
    const std::size_t quote = text_.find('"', from);
    if (quote == text_.npos) {
      // No quote after this one can be open too, so the text is not searched a third time.
      store_.resize(start);
      has_open_quote_ = true;
      at_ = std::min(text_.find('\n', begin), text_.size());
      if (at_ > begin && at_ < text_.size() && text_[at_ - 1] == '\r') --at_;
      return {begin, at_ - begin, false};
    }
    const bool doubled = quote + 1 < text_.size() && text_[quote + 1] == '"';
    if (doubled) {
      store_.append(text_.substr(from, quote + 1 - from));
      from = quote + 2;
      continue;
    }
    at_ = end_of_plain(quote + 1);
    if (store_.size() == start && at_ == quote + 1) return {from, quote - from, false};
    store_.append(text_.substr(from, quote - from));
    store_.append(text_.substr(quote + 1, at_ - quote - 1));
    return {start, store_.size() - start, true};
  }
}

}  // namespace sluice::inline v0::schema_detail
