#include "sluice/text/analyzer.hpp"

#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"
#include "word_parts.hpp"

namespace sluice::inline v0 {

std::vector<std::string> Analyzer::operator()(std::string_view text) const {
  std::vector<std::string> terms;
  const auto add = [&](std::string word) {
    if (options_.drop_stop_words && is_stop_word(word)) return;
    const bool stemmed = options_.stem && word.size() <= text_detail::max_stemmed_bytes;
    terms.push_back(stemmed ? stem(word) : std::move(word));
  };
  each_word(text, [&](std::string_view word) {
    text_detail::each_folded_part(word, options_.split_case, options_.split_digits, add);
  });
  return terms;
}

}  // namespace sluice::inline v0
