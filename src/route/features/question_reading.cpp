#include "question_reading.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "embed/unit_vector.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/embed/cached_embedder.hpp"
#include "sluice/embed/encoder.hpp"
#include "text/basic_tokens.hpp"
#include "text/stop_words.hpp"

namespace sluice::inline v0::route_detail {
namespace {

const Encoder *encoder_of(const AnyEmbedder &model) {
  if (const auto *cached = model.as<CachedEmbedder>()) return encoder_of(cached->model());
  return model.as<Encoder>();
}

bool is_content(std::string_view word) {
  const auto is_sign = [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && !is_ascii_digit(c) && !is_ascii_lower(c);
  };
  return !std::ranges::all_of(word, is_sign) && !is_stop_word(word);
}

/// The range of a word's tokens.
struct Pieces {
  std::size_t first, end;
};

/// The question's vector, followed by those of its words.
std::vector<float> read(const Encoder &encoder, std::string_view question) {
  constexpr std::size_t max_words = 40;
  const WordPiece &tokenizer = encoder.tokenizer();
  const std::size_t max_size = encoder.max_tokens() - 1;
  std::vector<std::vector<std::uint32_t>> texts{{tokenizer.start()}};
  std::vector<std::uint32_t> &ids = texts.front();
  std::vector<Pieces> content;
  each_basic_token(question, [&](std::string_view word) {
    if (ids.size() >= max_size) return;
    const std::size_t first = ids.size();
    tokenizer.encode_word(word, ids);
    ids.resize(std::min(ids.size(), max_size));
    if (content.size() < max_words && is_content(word)) content.push_back({first, ids.size()});
  });
  ids.push_back(tokenizer.separator());

  const std::size_t width = encoder.dimensions();
  std::vector<float> vectors((1 + content.size()) * width);
  const auto at = [&](std::size_t row) { return std::span(vectors).subspan(row * width, width); };
  encoder.states(texts, [&](std::size_t, std::span<const float> states) {
    embed_detail::unit_mean(states, at(0));
    for (std::size_t w = 0; w < content.size(); ++w) {
      const auto [first, end] = content[w];
      embed_detail::unit_mean(states.subspan(first * width, (end - first) * width), at(1 + w));
    }
  });
  return vectors;
}

}  // namespace

bool QuestionReading::knows_words(const AnyEmbedder &model) { return encoder_of(model) != nullptr; }

QuestionReading::QuestionReading(const AnyEmbedder &model, std::string_view question)
    : whole(model.dimensions()) {
  const Encoder *const encoder = encoder_of(model);
  if (encoder == nullptr) {
    model.embed(std::array{question}, whole);
    return;
  }
  const auto read_question = [&] { return read(*encoder, question); };
  const auto *cached = model.as<CachedEmbedder>();
  const std::vector<float> vectors =
      cached != nullptr ? cached->reading(question, read_question) : read_question();
  const auto words_at = vectors.begin() + static_cast<std::ptrdiff_t>(whole.size());
  std::copy(vectors.begin(), words_at, whole.begin());
  words.assign(words_at, vectors.end());
}

}  // namespace sluice::inline v0::route_detail
