#ifndef SLUICE_SRC_ROUTE_FEATURES_QUESTION_READING_HPP
#define SLUICE_SRC_ROUTE_FEATURES_QUESTION_READING_HPP

#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0::route_detail {

/// The vectors of a question and of its words.
struct QuestionReading {
  /// Whether the embedder gives vectors of words in context: only an encoder in this process does.
  static bool knows_words(const AnyEmbedder &model);

  /// Runs an encoder once for both.
  QuestionReading(const AnyEmbedder &model, std::string_view question);

  std::vector<float> whole;  ///< The embedder's vector of the question.
  /// The unit vectors of the first 40 words in context, row-major: the means of their tokens'
  /// states. Skips stop words and words without a letter or digit. Empty unless knows_words().
  std::vector<float> words;
};

}  // namespace sluice::inline v0::route_detail

#endif
