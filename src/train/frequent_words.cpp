#include "sluice/train/frequent_words.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "text/basic_tokens.hpp"

namespace sluice::inline v0 {

std::vector<std::string> frequent_words(std::span<const std::string> texts, std::size_t least) {
  std::unordered_map<std::string, std::size_t> counts;
  for (const std::string &text : texts) {
    each_basic_token(text, [&](std::string_view word) {
      if (word.size() > 1 && std::ranges::all_of(word, is_ascii_lower)) ++counts[std::string(word)];
    });
  }
  std::erase_if(counts, [least](const auto &word) { return word.second < least; });
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto &[word, count] : counts) ranked.emplace_back(count, word);
  std::ranges::sort(ranked, [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> words;
  for (auto &[count, word] : ranked) words.push_back(std::move(word));
  return words;
}

}  // namespace sluice::inline v0
