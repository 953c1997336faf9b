#ifndef SLUICE_SRC_TRAIN_WORDNET_LINES_HPP
#define SLUICE_SRC_TRAIN_WORDNET_LINES_HPP

/// The lines of WordNet's text files.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

namespace sluice::inline v0::train_detail {

/// The space-separated fields of a line.
class WordNetFields {
 public:
  WordNetFields(std::string_view line, const std::string &path, std::uint64_t number)
      : line_(line), path_(path), number_(number) {}

  std::string_view next(std::string_view what) {
    const std::size_t start = line_.find_first_not_of(' ', at_);
    if (start == line_.npos) fail("ends where " + std::string(what) + " is expected");
    at_ = std::min(line_.find(' ', start), line_.size());
    return line_.substr(start, at_ - start);
  }
  std::uint32_t count(std::string_view what, int base = 10) {
    const std::string_view field = next(what);
    std::uint32_t value = 0;
    const auto read = std::from_chars(field.data(), field.data() + field.size(), value, base);
    if (read.ec != std::errc() || read.ptr != field.data() + field.size()) {
      fail("has \"" + std::string(field) + "\", expected " + std::string(what));
    }
    return value;
  }
  void skip(std::size_t fields, std::string_view what) {
    for (; fields > 0; --fields) next(what);
  }
  bool at_end() const noexcept { return line_.find_first_not_of(' ', at_) == line_.npos; }
  /// Returns the gloss of a synset: the line after the bar; may be empty.
  std::string_view gloss() const noexcept {
    return line_.substr(std::min(line_.find('|', at_), line_.size() - 1) + 1);
  }
  std::uint64_t line() const noexcept { return number_; }
  [[noreturn]] void fail(const std::string &message) const {
    throw Error(ErrorCode::malformed, message, {path_, number_});
  }

 private:
  std::string_view line_;
  const std::string &path_;
  std::uint64_t number_;
  std::size_t at_ = 0;
};

inline std::string wordnet_path(const std::string &folder, std::string_view name,
                                std::string_view ending) {
  return folder + '/' + std::string(name) + '.' + std::string(ending);
}

/// Calls `visit_notice` with the lines of the license, which are indented, and `visit` with the
/// others.
template <class Visit, class VisitNotice>
void each_wordnet_line(const std::string &path, Visit visit, VisitNotice visit_notice) {
  constexpr std::uint64_t largest_file = std::uint64_t{1} << 28;
  const std::string text = read_file(path, largest_file);
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.starts_with("  ")) {
      visit_notice(line);
    } else {
      visit(WordNetFields(line, path, number));
    }
  }
}

}  // namespace sluice::inline v0::train_detail

#endif
