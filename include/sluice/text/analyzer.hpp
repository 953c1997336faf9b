#ifndef SLUICE_TEXT_ANALYZER_HPP
#define SLUICE_TEXT_ANALYZER_HPP

/// Turns text into index terms.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

struct AnalyzerOptions {
  bool split_case = true;    ///< "custAddr" is two words.
  bool split_digits = true;  ///< "address2" is two words.
  bool drop_stop_words = false;
  bool stem = true;

  friend bool operator==(const AnalyzerOptions &, const AnalyzerOptions &) = default;
};

/// Immutable. Thread-safe.
class Analyzer {
 public:
  explicit Analyzer(AnalyzerOptions options = {}) noexcept : options_(options) {}

  /// The terms of `text` in order, including repeats. O(size).
  std::vector<std::string> operator()(std::string_view text) const;

  const AnalyzerOptions &options() const noexcept { return options_; }

 private:
  AnalyzerOptions options_;
};

}  // namespace sluice::inline v0

#endif
