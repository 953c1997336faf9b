#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "sluice/train/wordnet.hpp"
#include "wordnet_lines.hpp"

namespace sluice::inline v0 {
namespace {

using train_detail::WordNetFields;

/// Returns the text of a lemma: "out of" for "out_of(p)".
std::string lemma_text(std::string_view word) {
  std::string lemma(word.substr(0, word.find('(')));
  std::ranges::replace(lemma, '_', ' ');
  return lemma;
}

/// Returns the definitions of a synset as one text, followed by its examples.
std::vector<std::string> parts_of(std::string_view gloss) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at <= gloss.size();) {
    const std::size_t end = std::min(gloss.find(';', at), gloss.size());
    std::string_view part = trimmed(gloss.substr(at, end - at));
    at = end + 1;
    if (!part.starts_with('"')) {
      if (!parts.front().empty() && !part.empty()) parts.front() += "; ";
      parts.front() += part;
      continue;
    }
    part.remove_prefix(1);
    if (part.ends_with('"')) part.remove_suffix(1);
    parts.emplace_back(part);
  }
  return parts;
}

}  // namespace

std::vector<std::string> wordnet_texts(const std::string &folder) {
  std::vector<std::string> texts;
  std::unordered_set<std::string> known;
  const auto add = [&](std::string text) {
    if (!text.empty() && known.insert(text).second) texts.push_back(std::move(text));
  };
  const auto read = [&](WordNetFields fields) {
    fields.skip(3, "the synset's type");
    for (std::uint32_t left = fields.count("the number of words", 16); left > 0; --left) {
      add(lemma_text(fields.next("a word")));
      fields.skip(1, "a word's number");
    }
    for (std::string &part : parts_of(fields.gloss())) add(std::move(part));
  };
  constexpr std::array<std::string_view, 4> parts_of_speech{"noun", "verb", "adj", "adv"};
  for (const std::string_view part : parts_of_speech) {
    train_detail::each_wordnet_line(train_detail::wordnet_path(folder, "data", part), read,
                                    [](std::string_view) {});
  }
  return texts;
}

}  // namespace sluice::inline v0
