#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_WORD_CHANNEL_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_WORD_CHANNEL_HPP

/// How strongly a word of a question matches a word of the schema, by one kind of evidence.

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "embed/synonyms.hpp"
#include "route/schema_words.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/quantized_rows.hpp"

namespace sluice::inline v0 {

struct WordMatch {
  SchemaWordId word;
  float strength = 0;  ///< In (0, 1]; 1 is the word itself.
};

/// `matches(word, stem)` lists the schema's words that a folded word of the question (and its stem)
/// may mean, without duplicates. Thread-safe.
template <class T>
concept WordChannel = requires(const T &channel, std::string_view word) {
  { channel.matches(word, word) } -> std::same_as<std::vector<WordMatch>>;
};

/// Cosine of the words' vectors above a floor, scaled to (0, 1]; the same stem is 1. Models
/// WordChannel. O(words of the schema × dimensions) per word of a question.
class VectorChannel {
 public:
  /// `vectors`: those of `words`, by SchemaWordId, made by `model`.
  VectorChannel(std::shared_ptr<const SchemaWords> words, AnyEmbedder model, QuantizedRows vectors,
                float floor = 0.3F);
  std::vector<WordMatch> matches(std::string_view word, std::string_view stem) const;

 private:
  std::shared_ptr<const SchemaWords> words_;
  AnyEmbedder model_;
  float floor_;
  QuantizedRows vectors_;
};

/// Synonyms by WordNet; the same stem is 1. Models WordChannel. Microseconds per word.
class SynonymWords {
 public:
  SynonymWords(std::shared_ptr<const SchemaWords> words, Synonyms synonyms);
  std::vector<WordMatch> matches(std::string_view word, std::string_view stem) const;

 private:
  std::shared_ptr<const SchemaWords> words_;
  std::vector<std::string> stems_;  // of the schema, sorted
  SynonymChannel channel_;
};

}  // namespace sluice::inline v0

#endif
