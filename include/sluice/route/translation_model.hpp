#ifndef SLUICE_ROUTE_TRANSLATION_MODEL_HPP
#define SLUICE_ROUTE_TRANSLATION_MODEL_HPP

/// Which words people use for which words of a schema, learned from questions and the names that
/// their queries read. Source: Brown et al. 1993 (IBM model 1); Berger and Lafferty 1999
/// (translation as retrieval).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// The stems of a question and of the names that its query reads, without duplicates.
struct TranslationPair {
  std::vector<std::string> question;
  std::vector<std::string> schema;
};

struct TranslationOptions {
  std::size_t rounds = 6;  ///< Rounds of expectation maximization.
  double smoothing = 2;    ///< Added to the count of each schema word for unseen translations.
  float min_probability = 1e-3F;  ///< Less likely translations are dropped.
  /// Translations are dropped if their probability is below this multiple of the word's share of
  /// all words in questions, because they say little about the schema.
  float min_lift = 1;
  double glossary_weight = 1.5;  ///< Each entry of a glossary counts as this many questions.
};

/// Immutable. Thread-safe.
class TranslationModel {
 public:
  /// A stem of the schema that a question's word may mean.
  struct Translation {
    std::uint32_t schema_stem = 0;  ///< Position in schema_stems().
    float probability = 0;
  };

  /// The empty model.
  TranslationModel();
  /// `glossary`: words of users and the names that they mean, known without questions. Frequencies
  /// are learned from `pairs` only. Deterministic. O(rounds × sum of question × schema words).
  static TranslationModel train(std::span<const TranslationPair> pairs,
                                std::span<const TranslationPair> glossary = {},
                                const TranslationOptions &options = {});

  std::span<const std::string> schema_stems() const noexcept { return schema_stems_; }
  /// P(question stem | schema stem) for the schema stems that it translates. O(log words).
  std::span<const Translation> translations(std::string_view question_stem) const noexcept;
  /// The stem's share of all words in questions; half an occurrence is assumed for a stem never
  /// seen.
  float frequency(std::string_view question_stem) const noexcept;

  std::string bytes() const;
  /// Throws Error(malformed) for bytes that `bytes()` cannot have written.
  static TranslationModel parse(std::string_view bytes);

 private:
  void set_question_stems(std::vector<std::string> stems);
  std::size_t find(std::string_view question_stem) const noexcept;

  std::vector<std::string> schema_stems_;    // sorted
  std::vector<std::string> question_stems_;  // sorted
  std::vector<std::uint64_t> starts_;        // by question stem, its first bytes
  std::vector<float> frequencies_;           // by question stem
  std::vector<std::uint32_t> first_;         // by question stem, one more at the end
  std::vector<Translation> translations_;
  float unseen_ = 1e-5F;
};

}  // namespace sluice::inline v0

#endif
