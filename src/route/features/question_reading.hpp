#ifndef SLUICE_SRC_ROUTE_FEATURES_QUESTION_READING_HPP
#define SLUICE_SRC_ROUTE_FEATURES_QUESTION_READING_HPP

#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0::detail {

/// A question as an embedder reads it.
struct QuestionReading {
  /// Whether this embedder shows what it makes of single words: an encoder in this process.
  static bool knows_words(const AnyEmbedder &model);

  /// One pass of an encoder gives both.
  QuestionReading(const AnyEmbedder &model, std::string_view question);

  std::vector<float> whole;  ///< As the embedder gives it.
  /// Each word that is no stop word and has a letter or a digit, the first 40, in its context: the
  /// mean of its pieces' states, of unit length, row-major. None where words are not known.
  std::vector<float> words;
};

}  // namespace sluice::inline v0::detail

#endif
