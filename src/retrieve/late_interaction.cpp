#include "retrieve/late_interaction.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>

#include "core/dot.hpp"
#include "embed/unit_vector.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {

void EncoderTokens::tokens(std::span<const std::string_view> texts, TokenVisitor visit) const {
  std::vector<std::vector<std::uint32_t>> ids;
  for (const std::string_view text : texts) ids.push_back(encoder_.tokens(text));
  const std::size_t dimensions = encoder_.dimensions();
  encoder_.states(ids, [&](std::size_t text, std::span<const float> states) {
    std::vector<float> rows(states.begin() + static_cast<std::ptrdiff_t>(dimensions),
                            states.end() - static_cast<std::ptrdiff_t>(dimensions));
    for (std::size_t first = 0; first < rows.size(); first += dimensions) {
      embed_detail::make_unit(std::span(rows).subspan(first, dimensions));
    }
    visit(text, rows);
  });
}

void WordTokens::tokens(std::span<const std::string_view> texts, TokenVisitor visit) const {
  std::map<std::string, std::size_t, std::less<>> places;
  std::vector<std::vector<std::size_t>> words(texts.size());
  for (std::size_t t = 0; t < texts.size(); ++t) {
    each_word(texts[t], [&](std::string_view word) {
      std::string folded = fold(word);
      if (is_stop_word(folded)) return;
      words[t].push_back(places.try_emplace(std::move(folded), places.size()).first->second);
    });
  }
  std::vector<std::string_view> distinct(places.size());
  for (const auto &[word, place] : places) distinct[place] = word;
  const std::size_t dimensions = embedder_.dimensions();
  std::vector<float> vectors(distinct.size() * dimensions);
  embedder_.embed(distinct, vectors);

  std::vector<float> rows;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    rows.clear();
    for (const std::size_t place : words[t]) {
      const auto vector = std::span(vectors).subspan(place * dimensions, dimensions);
      rows.insert(rows.end(), vector.begin(), vector.end());
    }
    visit(t, rows);
  }
}

void TokenRows::add(std::span<const float> rows) {
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  last_.push_back(rows_.size() / dimensions_);
}

std::vector<float> TokenRows::scores(std::span<const float> query) const {
  const std::size_t tokens = query.size() / dimensions_;
  std::vector<float> scores(size(), -1.0F);
  if (tokens == 0) return scores;
  std::vector<float> best(tokens);
  std::size_t row = 0;
  for (std::size_t text = 0; text < size(); ++text) {
    if (row == last_[text]) continue;
    std::ranges::fill(best, -1.0F);
    for (; row < last_[text]; ++row) {
      for (std::size_t q = 0; q < tokens; ++q) {
        best[q] = std::max(best[q], dot(query.data() + q * dimensions_,
                                        rows_.data() + row * dimensions_, dimensions_));
      }
    }
    float sum = 0;
    for (const float cosine : best) sum += cosine;
    scores[text] = std::clamp(sum / static_cast<float>(tokens), -1.0F, 1.0F);
  }
  return scores;
}

}  // namespace sluice::inline v0
