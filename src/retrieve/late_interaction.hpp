#ifndef SLUICE_SRC_RETRIEVE_LATE_INTERACTION_HPP
#define SLUICE_SRC_RETRIEVE_LATE_INTERACTION_HPP

/// Late interaction: compares each token of a question with the most similar token of a text.
/// Source: Khattab and Zaharia 2020 (ColBERT), equation 3.

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/embed/encoder.hpp"

namespace sluice::inline v0 {

/// Receives a text's vectors: row-major, one row per token, of unit length or all zero.
using TokenVisitor = function_ref<void(std::size_t text, std::span<const float> rows)>;

/// `tokens(texts, visit)` calls `visit` once per text, in any order. Must be thread-safe.
template <class T>
concept TokenEmbedder = requires(const T &embedder, std::span<const std::string_view> texts,
                                 TokenVisitor visit) {
  { embedder.dimensions() } -> std::same_as<std::size_t>;
  {embedder.tokens(texts, visit)};
};

/// An encoder's last hidden states, without those of special tokens. Models TokenEmbedder.
class EncoderTokens {
 public:
  explicit EncoderTokens(Encoder encoder) : encoder_(std::move(encoder)) {}
  std::size_t dimensions() const { return encoder_.dimensions(); }
  void tokens(std::span<const std::string_view> texts, TokenVisitor visit) const;

 private:
  Encoder encoder_;
};

/// Embeds each word on its own, for embedders without token states. Skips stop words, which have no
/// meaning alone. Models TokenEmbedder.
class WordTokens {
 public:
  explicit WordTokens(AnyEmbedder embedder) : embedder_(std::move(embedder)) {}
  std::size_t dimensions() const { return embedder_.dimensions(); }
  /// Embeds each distinct word of all texts once, in one batch.
  void tokens(std::span<const std::string_view> texts, TokenVisitor visit) const;

 private:
  AnyEmbedder embedder_;
};

/// The token vectors of many texts, in order. Thread-safe, except for `add`.
class TokenRows {
 public:
  explicit TokenRows(std::size_t dimensions) : dimensions_(dimensions) {}
  /// Adds one text. `rows`: row-major, tokens × dimensions; may be empty.
  void add(std::span<const float> rows);
  std::size_t size() const noexcept { return last_.size(); }
  /// For each text, the mean over the query's tokens of the greatest cosine with any token of the
  /// text, in [-1, 1]; -1 for a text without tokens. O(tokens of the query × tokens of all texts ×
  /// dimensions).
  std::vector<float> scores(std::span<const float> query) const;

 private:
  std::size_t dimensions_;
  std::vector<float> rows_;
  std::vector<std::size_t> last_;  // by text: end of its rows
};

/// Scores texts for a question. Immutable. As thread-safe as the model.
template <TokenEmbedder Model>
class LateInteraction {
 public:
  /// Embeds all texts. O(text).
  LateInteraction(Model model, std::span<const std::string_view> texts)
      : model_(std::move(model)), rows_(model_.dimensions()) {
    std::vector<std::vector<float>> of_text(texts.size());
    model_.tokens(texts, [&](std::size_t text, std::span<const float> rows) {
      of_text[text].assign(rows.begin(), rows.end());
    });
    for (const std::vector<float> &rows : of_text) rows_.add(rows);
  }

  /// Scores by text: see TokenRows::scores.
  std::vector<float> scores(std::string_view question) const {
    std::vector<float> scores;
    model_.tokens(std::span(&question, 1),
                  [&](std::size_t, std::span<const float> rows) { scores = rows_.scores(rows); });
    return scores;
  }

 private:
  Model model_;
  TokenRows rows_;
};

}  // namespace sluice::inline v0

#endif
