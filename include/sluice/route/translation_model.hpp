#ifndef SLUICE_ROUTE_TRANSLATION_MODEL_HPP
#define SLUICE_ROUTE_TRANSLATION_MODEL_HPP

/// Which words people use for which words of a schema, learned from questions and what their
/// queries read. Source: Brown et al. 1993 (IBM model 1); Berger and Lafferty 1999 (translation as
/// retrieval).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A question's stems and those of the names that its query reads, each once.
struct TranslationPair {
  std::vector<std::string> question;
  std::vector<std::string> schema;
};

struct TranslationOptions {
  std::size_t rounds = 6;         ///< Of expectation maximization.
  double smoothing = 2;           ///< Unseen translations that a schema word counts.
  float min_probability = 1e-3F;  ///< What is less likely is forgotten,
  /// and so is what is less likely than this many times the word's share of all questions' words:
  /// it says next to nothing of the schema.
  float min_lift = 1;
  double glossary_weight = 1.5;  ///< Questions that an entry of a glossary counts as.
};

/// Immutable; any threads at once.
class TranslationModel {
 public:
  /// That a schema's stem is asked for by the word at hand.
  struct Translation {
    std::uint32_t schema_stem = 0;  ///< Position in schema_stems().
    float probability = 0;
  };

  /// Knows nothing.
  TranslationModel();
  /// `glossary`: what is known without questions, users' words beside what they mean; how often
  /// words are used is learned from `pairs` alone. The same pairs give the same model. O(rounds ×
  /// sum of question × schema words).
  static TranslationModel train(std::span<const TranslationPair> pairs,
                                std::span<const TranslationPair> glossary = {},
                                const TranslationOptions &options = {});

  std::span<const std::string> schema_stems() const noexcept { return schema_stems_; }
  /// P(word | schema stem) for the schema stems that it translates. O(log words).
  std::span<const Translation> translations(std::string_view question_stem) const noexcept;
  /// How often questions use the stem, as a share of all their words; that of half an occurrence
  /// for one never seen.
  float frequency(std::string_view question_stem) const noexcept;

  std::string bytes() const;
  /// Throws Error(malformed) for anything that `bytes` does not write.
  static TranslationModel parse(std::string_view bytes);

 private:
  void set_question_stems(std::vector<std::string> stems);
  std::size_t find(std::string_view question_stem) const noexcept;

  std::vector<std::string> schema_stems_;    // sorted
  std::vector<std::string> question_stems_;  // sorted
  std::vector<std::uint64_t> starts_;        // of these, the first bytes
  std::vector<float> frequencies_;           // by question stem
  std::vector<std::uint32_t> first_;         // by question stem, one more at the end
  std::vector<Translation> translations_;
  float unseen_ = 1e-5F;
};

}  // namespace sluice::inline v0

#endif
